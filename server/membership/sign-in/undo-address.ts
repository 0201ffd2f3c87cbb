import { transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findKept, takeKept, type FormerAddress } from '../members/former-addresses.ts';
import { changeMember, lockMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import { forgetIdentitiesOf } from '../social/identities.ts';
import { endCodesFor, queueCode } from './mailed-codes.ts';
import { endSessionsOf } from './sessions.ts';
import { deleteLinksOf } from './verification.store.ts';

/** The address a link brings back. @throws Refusal invalid-verification-link */
export async function getFormerAddress({ db }: Services, token: string): Promise<FormerAddress> {
  const former = await findKept(db, token);
  if (!former) throw deadLink();
  return former;
}

const deadLink = () => new Refusal('invalid-verification-link', { message: 'This link is not valid any more.' });

/**
 * Gives an account back its old address, at the word of whoever reads that mailbox. Whoever changed it knew the
 * password or held a session, so everybody is signed out, and a link to a new password is mailed.
 *
 * @throws Refusal invalid-verification-link
 */
export async function undoAddressChange(
  services: Services,
  { token, clientAddress }: { token: string; clientAddress: string },
): Promise<void> {
  const { memberId, siteId, email } = await getFormerAddress(services, token);
  await transaction(services.db, async (tx) => {
    const member = await lockMember(services, tx, memberId);
    if (!(await takeKept(tx, memberId, token))) throw deadLink();
    await endSessionsOf(tx, memberId);
    await endCodesFor(tx, siteId, member.email);
    await deleteLinksOf(tx, memberId);
    await forgetIdentitiesOf(tx, memberId);
    // The address is free: it was kept for this.
    await changeMember(services, tx, memberId, { email, pendingEmail: null, verified: true });
    await queueCode(tx, { siteId, email, purpose: 'reset', clientAddress });
  });
}
