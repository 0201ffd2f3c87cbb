import { expect, test } from 'vitest';
import { studentFields } from '../../contract/student-fields.ts';
import { membership } from '../session/clients.ts';
import { saveFields } from '../session/sign-in.ts';
import { personFields } from '../ui/person-fields.ts';
import { details, emailSettings, losesCohort, preferences, type detailInputs } from './settings.ts';

const chosen = { 'course-selected': 'cyber', 'selected-cohort': '7' };

test('names and phone are sent without the spaces around them, and may be empty', () => {
  const typed = { ...details.read({}), 'first-name': ' Ana ', 'phone-number': ' +64 21 ' };
  expect(details.toFields(typed, {})).toMatchObject({
    'first-name': 'Ana',
    'last-name': '',
    'phone-number': '+64 21',
  });
});

test('another course gives the chosen cohort up', () => {
  const saved = preferences.toFields({ commitment: 'partTime', 'course-selected': 'data' }, chosen);
  expect(saved).toEqual({ commitment: 'partTime', 'course-selected': 'data', 'selected-cohort': '' });
});

test('the same course keeps the chosen cohort, under its long name too', () => {
  const saved = preferences.toFields({ commitment: '', 'course-selected': 'cyber' }, chosen);
  expect(saved).toEqual({ commitment: '', 'course-selected': 'cyber' });
  expect(losesCohort('cyber', { ...chosen, 'course-selected': 'cyber-security' })).toBe(false);
});

test('a place that is paid for stays, whatever course is wished for', () => {
  expect(losesCohort('data', { ...chosen, 'payment-status': 'completed' })).toBe(false);
});

test.each([
  [{}, { 'email-notifications': 'true', 'marketing-emails': 'false' }],
  [
    { 'email-notifications': 'false', 'marketing-emails': 'true' },
    { 'email-notifications': 'false', 'marketing-emails': 'true' },
  ],
])('email settings read from %o', (fields, values) => {
  expect(emailSettings.read(fields)).toEqual(values);
});

test('every group shows the fields that are asked in it, sends what was typed in each, and nothing else', () => {
  const groups = { details, preferences, email: emailSettings };
  for (const [name, group] of Object.entries(groups)) {
    const shown = Object.keys(group.read({}));
    const asked = Object.entries(studentFields).flatMap(([key, facts]) =>
      'askedIn' in facts && facts.askedIn === name ? [key] : [],
    );
    expect(new Set(shown)).toEqual(new Set(asked));
    const typed = Object.fromEntries(shown.map((field) => [field, `typed in ${field}`]));
    expect(group.toFields(typed as never, {})).toEqual(typed);
  }
});

/** Not run: the type check is the test. */
export async function checkedByTypes(values: Record<string, string>): Promise<void> {
  await saveFields({ 'first-name': 'Ana' });
  // @ts-expect-error an undeclared field
  await saveFields({ 'first-name': 'Ana', 'undeclared-key': 'Ana' });
  // @ts-expect-error a field the service writes
  await saveFields({ stage: '3' });
  // @ts-expect-error keys nobody knows
  await saveFields(values);
  // @ts-expect-error an undeclared field, sent by the client itself
  await membership.updateMember({ customFields: { 'undeclared-key': 'Ana' } });
  const { data } = await membership.getCurrentMember();
  void data?.customFields['first-name'];
  // @ts-expect-error an undeclared field in an answer
  void data?.customFields['undeclared-key'];
  // @ts-expect-error a group has to show every field that is asked in it
  void ({ 'first-name': personFields.firstName } satisfies typeof detailInputs);
}
