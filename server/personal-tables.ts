import { features as enrolment } from './enrolment/features.ts';
import { features as membership } from './membership/features.ts';
import { features as staff } from './staff/features.ts';
import { mailTables } from './platform/mail-personal-data.ts';
import type { PersonalTable } from './platform/personal-data.ts';

/** Where the product stores something about people, as its features say. Tables that only reference a member follow in an export by themselves. */
export const personalTables: readonly PersonalTable[] = [
  ...[...Object.values(membership), ...Object.values(enrolment), ...Object.values(staff)].flatMap(
    ({ personalData = [] }) => personalData,
  ),
  ...mailTables,
];
