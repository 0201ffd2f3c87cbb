import { transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findCredentials, findMember, lockMember, lockUnchanged } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { isRunning, renewSession, type NewSession, type Session } from '../../sessions/sessions.ts';
import type { Site } from '../../sites/site.ts';
import type { UsedCredential } from '../../../../contract/second-factor.ts';
import {
  beginAuthentication,
  checkAuthentication,
  type PublicKeyCredentialRequestOptionsJSON,
} from '../../../platform/second-factor/passkeys.ts';
import {
  holderOf,
  passkeyScope,
  requireFactorCode,
  requireNoFactor,
  requirePasskeyHere,
  toAuthenticationResponse,
  type FactorCode,
  type Page,
} from '../second-factor/show-factor.ts';
import { consumeCode, forgiveGuesses, proveCode, requestCode } from '../codes/mailed-codes.ts';
import { requireOldPassword } from '../credentials/change-credentials.ts';

/** A request in a session. */
interface InSession {
  site: Site;
  session: Session;
  clientAddress: string;
}

/**
 * Mails a code for a recent proof, bound to the session.
 *
 * @returns seconds until the mail is sent, 0 for at once
 * @throws Refusal member-not-found, too-many-requests
 */
export async function requestProofCode(
  services: Services,
  { site, session, clientAddress }: InSession,
): Promise<number> {
  const member = await findMember(services, services.db, session.memberId);
  if (!member) throw new Refusal('member-not-found');
  const asked = await requestCode(services, {
    site,
    email: member.email,
    purpose: 'prove',
    clientAddress,
    browserHash: session.tokenHash,
    isOwner: async () => member.verified,
  });
  return asked.mailAfterSeconds;
}

/**
 * Proves in a running session who uses it, by the account's password. The session goes on under a new token, and is
 * good for `limits.recentProofMinutes` for what needs a recent proof (decisions 0035 and 0043).
 *
 * @throws Refusal invalid-password, login-required, too-many-requests, second-factor-required for a member who has one
 */
export async function proveByPassword(
  services: Services,
  { session, clientAddress, password }: InSession & { password: string },
): Promise<NewSession> {
  const member = await findCredentials(services, services.db, { memberId: session.memberId });
  if (!member) throw new Refusal('login-required');
  await requireNoFactor(services, member.id);
  const whom = { client: clientAddress, account: member.id };
  await requireOldPassword(services, { member, oldPassword: password, whom });
  return transaction(services.db, async (tx) => {
    const isUnchanged = await lockUnchanged(services, tx, member);
    if (!(await isRunning(tx, session))) throw new Refusal('login-required');
    if (!isUnchanged) throw new Refusal('invalid-password');
    return renewSession(tx, session);
  });
}

/**
 * The same by the code that was mailed to the account's address for this session. It does not prove an address for the
 * first time: the member may be the maker of an account on another person's address.
 *
 * @throws Refusal invalid-verification-code, also for an address that was changed after the code was mailed;
 *   login-required; second-factor-required for a member who has one
 */
export async function proveByCode(
  services: Services,
  { site, session, clientAddress, code }: InSession & { code: string },
): Promise<NewSession> {
  const member = await findMember(services, services.db, session.memberId);
  if (!member) throw new Refusal('login-required');
  await requireNoFactor(services, member.id);
  const browserHash = session.tokenHash;
  const guess = { site, purpose: 'prove', code, email: member.email, clientAddress, browserHash } as const;
  const proof = await proveCode(services, guess);
  if (!proof) throw new Refusal('invalid-verification-code');
  const renewed = await transaction(services.db, async (tx) => {
    const now = await lockMember(services, tx, member.id);
    if (!(await isRunning(tx, session))) throw new Refusal('login-required');
    if (now.email !== proof.email || !(await consumeCode(tx, proof))) throw new Refusal('invalid-verification-code');
    return renewSession(tx, session);
  });
  await forgiveGuesses(services, proof);
  return renewed;
}

/** A request in a session, from a page. */
type OnPage = Page & { session: Session };

/** What a passkey signs is bound to the session. */
const passkeyUse = (services: Services, page: OnPage) => ({
  ...passkeyScope(services, page, page.session.tokenHash.toString('base64url')),
  holder: holderOf(page.session.memberId),
  isAlone: true,
});

/** Options to prove by a passkey who uses a session. @throws Refusal second-factor-not-found without one of this domain */
export async function beginFactorProof(
  services: Services,
  page: OnPage,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const use = passkeyUse(services, page);
  const options = await beginAuthentication(services.db, use);
  await requirePasskeyHere(services, use.holder, options);
  return options;
}

/**
 * The same by a second factor, which a member who has one shows in place of password and mailed code: a thief of session
 * and mailbox could remove it otherwise.
 *
 * @throws Refusal invalid-second-factor-code, passkey-refused, login-required, too-many-requests
 */
export async function proveByFactor(
  services: Services,
  { proof, ...inSession }: InSession & OnPage & { proof: FactorCode | { passkey: UsedCredential } },
): Promise<NewSession> {
  const { session, clientAddress } = inSession;
  const member = await findMember(services, services.db, session.memberId);
  if (!member) throw new Refusal('login-required');
  if ('passkey' in proof) {
    const use = { ...passkeyUse(services, inSession), kind: 'member' } as const;
    await checkAuthentication(services.db, use, toAuthenticationResponse(proof.passkey));
  } else await requireFactorCode(services, { member, clientAddress }, proof);
  return transaction(services.db, async (tx) => {
    await lockMember(services, tx, member.id);
    if (!(await isRunning(tx, session))) throw new Refusal('login-required');
    return renewSession(tx, session);
  });
}
