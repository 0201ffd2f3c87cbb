import { personOf, type StudentFields } from '../../contract/student-fields.ts';

/** First and last name of a student; empty where there is neither. */
export function studentName(fields: StudentFields): string {
  const { firstName, lastName } = personOf(fields);
  return [firstName, lastName].filter((part) => part.trim() !== '').join(' ');
}
