import { addIndexes } from '../platform/database/indexes.ts';

/** Keys that begin with the site, for references that include it. An id alone is unique, so they demand nothing new. */
export const keysWithSite = addIndexes(
  ['member_of_site', 'member (site_id, id)', 'unique'],
  ['plan_of_site', 'plan (site_id, id)', 'unique'],
  ['team_of_site', 'team (site_id, id)', 'unique'],
);
