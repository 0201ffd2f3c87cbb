import { transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { accountIfNamed, ref, type AccountReference } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import { describeRequest } from '../../../platform/security-events/request-context.ts';
import { changeMember, lockMemberByEmail, requireNotSuspended } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { transferToProvenOwner, revokeAccess } from '../addresses/first-proof.ts';
import {
  consumeCode,
  forgiveGuesses,
  isCode,
  proveCode,
  proveResetLink,
  type CodeProof,
} from '../codes/mailed-codes.ts';
import { passwordChangedMail } from '../mails/mails.ts';
import { queueNotice } from '../mails/notices.ts';
import { hashPassword } from '../../../platform/password-hashing.ts';
import { forgiveFactorGuesses } from '../second-factor/show-factor.ts';
import { forgiveOldPasswords } from './change-credentials.ts';
import { requireGoodPassword } from './passwords.ts';
import { accountKey } from '../sign-in-limits.ts';

/** A reset of a password. */
export interface CodeReset {
  site: Site;
  /** Six digits, or the long token of a mailed link. */
  token: string;
  newPassword: string;
  /** In its canonical form. */
  email?: string | undefined;
  context?: string | undefined;
  clientAddress: string;
}

/** Sets a new password by a mailed code or link. @throws Refusal invalid-reset-code, invalid-password-…, too-many-requests */
export function resetPassword(services: Services, reset: CodeReset): Promise<void> {
  const { site, token, email } = reset;
  const way = isCode(token) ? 'code' : 'link';
  return recordReset({ way, account: accountIfNamed(services.keys, site.id, email) }, () =>
    resetAtSite(services, reset),
  );
}

interface ResetFacts {
  way: 'code' | 'link';
  account?: AccountReference | undefined;
}

/** @param reset returns the member's id */
async function recordReset(facts: ResetFacts, reset: () => Promise<string>): Promise<void> {
  const memberId = await recordRefusals(
    'password-reset',
    facts,
    { 'invalid-reset-code': 'refused', 'account-suspended': 'refused' },
    reset,
  );
  recordEvent('password-reset', { ...facts, outcome: 'success', member: ref(memberId) });
}

async function resetAtSite(services: Services, reset: CodeReset): Promise<string> {
  const { site, token, newPassword, email, context, clientAddress } = reset;
  // Before the code is checked: an invalid password should not cost a guess.
  requireGoodPassword(newPassword, { email: email ?? '', site });
  const proof = isCode(token)
    ? await proveCode(services, { site, purpose: 'reset', code: token, email, context, clientAddress })
    : await proveResetLink(services.db, token);
  if (!proof || proof.siteId !== site.id) throw new Refusal('invalid-reset-code');
  return setPassword(services, { site, proof, newPassword, clientAddress });
}

/** The site a mailed link belongs to. @throws Refusal invalid-reset-code */
export async function findResetLinkSite({ db, sites }: Services, token: string): Promise<Site> {
  const proof = await proveResetLink(db, token);
  if (!proof) throw deadLink();
  return sites.get(proof.siteId);
}

/** The same from the page of a mailed link, which sends no site's key. @throws Refusal as above */
export const resetPasswordByLink = (
  services: Services,
  { token, newPassword, clientAddress }: Pick<CodeReset, 'token' | 'newPassword' | 'clientAddress'>,
): Promise<void> =>
  recordReset({ way: 'link' }, async () => {
    const proof = await proveResetLink(services.db, token);
    if (!proof) throw deadLink();
    describeRequest({ site: ref(proof.siteId) });
    const site = await services.sites.get(proof.siteId);
    return setPassword(services, { site, proof, newPassword, clientAddress });
  });

const deadLink = () =>
  new Refusal('invalid-reset-code', { message: 'This link is not valid any more. Please request a new one.' });

/**
 * Sets the password and revokes every other access, which an attacker may have: sessions, codes, providers. Begins no
 * session.
 *
 * @returns the member's id
 */
async function setPassword(
  services: Services,
  {
    site,
    proof,
    newPassword,
    clientAddress,
  }: Pick<CodeReset, 'site' | 'newPassword' | 'clientAddress'> & {
    proof: CodeProof;
  },
): Promise<string> {
  const { email } = proof;
  requireGoodPassword(newPassword, { email, site });
  const passwordHash = await hashPassword(newPassword, { client: clientAddress, account: accountKey(site.id, email) });
  const memberId = await transaction(services.db, async (tx) => {
    const member = await lockMemberByEmail(services, tx, { siteId: site.id, email });
    if (member) requireNotSuspended(member);
    if (!(await consumeCode(tx, proof)) || !member) return undefined;
    if (member.verified) {
      // The owner's provider can connect again, since its address is proved.
      await revokeAccess(tx, member);
      await changeMember(services, tx, member.id, { passwordHash, pendingEmail: null });
    } else await transferToProvenOwner(services, tx, member, passwordHash);
    await queueNotice(services, tx, { ...member, verified: true }, passwordChangedMail(site, email));
    return member.id;
  });
  if (memberId === undefined) throw new Refusal('invalid-reset-code');
  await forgiveGuesses(services, proof);
  await forgiveOldPasswords(services, memberId);
  await forgiveFactorGuesses(services, site.id, email);
  return memberId;
}
