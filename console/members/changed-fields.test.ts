import { expect, test } from 'vitest';
import { changedFields, fieldName } from './changed-fields.ts';

const fields = [
  { key: 'first-name', type: 'text' },
  { key: 'city', type: 'text' },
  { key: 'newsletter', type: 'boolean' },
] as const;
const filledIn = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [fieldName(key), value]));

test('only what was changed is sent', () => {
  const before = { 'first-name': 'Ana', newsletter: 'true' };
  expect(changedFields(fields, before, filledIn({ 'first-name': 'Ana', city: '', newsletter: 'on' }))).toEqual({});
  expect(changedFields(fields, before, filledIn({ 'first-name': 'Anna', city: 'Hamilton' }))).toEqual({
    'first-name': 'Anna',
    city: 'Hamilton',
    newsletter: false,
  });
});

test('a value that is emptied is sent as empty', () => {
  expect(changedFields(fields, { city: 'Hamilton' }, filledIn({ 'first-name': '', city: '' }))).toEqual({ city: '' });
});

test('a value of several lines is not changed by the text area it stands in', () => {
  const before = { city: 'Oslo\r\nHamilton' };
  expect(changedFields(fields, before, filledIn({ city: 'Oslo\nHamilton' }))).toEqual({});
  expect(changedFields(fields, before, filledIn({ city: 'Oslo' }))).toEqual({ city: 'Oslo' });
});
