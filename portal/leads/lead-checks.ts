import { courseCodeOf, courses } from '../../shared/courses.ts';
import { missingField } from '../ui/missing-field.ts';
import { findTooShort } from '../ui/password-rule.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';

export const leadFields = ['course', 'firstName', 'lastName', 'email', 'phone'] as const;
export type LeadField = (typeof leadFields)[number];

/** All five fields are required. */
export function checkLead(values: FormValues): Problem[] {
  return leadFields.filter((field) => !values[field]?.trim()).map((field) => missingField(field));
}

export const checkNewPassword = (values: FormValues): Problem[] => findTooShort(values['password']);

/** The course as outline pages call it, for their first tab. */
export function outlineOf(course: string | undefined): string | undefined {
  const code = courseCodeOf(course);
  return code && courses[code].slug;
}
