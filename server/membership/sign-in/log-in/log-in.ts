import { logInFailuresPerClient, logInsPerAccount } from '../../../../contract/calls/sign-in.ts';
import { transaction } from '../../../platform/database/database.ts';
import type { RateLimits } from '../../../platform/http/limits.ts';
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
import { noteReturn, startSession, type NewSession } from '../../sessions/sessions.ts';
import { accountKey, countWrong, knownDeviceKey, wrongPasswordsInARow } from '../sign-in-limits.ts';

export interface PasswordAttempt {
  site: Site;
  /** In its canonical form. */
  email: string;
  password: string;
  clientAddress: string;
  /** Whether somebody has signed in to the account on this device before. */
  isKnownDevice?: boolean;
}

/** Somebody who is signed in from now on. */
export interface Arrival {
  memberId: string;
  session: NewSession;
  /** Whether the password the account had was dropped on the way, since they are the first to prove the address. */
  isPasswordDropped?: boolean;
}

/** @throws Refusal invalid-credentials for whatever reason it fails; too-many-requests, service-unavailable */
export async function logIn(
  services: Services,
  attempt: PasswordAttempt & { userAgent: string | undefined },
): Promise<Arrival> {
  const member = await requirePassword(services, attempt);
  const session = await transaction(services.db, async (tx) => {
    if (!(await lockUnchanged(services, tx, member))) return undefined;
    if (!member.verified) await noteReturn(tx, member.id);
    return startSession(tx, member, { way: 'password', userAgent: attempt.userAgent });
  });
  // Somebody who changed the password meanwhile has put everyone else out.
  if (!session) throw new Refusal('invalid-credentials');
  recordEvent('log-in', { ...factsOf(services, attempt), outcome: 'success', member: ref(member.id) });
  return { memberId: member.id, session };
}

const factsOf = ({ keys }: Services, { site, email, isKnownDevice }: PasswordAttempt) =>
  ({
    way: 'password',
    device: isKnownDevice === undefined ? 'unknown' : isKnownDevice ? 'known' : 'new',
    account: accountRef(keys, site.id, email),
  }) as const;

/**
 * The member an address and password belong to. Unknown address, wrong password and an account without one are
 * the same refusal after the same time. The attempt counts before it is made, so that parallel ones all do.
 *
 * @returns the member as they were: who acts upon it asks `lockUnchanged`
 */
export const requirePassword = (services: Services, attempt: PasswordAttempt): Promise<Credentials> =>
  recordRefusals('log-in', factsOf(services, attempt), { 'too-many-requests': 'limited' }, () =>
    checkPassword(services, attempt),
  );

async function checkPassword(services: Services, attempt: PasswordAttempt): Promise<Credentials> {
  const { limits } = services;
  const { clientAddress } = attempt;
  // First, so that a client that is stopped cannot use up the tries of other people's accounts.
  await limits.take(logInFailuresPerClient, clientAddress);
  let isWrong = false;
  try {
    const member = await tryPassword(services, attempt);
    isWrong = member === undefined;
    if (!member) throw new Refusal('invalid-credentials');
    return await renewHash(services, member, attempt);
  } finally {
    if (!isWrong) await limits.giveBack(logInFailuresPerClient, clientAddress);
  }
}

/** @returns nothing when it is wrong @throws Refusal too-many-requests, service-unavailable when it was not tried */
async function tryPassword(services: Services, attempt: PasswordAttempt): Promise<Credentials | undefined> {
  const { limits } = services;
  const { site, email, password, isKnownDevice, clientAddress } = attempt;
  const key = await takeTry(limits, attempt);
  const whom = { client: clientAddress, account: key, isLogIn: true };
  const member = await findCredentials(services, services.db, { siteId: site.id, email });
  const isRight =
    isHashable(password) &&
    (await isPassword(password, member?.passwordHash ?? null, whom).catch(async (busy: unknown) => {
      // Nothing was tried: being asked to come back must not use up tries.
      await limits.giveBack(logInsPerAccount, key);
      throw busy;
    }));
  if (!member || !isRight) {
    const facts = { ...factsOf(services, attempt), member: member && ref(member.id) };
    recordEvent('log-in', { ...facts, outcome: 'wrong' });
    await countWrong(limits, wrongPasswordsInARow, key, { hasAccount: member !== undefined });
    return undefined;
  }
  await limits.reset(
    [logInsPerAccount, key],
    [wrongPasswordsInARow, key],
    [wrongPasswordsInARow, isKnownDevice ? accountKey(site.id, email) : key],
  );
  return member;
}

/**
 * Counts a try, before it is made. Devices of the account are counted apart from strangers; if they were wrong too
 * often, as strangers.
 *
 * @returns what the try counts under
 * @throws Refusal too-many-requests
 */
async function takeTry(limits: RateLimits, { site, email, isKnownDevice }: PasswordAttempt): Promise<string> {
  const account = accountKey(site.id, email);
  for (const key of isKnownDevice ? [knownDeviceKey(account), account] : [account]) {
    if ((await limits.used(wrongPasswordsInARow, key)) >= wrongPasswordsInARow.points) continue;
    await limits.take(logInsPerAccount, key);
    return key;
  }
  throw new Refusal('too-many-requests', {
    message: 'Too many wrong passwords. Please reset your password by mail.',
    retryAfterSeconds: logInsPerAccount.seconds,
  });
}

/** Hashes a password anew that was hashed with less effort than today, unless it was changed meanwhile. */
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

export interface CodeAttempt {
  site: Site;
  /** In its canonical form. */
  email: string;
  code: string;
  clientAddress: string;
  /** Of what only this browser has, where its client binds codes to it. */
  browserHash?: Buffer | undefined;
  userAgent: string | undefined;
}

/** @throws Refusal invalid-passwordless-login-code, invalid-credentials for a member who is void */
export async function logInWithCode(services: Services, attempt: CodeAttempt): Promise<Arrival> {
  const account = accountRef(services.keys, attempt.site.id, attempt.email);
  const facts = { way: 'code', device: 'unknown', account } as const;
  const refused = { 'invalid-passwordless-login-code': 'wrong', 'too-many-requests': 'limited' } as const;
  const arrival = await recordRefusals('log-in', facts, refused, () => openWithCode(services, attempt));
  recordEvent('log-in', { ...facts, outcome: 'success', member: ref(arrival.memberId) });
  return arrival;
}

async function openWithCode(services: Services, attempt: CodeAttempt): Promise<Arrival> {
  const refusal = new Refusal('invalid-passwordless-login-code');
  const proof = await proveCode(services, { ...attempt, purpose: 'login' });
  if (!proof) throw refusal;
  const arrival = await transaction(services.db, async (tx) => {
    const member = await lockMemberByEmail(services, tx, proof);
    if (!(await consumeCode(tx, proof)) || !member) return undefined;
    const isPasswordDropped = !member.verified && (await transferToProvenOwner(services, tx, member));
    const session = await startSession(tx, member, { way: 'code', userAgent: attempt.userAgent });
    return { memberId: member.id, session, isPasswordDropped };
  });
  if (!arrival) throw refusal;
  await forgiveGuesses(services, proof);
  return arrival;
}
