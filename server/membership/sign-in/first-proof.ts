import type { Database } from '../../platform/database/database.ts';
import { changeMember, type MemberRecord } from '../members/members.ts';
import type { Services } from '../services.ts';
import { forgetIdentitiesOf } from '../social/identities.ts';
import { endCodesFor } from './mailed-codes.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * Gives an unproved account to the address's owner, who has just come by something other than the maker's own means.
 * Somebody may have made it on a stranger's address, so whatever opened it until now is closed: password, sessions,
 * codes, providers. The caller has locked the member.
 */
export async function handToOwner(services: Services, tx: Database, member: MemberRecord): Promise<void> {
  await endSessionsOf(tx, member.id);
  await endCodesFor(tx, member.siteId, member.email);
  await forgetIdentitiesOf(tx, member.id);
  await changeMember(services, tx, member.id, { verified: true, passwordHash: null, pendingEmail: null });
}
