import { sql } from 'kysely';
import type { StaffGrants } from '../../membership/index.ts';

/** What the domains are told of staff: whether a person is there and as they were. Each change of one raises the version. */
export const staffGrants: StaffGrants = {
  stand: (staffId, version) =>
    sql`exists (select from staff where staff.id = ${staffId} and staff.version = ${version})`,
};
