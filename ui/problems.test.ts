import { expect, test } from 'vitest';
import { messagesByField, withMessage } from './problems.ts';

test('a field shows its first message', () => {
  const problems = [
    { field: 'a', message: 'one' },
    { field: 'a', message: 'two' },
    { message: 'of the whole form' },
    { field: 'b', message: 'three' },
  ];
  expect(messagesByField(problems)).toEqual({ a: 'one', b: 'three' });
});

test('a message is set and taken away', () => {
  expect(withMessage({}, 'a', 'one')).toEqual({ a: 'one' });
  expect(withMessage({ a: 'one', b: 'two' }, 'a', undefined)).toEqual({ b: 'two' });
});

test('nothing changes when the message stays', () => {
  const errors = { a: 'one' };
  expect(withMessage(errors, 'a', 'one')).toBe(errors);
  expect(withMessage(errors, 'b', undefined)).toBe(errors);
});
