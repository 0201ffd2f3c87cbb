import { transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { changeMember, findMember, lockMember } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { consumeCode, forgiveGuesses, proveCode, requestCode } from '../codes/mailed-codes.ts';

/**
 * Who proves an address by a code does it inside the session the account was made in, as with the mailed link: nothing
 * that opened the account until now is closed.
 */

/** A member and the request that came in their session. */
interface InSession {
  site: Site;
  memberId: string;
  clientAddress: string;
}

/**
 * Has a code mailed that proves the member's address; nothing where it is proved.
 *
 * @returns seconds until the mail leaves, 0 at once
 * @throws Refusal too-many-requests
 */
export async function requestAddressCode(
  services: Services,
  { site, memberId, clientAddress }: InSession,
): Promise<number> {
  const member = await findMember(services, services.db, memberId);
  if (!member || member.verified) return 0;
  const asked = await requestCode(services, { site, email: member.email, purpose: 'verify', clientAddress });
  return asked.mailAfterSeconds;
}

/**
 * Proves the address by the code that was mailed to it. Safe to repeat once it is proved.
 *
 * @throws Refusal invalid-verification-code, also for an address that was changed after the code was mailed
 */
export async function proveAddress(
  services: Services,
  { site, memberId, clientAddress, code }: InSession & { code: string },
): Promise<void> {
  const member = await findMember(services, services.db, memberId);
  if (!member || member.verified) return;
  const proof = await proveCode(services, { site, purpose: 'verify', code, email: member.email, clientAddress });
  if (!proof) throw new Refusal('invalid-verification-code');
  const isDone = await transaction(services.db, async (tx) => {
    const now = await lockMember(services, tx, memberId);
    if (now.email !== proof.email || !(await consumeCode(tx, proof))) return false;
    await changeMember(services, tx, memberId, { verified: true });
    return true;
  });
  if (!isDone) throw new Refusal('invalid-verification-code');
  await forgiveGuesses(services, proof);
}
