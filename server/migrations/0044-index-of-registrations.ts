import { addIndexes } from '../platform/database/indexes.ts';

/** So that the job which ends registrations of webinars that have begun reads these alone. */
export const indexOfRegistrations = addIndexes([
  'webinar_registration_begun',
  'webinar_registration (webinar_id, starts_at) where ended_at is null',
]);
