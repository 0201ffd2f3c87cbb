import { courseCodeOf } from '../../contract/courses.ts';
import type { Member } from '../../contract/members.ts';
import { standingOf } from '../session/standing.ts';

/** The three groups of settings as plain data: what is stored, and what is sent when it is saved. */

type Fields = Member['customFields'];
type Values<Field extends string> = Record<Field, string>;

export interface SettingsGroup<Field extends string> {
  /** What the member's record says now. */
  read: (fields: Fields) => Values<Field>;
  /** The custom fields a save sends. */
  toFields: (values: Values<Field>, fields: Fields) => Record<string, string>;
}

export const details: SettingsGroup<'firstName' | 'lastName' | 'phone'> = {
  read: (fields) => ({
    firstName: fields['first-name'] ?? '',
    lastName: fields['last-name'] ?? '',
    phone: fields['phone-number'] ?? '',
  }),
  toFields: ({ firstName, lastName, phone }) => ({
    'first-name': firstName.trim(),
    'last-name': lastName.trim(),
    'phone-number': phone.trim(),
  }),
};

export const preferences: SettingsGroup<'commitment' | 'course'> = {
  read: (fields) => ({
    commitment: fields['commitment'] ?? '',
    course: courseCodeOf(fields['course-selected']) ?? '',
  }),
  toFields: (values, fields) => ({
    commitment: values.commitment,
    'course-selected': values.course,
    ...(losesCohort(values.course, fields) ? { 'selected-cohort': '' } : {}),
  }),
};

export const emailSettings: SettingsGroup<'notifications' | 'marketing'> = {
  read: (fields) => ({
    notifications: fields['email-notifications'] === 'false' ? 'false' : 'true',
    marketing: fields['marketing-emails'] === 'true' ? 'true' : 'false',
  }),
  toFields: ({ notifications, marketing }) => ({
    'email-notifications': notifications,
    'marketing-emails': marketing,
  }),
};

/**
 * Whether choosing this course gives the chosen cohort up, as it does on the enrol page: a cohort belongs to its
 * course. Where the place is paid for, it stays whatever is chosen here.
 */
export function losesCohort(course: string, fields: Fields): boolean {
  if (standingOf({ customFields: fields }).isPaid || !fields['selected-cohort']) return false;
  return course !== (courseCodeOf(fields['course-selected']) ?? '');
}
