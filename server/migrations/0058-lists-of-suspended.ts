import { addIndexes } from '../platform/database/indexes.ts';

/** Suspended members as staff list them: few, and at some sites none. */
export const listsOfSuspended = addIndexes(
  ['member_suspended_created', 'member (site_id, created_at, id) where suspended_at is not null'],
  ['member_suspended_email', 'member (site_id, email, id) where suspended_at is not null'],
);
