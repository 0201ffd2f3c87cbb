import { isUniqueViolation, transaction } from '../../../platform/database/database.ts';
import { removeFactorsSince } from '../../../platform/second-factor/factors.store.ts';
import { findKept, keptHours, takeKept, type FormerAddress } from '../../members/former-addresses.ts';
import { changeMember, lockMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { revokeAccess } from './first-proof.ts';
import { queueCode } from '../codes/mailed-codes.ts';
import { letFailuresRunOut } from '../sign-in-limits.ts';
import { deadLink, recordUndo, type LinkUse } from './undo-links.ts';

/** The former address of a link. @throws Refusal invalid-verification-link */
export async function getFormerAddress({ db }: Services, token: string): Promise<FormerAddress> {
  const former = await findKept(db, token);
  if (!former) throw deadLink();
  return former;
}

/**
 * Account recovery: restores the former, proved address by a link mailed to it. The change may have been made by an
 * attacker with the password or a stolen session, so every access is revoked, the password included, and a link to set
 * a new one is mailed. A second factor stays that was set up 72 hours before the change: its owner was mailed of it, and may
 * have left a mailbox that the attacker reads (decision 0083).
 *
 * @throws Refusal invalid-verification-link
 */
export const undoAddressChange = (services: Services, use: LinkUse): Promise<void> =>
  recordUndo('address-undone', () => takeAddressBack(services, use));

const hoursBefore = (moment: Date, hours: number) => new Date(moment.getTime() - hours * 60 * 60 * 1_000);

async function takeAddressBack(services: Services, { token, clientAddress }: LinkUse): Promise<FormerAddress> {
  const former = await getFormerAddress(services, token);
  const { memberId, siteId, email } = former;
  try {
    await transaction(services.db, async (tx) => {
      const member = await lockMember(services, tx, memberId);
      await revokeAccess(tx, member);
      // Lock order: the address before the link, as in a sign-up that takes a kept address; otherwise the two deadlock.
      const old = { email, pendingEmail: null, verified: true, passwordHash: null };
      await changeMember(services, tx, memberId, old);
      const leftAt = await takeKept(tx, memberId, token);
      if (!leftAt) throw deadLink();
      if (member.email !== email) await letFailuresRunOut(tx, siteId, { addresses: [member.email] });
      await removeFactorsSince(tx, { kind: 'member', id: memberId }, hoursBefore(leftAt, keptHours));
      await queueCode(tx, { siteId, email, purpose: 'reset', clientAddress });
    });
  } catch (error) {
    // Race: another member has proved the mailbox at the same time and has the address.
    throw isUniqueViolation(error, 'member_email') ? deadLink() : error;
  }
  return former;
}
