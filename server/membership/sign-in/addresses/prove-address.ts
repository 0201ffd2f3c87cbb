import { transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import { findMember, lockMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { consumeCode, forgiveGuesses, proveCode, requestCode } from '../codes/mailed-codes.ts';
import { isRunning, type Session } from '../../sessions/sessions.ts';
import { giveProvedAddress, isTaken, unprovedEmail } from './verification.ts';

/**
 * A proof by code happens in a session of the account's maker, as with the mailed link, so maker and mailbox's owner are
 * one person and no access is revoked.
 */

/** A request in a member's session. */
interface InSession {
  site: Site;
  session: Session;
  clientAddress: string;
}

/**
 * Mails a code to the member's unproved address, a pending one first, valid in this session alone (ASVS 6.6.2); nothing
 * where there is none. Where another member has the address, that one is told instead, as by the link (enumeration).
 *
 * @returns seconds until the mail is sent, 0 for at once
 * @throws Refusal too-many-requests
 */
export async function requestAddressCode(
  services: Services,
  { site, session, clientAddress }: InSession,
): Promise<number> {
  const { memberId, tokenHash: browserHash } = session;
  const member = await findMember(services, services.db, memberId);
  const email = member && unprovedEmail(member);
  if (email === undefined) return 0;
  const pendingOf = email === member?.email ? undefined : memberId;
  const asked = await requestCode(services, { site, email, purpose: 'verify', clientAddress, browserHash, pendingOf });
  return asked.mailAfterSeconds;
}

/**
 * Proves the address by the mailed code. Idempotent.
 *
 * @throws Refusal invalid-verification-code, also for an address that was changed after the code was mailed
 */
export async function proveAddress(services: Services, asked: InSession & { code: string }): Promise<void> {
  const facts = { way: 'code', member: ref(asked.session.memberId) } as const;
  const isNew = await recordRefusals('address-proof', facts, { 'invalid-verification-code': 'refused' }, () =>
    checkCode(services, asked),
  );
  if (isNew) recordEvent('address-proof', { ...facts, outcome: 'success' });
}

/** @returns whether the address was not proved before */
async function checkCode(
  services: Services,
  { site, session, clientAddress, code }: InSession & { code: string },
): Promise<boolean> {
  const { memberId, tokenHash: browserHash } = session;
  const member = await findMember(services, services.db, memberId);
  const email = member && unprovedEmail(member);
  if (email === undefined) return false;
  const proof = await proveCode(services, { site, purpose: 'verify', code, email, clientAddress, browserHash });
  if (!proof) throw new Refusal('invalid-verification-code');
  const isDone = await transaction(services.db, async (tx) => {
    const now = await lockMember(services, tx, memberId);
    // Under the lock: a change of the password may just have ended the session.
    if (unprovedEmail(now) !== email || !(await isRunning(tx, session)) || !(await consumeCode(tx, proof)))
      return false;
    await giveProvedAddress(services, tx, now, email);
    return true;
  }).catch((error: unknown) => {
    if (isTaken(error)) return false;
    throw error;
  });
  if (!isDone) throw new Refusal('invalid-verification-code');
  await forgiveGuesses(services, proof);
  return true;
}
