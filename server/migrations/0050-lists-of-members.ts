import { addIndexes } from '../platform/database/indexes.ts';

/** Members as staff list them: by words, and in the order in which their accounts were made. */
export const listsOfMembers = addIndexes(
  ['member_search', 'member using gin (member_words(site_id, id, email, custom_fields))'],
  ['member_created', 'member (site_id, created_at, id)'],
  // Few, and at some sites none: going along the others would take seconds.
  ['member_unproved_created', 'member (site_id, created_at, id) where not verified'],
  ['member_unproved_email', 'member (site_id, email, id) where not verified'],
);
