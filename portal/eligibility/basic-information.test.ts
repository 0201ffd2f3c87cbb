import { describe, expect, it } from 'vitest';
import { findBasicErrors, isCallable, splitFullName } from './basic-information.ts';

describe('a phone number', () => {
  it('that can be called from abroad has its country code', () => {
    const callable = ['+64 21 555 0134', '0064 21 555 0134', '+1 (702) 555-0134'];
    const others = ['abc', '021 555 0134', '+64', '+64 call me later', ''];
    expect([...callable, ...others].filter(isCallable)).toEqual(callable);
  });

  it('without one is taken all the same', () => {
    expect(findBasicErrors({ fullName: 'Ana', email: 'ana@example.org', phone: 'abc' })).toEqual({});
  });
});

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
