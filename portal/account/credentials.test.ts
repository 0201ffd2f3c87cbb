import { describe, expect, test } from 'vitest';
import { checkLogin } from './credentials.ts';
import { checkRegistration } from './registration.ts';

const complete = {
  firstName: 'A',
  lastName: 'B',
  email: 'a@example.org',
  password: '12345678',
  confirmation: '12345678',
  terms: 'on',
};
const messages = (values: Record<string, string | undefined>) => [
  ...new Set(checkRegistration(values).map(({ message }) => message)),
];

test('login asks for both fields', () => {
  expect(checkLogin({ email: 'a@example.org', password: 'x' })).toEqual([]);
  expect(checkLogin({ email: ' ', password: '' })).toEqual([
    { field: 'email', message: 'Please fill out all fields', besideField: 'Enter your email address' },
    { field: 'password', message: 'Please fill out all fields', besideField: 'Enter your password' },
  ]);
});

describe('registration', () => {
  test('takes complete values, with a password of exactly eight characters', () => {
    expect(messages(complete)).toEqual([]);
  });

  test.each(['firstName', 'lastName', 'email', 'password'])('needs %s', (field) => {
    expect(messages({ ...complete, [field]: '' })).toEqual(['Please fill out all fields']);
  });

  test('tells only the first rule that is broken', () => {
    const broken = { ...complete, firstName: '', terms: undefined, password: 'short', confirmation: 'other' };
    expect(messages(broken)).toEqual(['Please fill out all fields']);
    expect(messages({ ...broken, firstName: 'A' })).toEqual(['Please accept the Terms & Conditions']);
    expect(messages({ ...broken, firstName: 'A', terms: 'on' })).toEqual(['Password must be at least 8 characters']);
    expect(messages({ ...complete, confirmation: '' })).toEqual(['Passwords must match']);
  });
});
