import type { StudentFields } from './student-fields.ts';

/** Readings of the student's fields that few pages need, apart from `student-fields.ts`, which every page loads. */

/** Whether a student wants mail about what they do here. */
export const wantsNotices = (fields: StudentFields): boolean => fields['email-notifications'] !== 'false';

/** Whether a student wants mail about courses and offers. */
export const wantsMarketing = (fields: StudentFields): boolean => fields['marketing-emails'] === 'true';

/** Ids of the webinars a student is registered for; none for text that is no list of ids. */
export function webinarIdsOf(fields: StudentFields): string[] {
  try {
    const ids: unknown = JSON.parse(fields.registeredWebinars ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
