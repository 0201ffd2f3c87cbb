import { expect, test } from 'vitest';
import { details, emailSettings, losesCohort, preferences } from './settings.ts';

const chosen = { 'course-selected': 'cyber', 'selected-cohort': '7' };

test('names and phone are sent without the spaces around them, and may be empty', () => {
  expect(details.toFields({ firstName: ' Ana ', lastName: '', phone: ' +64 21 ' }, {})).toEqual({
    'first-name': 'Ana',
    'last-name': '',
    'phone-number': '+64 21',
  });
});

test('another course gives the chosen cohort up', () => {
  const saved = preferences.toFields({ commitment: 'partTime', course: 'data' }, chosen);
  expect(saved).toEqual({ commitment: 'partTime', 'course-selected': 'data', 'selected-cohort': '' });
});

test('the same course keeps the chosen cohort, under its long name too', () => {
  const saved = preferences.toFields({ commitment: '', course: 'cyber' }, chosen);
  expect(saved).toEqual({ commitment: '', 'course-selected': 'cyber' });
  expect(losesCohort('cyber', { ...chosen, 'course-selected': 'cyber-security' })).toBe(false);
});

test('a place that is paid for stays, whatever course is wished for', () => {
  expect(losesCohort('data', { ...chosen, 'payment-status': 'completed' })).toBe(false);
});

test.each([
  [{}, { notifications: 'true', marketing: 'false' }],
  [
    { 'email-notifications': 'false', 'marketing-emails': 'true' },
    { notifications: 'false', marketing: 'true' },
  ],
])('email settings read from %o', (fields, values) => {
  expect(emailSettings.read(fields as Record<string, string>)).toEqual(values);
});
