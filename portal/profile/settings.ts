import { wantsMarketing, wantsNotices } from '../../contract/student-choices.ts';
import {
  chosenCohortOf,
  chosenCourseOf,
  hasPaid,
  type AskedIn,
  type FieldAskedIn,
  type OwnFields,
  type StudentFields,
} from '../../contract/student-fields.ts';
import type { FieldProps } from '../../ui/field.tsx';
import { personFields } from '../ui/person-fields.ts';

/** The three groups of settings as plain data: what is stored, and what is sent when it is saved. */

/** A group by its name; it has to show every field that `contract/student-fields.ts` says is asked in it. */
export type ProfileGroup = Exclude<AskedIn, 'elsewhere'>;

export interface SettingsGroup<Group extends ProfileGroup> {
  /** What the member's record says now. */
  read: (fields: StudentFields) => Record<FieldAskedIn<Group>, string>;
  /** The custom fields a save sends. */
  toFields: (values: Record<FieldAskedIn<Group>, string>, fields: StudentFields) => OwnFields;
}

interface DetailInput extends FieldProps {
  /** Takes a row of its own. */
  isWide?: true;
}

/** What the details ask, in the order shown. */
export const detailInputs: Record<FieldAskedIn<'details'>, DetailInput> = {
  'first-name': personFields.firstName,
  'last-name': personFields.lastName,
  'phone-number': {
    ...personFields.phone,
    hint: 'With the country code, so that a consultant can reach you',
    isWide: true,
  },
};
export const detailFields = Object.keys(detailInputs) as FieldAskedIn<'details'>[];

type Details = Record<FieldAskedIn<'details'>, string>;
const eachDetail = (valueOf: (field: FieldAskedIn<'details'>) => string) =>
  Object.fromEntries(detailFields.map((field) => [field, valueOf(field)])) as Details;

export const details: SettingsGroup<'details'> = {
  read: (fields) => eachDetail((field) => fields[field] ?? ''),
  toFields: (values) => eachDetail((field) => values[field].trim()),
};

export const preferences: SettingsGroup<'preferences'> = {
  read: (fields) => ({
    commitment: fields.commitment ?? '',
    'course-selected': chosenCourseOf(fields) ?? '',
  }),
  toFields: (values, fields): OwnFields => ({
    commitment: values.commitment,
    'course-selected': values['course-selected'],
    'selected-cohort': losesCohort(values['course-selected'], fields) ? '' : undefined,
  }),
};

export const emailSettings: SettingsGroup<'email'> = {
  read: (fields) => ({
    'email-notifications': String(wantsNotices(fields)),
    'marketing-emails': String(wantsMarketing(fields)),
  }),
  toFields: (values) => values,
};

/**
 * Whether choosing this course gives the chosen cohort up, as it does on the enrol page: a cohort belongs to its
 * course. Where the place is paid for, it stays whatever is chosen here.
 */
export function losesCohort(course: string, fields: StudentFields): boolean {
  if (hasPaid(fields) || !chosenCohortOf(fields)) return false;
  return course !== (chosenCourseOf(fields) ?? '');
}
