import { isUniqueViolation, transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import { findKept, takeKept, type FormerAddress } from '../../members/former-addresses.ts';
import { changeMember, lockMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { shutOut } from './first-proof.ts';
import { queueCode } from '../codes/mailed-codes.ts';

/** The address a link brings back. @throws Refusal invalid-verification-link */
export async function getFormerAddress({ db }: Services, token: string): Promise<FormerAddress> {
  const former = await findKept(db, token);
  if (!former) throw deadLink();
  return former;
}

const deadLink = () => new Refusal('invalid-verification-link', { message: 'This link is not valid any more.' });

/**
 * Gives an account back its old, proved address, at the word of who reads that mailbox. The change was made with the
 * password or a session, and may have been a thief's: nothing that opened the account until now opens it any more, the
 * password included, and a link to a new one is mailed.
 *
 * @throws Refusal invalid-verification-link
 */
export async function undoAddressChange(services: Services, use: LinkUse): Promise<void> {
  const { memberId, siteId } = await recordRefusals(
    'address-undone',
    {},
    { 'invalid-verification-link': 'refused' },
    () => takeAddressBack(services, use),
  );
  recordEvent('address-undone', { outcome: 'success', member: ref(memberId), site: ref(siteId) });
}

interface LinkUse {
  token: string;
  clientAddress: string;
}

async function takeAddressBack(services: Services, { token, clientAddress }: LinkUse): Promise<FormerAddress> {
  const former = await getFormerAddress(services, token);
  const { memberId, siteId, email } = former;
  try {
    await transaction(services.db, async (tx) => {
      await shutOut(tx, await lockMember(services, tx, memberId));
      // The address before the link, in the order of a sign-up that takes a kept address; otherwise the two deadlock.
      const old = { email, pendingEmail: null, verified: true, passwordHash: null };
      await changeMember(services, tx, memberId, old);
      if (!(await takeKept(tx, memberId, token))) throw deadLink();
      await queueCode(tx, { siteId, email, purpose: 'reset', clientAddress });
    });
  } catch (error) {
    // Another member has proved the mailbox at this very moment and has the address.
    throw isUniqueViolation(error, 'member_email') ? deadLink() : error;
  }
  return former;
}
