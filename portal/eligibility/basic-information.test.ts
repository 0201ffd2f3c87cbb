import { describe, expect, it } from 'vitest';
import { findBasicErrors, splitFullName } from './basic-information.ts';

describe('the full name', () => {
  it('is split at the first space', () => {
    expect(splitFullName('Ana Maria Silva')).toEqual({ firstName: 'Ana', lastName: 'Maria Silva' });
  });

  it('of one word has an empty last name', () => {
    expect(splitFullName('Sade')).toEqual({ firstName: 'Sade', lastName: '' });
  });

  it('loses the spaces around and between its two parts', () => {
    expect(splitFullName('  Ana   Silva ')).toEqual({ firstName: 'Ana', lastName: 'Silva' });
  });
});

describe('basic information', () => {
  const complete = { fullName: 'Ana Silva', email: 'ana@example.org', phone: '+64 21 000 000' };

  it('has no errors when all three fields are filled in', () => {
    expect(findBasicErrors(complete)).toEqual({});
  });

  it('names every fault in the order of the fields', () => {
    expect(Object.entries(findBasicErrors({ fullName: ' ', email: '', phone: '' }))).toEqual([
      ['fullName', 'Full name is required'],
      ['email', 'Invalid email address'],
      ['phone', 'Phone number is required'],
    ]);
  });

  it.each(['ana', 'ana@example', 'a na@example.org', '@example.org'])('refuses the address %s', (email) => {
    expect(findBasicErrors({ ...complete, email })).toEqual({ email: 'Invalid email address' });
  });
});
