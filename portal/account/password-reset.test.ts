import { expect, test } from 'vitest';
import { checkCodeRequest, checkNewPassword } from './password-reset.ts';

const complete = { code: '123456', password: '12345678', confirmation: '12345678' };
const messages = (values: Record<string, string>) => checkNewPassword(values).map(({ message }) => message);

test('a code needs an address to go to', () => {
  expect(checkCodeRequest({ email: 'a@example.org' })).toEqual([]);
  expect(checkCodeRequest({ email: ' ' })[0]?.message).toBe('Please provide an email address.');
});

test('a new password has eight characters and is repeated exactly', () => {
  expect(messages(complete)).toEqual([]);
  expect(messages({ ...complete, password: '1234567' })).toEqual(['Password must be at least 8 characters long.']);
  expect(messages({ ...complete, confirmation: '12345679' })).toEqual(['Passwords must match.']);
});
