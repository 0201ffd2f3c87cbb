import { expect, test } from 'vitest';
import { codeDigits } from './code-digits.ts';

test('the code field keeps at most six digits of whatever is pasted', () => {
  expect(codeDigits('Your code: 123 456')).toBe('123456');
  expect(codeDigits('1234567')).toBe('123456');
  expect(codeDigits('abc')).toBe('');
});
