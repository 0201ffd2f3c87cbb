import { expect, test } from 'vitest';
import { codeDigits } from './code-digits.ts';

test('the code field keeps at most six digits of whatever is pasted', () => {
  expect(codeDigits('Your code: 123 456')).toBe('123456');
  expect(codeDigits('1234567')).toBe('123456');
  expect(codeDigits('abc')).toBe('');
});

/** The digits from zero to nine by numbering system, of all that have ten of their own. */
const digitsBySystem = Intl.supportedValuesOf('numberingSystem')
  .map((numberingSystem) => {
    const digits = Array.from({ length: 10 }, (_, value) => value.toLocaleString('en', { numberingSystem }));
    return [numberingSystem, digits] as const;
  })
  .filter(([, digits]) => digits.every((digit) => /^\p{Nd}$/u.test(digit)));

test('a code may be typed on the keyboard of any script', () => {
  expect(digitsBySystem.map(([name]) => name)).toEqual(
    expect.arrayContaining(['arab', 'arabext', 'deva', 'fullwide', 'mathsans', 'thai']),
  );
  const read = digitsBySystem.map(([name, digits]) => [
    name,
    codeDigits(digits.slice(0, 6).join('')),
    codeDigits(digits.slice(4).join(' ')),
  ]);
  expect(read).toEqual(digitsBySystem.map(([name]) => [name, '012345', '456789']));
  expect(codeDigits('Your code: ۱۲۳ ٤٥６')).toBe('123456');
});
