import { expect, test } from 'vitest';
import { checkLead, checkNewPassword, leadFields, outlineOf } from './lead-checks.ts';

const whole = { course: 'data', firstName: 'Ana', lastName: 'Silva', email: 'ana@example.org', phone: '021 555 0100' };

test.each(leadFields)('the form needs its %s', (field) => {
  for (const nothing of [undefined, '', '  '])
    expect(checkLead({ ...whole, [field]: nothing })).toEqual([
      { field, message: 'Please fill out all fields', besideField: expect.stringMatching(/^(Enter your|Choose a) /) },
    ]);
  expect(checkLead(whole)).toEqual([]);
});

test('a password has eight characters at least', () => {
  for (const short of [undefined, '', '1234567'])
    expect(checkNewPassword({ password: short })[0]?.message).toBe('Password must be at least 8 characters');
  expect(checkNewPassword({ password: '12345678' })).toEqual([]);
});

test('outlines go by the long names of courses', () => {
  expect(outlineOf('data')).toBe('data-science');
  expect(outlineOf('')).toBeUndefined();
});
