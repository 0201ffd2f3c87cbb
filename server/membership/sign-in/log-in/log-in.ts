import { logInFailuresPerClient, logInsPerAccount } from '../../../../contract/calls/sign-in.ts';
import { transaction } from '../../../platform/database/database.ts';
import type { Choice, Count, RateLimits } from '../../../platform/http/limits.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { accountRef, ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import {
  changeMember,
  findCredentials,
  lockMemberByEmail,
  lockUnchanged,
  type Credentials,
} from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { transferToProvenOwner } from '../addresses/first-proof.ts';
import { consumeCode, forgiveGuesses, proveCode } from '../codes/mailed-codes.ts';
import { hashPassword, isOutdatedHash, isPassword } from '../../../platform/password-hashing.ts';
import { isHashable } from '../credentials/passwords.ts';
import type { SecondStep, StartedSession, Wishes } from '../../sessions/sessions.ts';
import { factorNeeded } from '../second-factor/show-factor.ts';
import { openSession } from './open-session.ts';
import { accountKey, countWrong, knownDeviceKey, wrongPasswordsInARow } from '../sign-in-limits.ts';

/** A log-in with a password. */
export interface PasswordAttempt {
  site: Site;
  /** In its canonical form. */
  email: string;
  password: string;
  clientAddress: string;
  /** Whether the browser has signed in to the account before. */
  isKnownDevice?: boolean;
}

/** A log-in that succeeded. */
export interface Arrival {
  memberId: string;
  session: StartedSession;
  /** Whether this log-in was the first proof of the address, and so dropped the account's password. */
  isPasswordDropped?: boolean;
}

/**
 * Logs in with a password.
 *
 * @throws Refusal invalid-credentials for any reason; second-factor-required where the password is right,
 *   account-suspended too; too-many-requests, service-unavailable
 */
export async function logIn(
  services: Services,
  attempt: PasswordAttempt & { userAgent: string | undefined; wishes?: Wishes },
): Promise<Arrival> {
  const member = await requirePassword(services, attempt);
  const { site, userAgent, isKnownDevice, wishes } = attempt;
  const origin = { site, member, way: 'password', userAgent, isReturn: true, isKnownDevice, wishes } as const;
  const session = await recordRefusals('log-in', { ...factsOf(services, attempt), member: ref(member.id) }, shut, () =>
    transaction(services.db, async (tx) =>
      (await lockUnchanged(services, tx, member)) ? openSession(services, tx, origin) : undefined,
    ),
  );
  // Race: the password was changed since it was verified, which ends all other access.
  if (!session) throw new Refusal('invalid-credentials');
  const isComplete = !('step' in session);
  const outcome = isComplete ? 'success' : 'second-step';
  recordEvent('log-in', { ...factsOf(services, attempt), outcome, member: ref(member.id) });
  if (!isComplete) throw await factorNeeded(services, member.id, session.step);
  return { memberId: member.id, session };
}

/** A log-in that is right and opens nothing. */
const shut = { 'account-suspended': 'refused' } as const;

const factsOf = ({ keys }: Services, { site, email, isKnownDevice }: PasswordAttempt) =>
  ({
    way: 'password',
    device: isKnownDevice === undefined ? 'unknown' : isKnownDevice ? 'known' : 'new',
    account: accountRef(keys, site.id, email),
  }) as const;

/**
 * Verifies a password. Unknown address, wrong password and an account without one are the same refusal after the same
 * time (enumeration, timing), except for imported hashes (decision 0062). The attempt is counted before it is made, so
 * that concurrent ones all are.
 *
 * @returns the member as read, unlocked: check `lockUnchanged` before acting on it (TOCTOU)
 */
export const requirePassword = (services: Services, attempt: PasswordAttempt): Promise<Credentials> =>
  recordRefusals('log-in', factsOf(services, attempt), { 'too-many-requests': 'limited' }, () =>
    checkPassword(services, attempt),
  );

async function checkPassword(services: Services, attempt: PasswordAttempt): Promise<Credentials> {
  const key = await takeTry(services.limits, attempt);
  const member = await tryPassword(services, attempt, key);
  if (!member) throw new Refusal('invalid-credentials');
  return renewHash(services, member, attempt);
}

/**
 * @param key what the attempt is counted under
 * @returns undefined for a wrong password
 * @throws Refusal service-unavailable when it was not checked
 */
async function tryPassword(
  services: Services,
  attempt: PasswordAttempt,
  key: string,
): Promise<Credentials | undefined> {
  const { limits } = services;
  const { site, email, isKnownDevice, clientAddress } = attempt;
  const compared = await comparePassword(services, attempt, key).catch(async (fault: unknown) => {
    // The password was not checked (overload), so the attempt is uncounted.
    await Promise.all([limits.giveBack(logInFailuresPerClient, clientAddress), limits.giveBack(logInsPerAccount, key)]);
    throw fault;
  });
  const { member, isRight } = compared;
  if (!member || !isRight) {
    const facts = { ...factsOf(services, attempt), member: member && ref(member.id) };
    recordEvent('log-in', { ...facts, outcome: 'wrong' });
    await countWrong(limits, wrongPasswordsInARow, key, { hasAccount: member !== undefined });
    return undefined;
  }
  const ended: Count[] = [
    [logInsPerAccount, key],
    [wrongPasswordsInARow, key],
    [wrongPasswordsInARow, isKnownDevice ? accountKey(site.id, email) : key],
  ];
  await limits.reset(ended, [logInFailuresPerClient, clientAddress]);
  return member;
}

async function comparePassword(
  services: Services,
  { site, email, password, clientAddress }: PasswordAttempt,
  account: string,
): Promise<{ member: Credentials | undefined; isRight: boolean }> {
  const member = await findCredentials(services, services.db, { siteId: site.id, email });
  const whom = { client: clientAddress, account, isLogIn: true };
  const isRight = isHashable(password) && (await isPassword(password, member?.passwordHash ?? null, whom));
  return { member, isRight };
}

/**
 * Counts an attempt, before it is made: under the client first, so that a client that is limited cannot use up the
 * attempts of other accounts, then under the account. Known devices are counted apart from others; after too many wrong
 * attempts they count like others.
 *
 * @returns the key the attempt is counted under
 * @throws Refusal too-many-requests
 */
async function takeTry(
  limits: RateLimits,
  { site, email, isKnownDevice, clientAddress }: PasswordAttempt,
): Promise<string> {
  const account = accountKey(site.id, email);
  const keys = isKnownDevice ? [knownDeviceKey(account), account] : [account];
  const choices = keys.map((key): Choice => ({ count: [logInsPerAccount, key], unless: [wrongPasswordsInARow, key] }));
  const choice = await limits.takeBoth([logInFailuresPerClient, clientAddress], choices);
  if (choice) return choice.count[1];
  throw new Refusal('too-many-requests', {
    message: 'Too many wrong passwords. Please reset your password by mail.',
    retryAfterSeconds: logInsPerAccount.seconds,
  });
}

/** Rehashes a password whose hash has outdated parameters, unless it was changed in the meantime. */
async function renewHash(
  services: Services,
  member: Credentials,
  { password, clientAddress }: PasswordAttempt,
): Promise<Credentials> {
  if (member.passwordHash === null || !isOutdatedHash(member.passwordHash)) return member;
  const passwordHash = await hashPassword(password, { client: clientAddress, account: member.id, isLogIn: true });
  return transaction(services.db, async (tx) => {
    if (!(await lockUnchanged(services, tx, member))) return member;
    await changeMember(services, tx, member.id, { passwordHash });
    return { ...member, passwordHash };
  });
}

/** A log-in with a mailed code. */
export interface CodeAttempt {
  site: Site;
  /** In its canonical form. */
  email: string;
  code: string;
  clientAddress: string;
  /** Hash of the browser's context, where its client binds codes to it. */
  browserHash?: Buffer | undefined;
  userAgent: string | undefined;
  wishes: Wishes;
}

/**
 * Logs in with a mailed code.
 *
 * @throws Refusal invalid-passwordless-login-code; second-factor-required where the code is right, which is used up;
 *   too-many-requests, invalid-credentials for a void member, account-suspended
 */
export async function logInWithCode(services: Services, attempt: CodeAttempt): Promise<Arrival> {
  const account = accountRef(services.keys, attempt.site.id, attempt.email);
  const facts = { way: 'code', device: 'unknown', account } as const;
  const refused = { ...shut, 'invalid-passwordless-login-code': 'wrong', 'too-many-requests': 'limited' } as const;
  const { memberId, session, isPasswordDropped } = await recordRefusals('log-in', facts, refused, () =>
    openWithCode(services, attempt),
  );
  const isComplete = !('step' in session);
  recordEvent('log-in', { ...facts, outcome: isComplete ? 'success' : 'second-step', member: ref(memberId) });
  if (!isComplete) throw await factorNeeded(services, memberId, session.step);
  return { memberId, session, isPasswordDropped };
}

type Opened = Omit<Arrival, 'session'> & { session: StartedSession | SecondStep; isPasswordDropped: boolean };

async function openWithCode(services: Services, attempt: CodeAttempt): Promise<Opened> {
  const refusal = new Refusal('invalid-passwordless-login-code');
  const proof = await proveCode(services, { ...attempt, purpose: 'login' });
  if (!proof) throw refusal;
  const arrival = await transaction(services.db, async (tx) => {
    const member = await lockMemberByEmail(services, tx, proof);
    if (!(await consumeCode(tx, proof)) || !member) return undefined;
    const isPasswordDropped = !member.verified && (await transferToProvenOwner(services, tx, member));
    const { site, userAgent, wishes } = attempt;
    const proved = { ...member, verified: true };
    const session = await openSession(services, tx, { site, member: proved, way: 'code', userAgent, wishes });
    return { memberId: member.id, session, isPasswordDropped };
  });
  if (!arrival) throw refusal;
  await forgiveGuesses(services, proof);
  return arrival;
}
