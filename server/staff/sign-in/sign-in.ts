import { staffSignInsPerNetwork } from '../../../contract/console/sign-in.ts';
import type { SecondFactor } from '../../../contract/console/sign-in-schemas.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import { hashToken } from '../../platform/keys.ts';
import { isPassword } from '../../platform/password-hashing.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  issueChallenge,
  takeChallenge,
  takeTry,
  type ChallengeScope,
} from '../../platform/second-factor/challenges.store.ts';
import { readFactors } from '../../platform/second-factor/factors.store.ts';
import { isAuthenticatorCode } from '../../platform/second-factor/authenticator-codes.ts';
import {
  beginAuthentication,
  checkAuthentication,
  requireStillTheirs,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '../../platform/second-factor/passkeys.ts';
import { isRecoveryCode } from '../../platform/second-factor/recovery-codes.ts';
import { accountRef, ref } from '../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../platform/security-events/record-event.ts';
import { mailCredentialNews, mailNewDevice } from '../mails.ts';
import { findByEmail, holderOf, lockPersonIfThere, type StaffRecord } from '../people/people.ts';
import type { StaffServices } from '../services.ts';
import { startSession, type WayIn } from '../sessions/sessions.ts';
import { isKnownDevice } from '../sessions/staff-cookies.ts';
import { consoleParty, consoleAudience } from './relying-party.ts';
import {
  forgiveFactorTries,
  forgivePasswordTries,
  giveBackFactorTry,
  giveBackPasswordTry,
  passwordKey,
  refusalOfCode,
  takeFactorTry,
  takePasswordTry,
  type PasswordTry,
} from './sign-in-tries.ts';

/** The browser that signs in. */
export interface Visitor {
  /** The key of rate limits. */
  clientAddress: string;
  userAgent: string | undefined;
  cookies: Cookies;
}

/** Somebody who has signed in. */
export interface SignedIn {
  person: StaffRecord;
  token: string;
}

const stepScope: ChallengeScope = { purpose: 'sign-in-step', audience: consoleAudience };

/** Passwords with more characters are not hashed (denial of service). */
const hashableLength = 512;

/** What goes on with the right password. */
export interface PasswordStep {
  step: string;
  ways: SecondFactor[];
  passkeyOptions: PublicKeyCredentialRequestOptionsJSON | null;
}

/**
 * Checks a password. Unknown address, wrong password and an invitation that was not accepted are the same refusal after
 * the same time. There is no session before the second factor.
 *
 * @throws Refusal invalid-credentials, too-many-requests, service-unavailable
 */
export async function beginWithPassword(
  services: StaffServices,
  attempt: { email: string; password: string },
  visitor: Visitor,
): Promise<PasswordStep> {
  const email = canonical(services, attempt.email);
  const person = email === undefined ? undefined : await findByEmail(services.db, email);
  const isKnown = person !== undefined && isKnownDevice(services, person, visitor.cookies);
  const facts = {
    way: 'password',
    device: isKnown ? 'known' : 'new',
    account: accountRef(services.keys, 'console', email ?? ''),
    ...(person && { staff: ref(person.id) }),
  } as const;
  const outcomes = { 'invalid-credentials': 'wrong', 'too-many-requests': 'limited' } as const;
  const proved = await recordRefusals('staff-sign-in', facts, outcomes, () =>
    requirePassword(services, { email: email ?? attempt.email, password: attempt.password, person, isKnown }, visitor),
  );
  recordEvent('staff-sign-in', { ...facts, outcome: 'step' });
  return offerWays(services, proved);
}

interface PasswordCheck {
  email: string;
  password: string;
  person: StaffRecord | undefined;
  /** Counted apart, so that guessing by others does not lock out the account's owner. */
  isKnown: boolean;
}

async function requirePassword(
  services: StaffServices,
  { email, password, person, isKnown }: PasswordCheck,
  { clientAddress }: Visitor,
): Promise<StaffRecord & { passwordHash: string }> {
  const tried: PasswordTry = { email, isKnown, hasAccount: person !== undefined };
  await services.limits.take(staffSignInsPerNetwork, clientAddress);
  await takePasswordTry(services, tried);
  const stored = person?.acceptedAt ? person.passwordHash : null;
  const whom = { client: clientAddress, account: passwordKey(tried), isLogIn: true };
  const isSame = await isPassword(password.slice(0, hashableLength), stored, whom).catch(async (fault: unknown) => {
    await giveBackPasswordTry(services, tried);
    throw fault;
  });
  const isRight = isSame && password.length <= hashableLength;
  if (!isRight || !person || stored === null) throw new Refusal('invalid-credentials');
  await forgivePasswordTries(services, tried, [staffSignInsPerNetwork, clientAddress]);
  return { ...person, passwordHash: stored };
}

async function offerWays(
  { db, appUrl }: StaffServices,
  person: StaffRecord & { passwordHash: string },
): Promise<PasswordStep> {
  const holder = holderOf(person);
  const { passkeys, hasAuthenticator, recoveryCodes } = await readFactors(db, holder);
  const step = await issueChallenge(db, { ...stepScope, holder, boundTo: passwordMark(person.passwordHash) });
  const ways: SecondFactor[] = [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(hasAuthenticator ? (['authenticator'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery-code'] as const) : []),
  ];
  const passkeyOptions = ways.includes('passkey')
    ? await beginAuthentication(db, { ...passkeyAfter(appUrl, step), holder })
    : null;
  return { step, ways, passkeyOptions };
}

/** A second factor as it was sent. */
export type SentFactor =
  | { way: 'passkey'; credential: unknown }
  | { way: 'authenticator' | 'recovery-code'; code: string };

/**
 * Finishes a sign-in with the second factor, and begins a session.
 *
 * @throws Refusal sign-in-step-expired, invalid-second-factor-code, passkey-refused, too-many-requests
 */
export async function finishWithFactor(
  services: StaffServices,
  { step, ...factor }: SentFactor & { step: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const { db } = services;
  await services.limits.take(staffSignInsPerNetwork, visitor.clientAddress);
  const begun = await takeTry(db, step, stepScope);
  if (begun?.holder?.kind !== 'staff') {
    recordEvent('staff-sign-in', { outcome: 'expired', way: factor.way, device: 'unknown' });
    throw new Refusal('sign-in-step-expired');
  }
  const staffId = begun.holder.id;
  const facts = { way: factor.way, device: 'unknown', staff: ref(staffId) } as const;
  const isCode = factor.way !== 'passkey';
  const passkeyId = await recordRefusals('staff-sign-in', facts, wrongFactor, async () => {
    await takeFactorTry(services, staffId, isCode);
    return requireFactor(services, { staffId, factor, step, client: visitor.clientAddress });
  });
  await forgiveFactorTries(services, staffId, {
    isCode,
    refunded: [staffSignInsPerNetwork, visitor.clientAddress],
  });
  return signIn(services, visitor, { staffId, way: factor.way, step, passwordMark: begun.boundTo, passkeyId });
}

const wrongFactor = {
  'invalid-second-factor-code': 'wrong',
  'passkey-refused': 'wrong',
  'too-many-requests': 'limited',
} as const;

interface FactorCheck {
  staffId: string;
  factor: SentFactor;
  step: string;
  client: string;
}

/** @returns the passkey that was shown */
async function requireFactor(
  services: StaffServices,
  { staffId, factor, step, client }: FactorCheck,
): Promise<string | undefined> {
  const { db, keys, appUrl } = services;
  const holder = holderOf({ id: staffId });
  if (factor.way === 'passkey') {
    const use = { ...passkeyAfter(appUrl, step), holder, kind: 'staff' } as const;
    return (await checkAuthentication(db, use, factor.credential as AuthenticationResponseJSON)).passkeyId;
  }
  const whom = { client, account: staffId, isLogIn: true };
  const isRight = await (
    factor.way === 'authenticator'
      ? isAuthenticatorCode(db, keys, holder, factor.code)
      : isRecoveryCode(db, holder, factor.code, whom)
  ).catch(async (fault: unknown) => {
    await giveBackFactorTry(services, staffId, true);
    throw fault;
  });
  if (!isRight) throw await refusalOfCode(services, staffId);
  return undefined;
}

/** Asks for a passkey that says by itself whose it is. */
export const beginWithPasskey = ({ db, appUrl }: StaffServices): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  beginAuthentication(db, passkeyAlone(appUrl));

/** Signs in with a passkey alone. @throws Refusal passkey-refused */
export async function signInWithPasskey(
  services: StaffServices,
  credential: unknown,
  visitor: Visitor,
): Promise<SignedIn> {
  await services.limits.take(staffSignInsPerNetwork, visitor.clientAddress);
  const facts = { way: 'passkey', device: 'unknown' } as const;
  const { holder, passkeyId } = await recordRefusals('staff-sign-in', facts, wrongFactor, () =>
    checkAuthentication(
      services.db,
      { ...passkeyAlone(services.appUrl), kind: 'staff' },
      credential as AuthenticationResponseJSON,
    ),
  );
  await services.limits.giveBack(staffSignInsPerNetwork, visitor.clientAddress);
  return signIn(services, visitor, { staffId: holder.id, way: 'passkey', passkeyId });
}

interface Proved {
  staffId: string;
  way: WayIn;
  /** Of a sign-in that began with a password. */
  step?: string;
  /** Of the password that the sign-in began with. */
  passwordMark?: string | undefined;
  /** The passkey that was shown. */
  passkeyId?: string | undefined;
}

/**
 * Begins the session of a person who proved who they are. The row is locked and read again: they may have been removed
 * or reset, or have changed their password or factors, since the proof (TOCTOU). What changes those ends steps under the same
 * lock, so the step is taken under it.
 */
async function signIn(services: StaffServices, visitor: Visitor, proved: Proved): Promise<SignedIn> {
  const found = await transaction(services.db, async (tx) => {
    const person = await lockPersonIfThere(tx, proved.staffId);
    if (!person?.acceptedAt) return undefined;
    if (proved.passwordMark !== undefined && proved.passwordMark !== passwordMark(person.passwordHash ?? ''))
      return undefined;
    if (proved.step !== undefined && !(await takeChallenge(tx, proved.step, stepScope))) return undefined;
    if (proved.passkeyId !== undefined) await requireStillTheirs(tx, holderOf(person), proved.passkeyId);
    if (proved.way === 'recovery-code') await mailCredentialNews(services, tx, person.email, 'recovery-code-used');
    return beginSession(services, tx, { person, way: proved.way, visitor });
  });
  if (!found) throw new Refusal('sign-in-step-expired');
  return found;
}

/** Begins a session of a person whom the caller has locked, and mails them where the browser is a new one. */
export async function beginSession(
  services: StaffServices,
  tx: Transaction,
  { person, way, visitor, isFirst = false }: { person: StaffRecord; way: WayIn; visitor: Visitor; isFirst?: boolean },
): Promise<SignedIn> {
  const device = services.membership.describeDevice(visitor.userAgent);
  const isKnown = isKnownDevice(services, person, visitor.cookies);
  const token = await startSession(tx, { staffId: person.id, way, device });
  if (!isKnown && !isFirst) await mailNewDevice(services, tx, { to: person.email, device, at: new Date() });
  recordEvent('staff-sign-in', {
    outcome: 'success',
    way: isFirst ? 'invitation' : way,
    device: isKnown ? 'known' : 'new',
    staff: ref(person.id),
  });
  return { person, token };
}

const passkeyAlone = (appUrl: string) => ({
  relyingParty: consoleParty(appUrl),
  audience: consoleAudience,
  isAlone: true,
});
const passkeyAfter = (appUrl: string, step: string) => ({
  relyingParty: consoleParty(appUrl),
  audience: consoleAudience,
  boundTo: `step ${hashToken(step).toString('base64url')}`,
  isAlone: false,
});

/** Marks the password that a sign-in began with: another one meanwhile ends it. */
const passwordMark = (passwordHash: string): string => hashToken(passwordHash).toString('base64url');

/** An address in its canonical form; undefined for what is none, which no account has. */
function canonical({ membership }: StaffServices, text: string): string | undefined {
  try {
    return membership.parseEmail(text);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
