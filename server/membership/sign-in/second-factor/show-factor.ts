import {
  forgivenSecondFactors,
  secondFactorsPerAccount,
  wrongSecondFactorsInARow,
} from '../../../../contract/calls/second-factor.ts';
import type { SecondFactorMethod, SecondStepNeeded, UsedCredential } from '../../../../contract/second-factor.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isAuthenticatorCode } from '../../../platform/second-factor/authenticator-codes.ts';
import { hasSecondFactor, readFactors, type Factors } from '../../../platform/second-factor/factors.store.ts';
import type { Holder } from '../../../platform/second-factor/holder.ts';
import {
  relyingPartyOf,
  type AuthenticationResponseJSON,
  type PasskeyScope,
  type PublicKeyCredentialRequestOptionsJSON,
} from '../../../platform/second-factor/passkeys.ts';
import { isRecoveryCode } from '../../../platform/second-factor/recovery-codes.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { accountKey, tryTake } from '../sign-in-limits.ts';

/** A member as holder of second factors. */
export const holderOf = (memberId: string): Holder => ({ kind: 'member', id: memberId });

/** The page a passkey is used on. */
export interface Page {
  site: Site;
  /** Its origin, which was found among the site's. Our own pages send none with some requests. */
  origin: string | undefined;
}

/** Where passkeys of a page are good. @param boundTo a session or a sign-in step */
export const passkeyScope = ({ appUrl }: Services, { site, origin }: Page, boundTo?: string): PasskeyScope => ({
  relyingParty: relyingPartyOf(origin ?? appUrl, site.name),
  audience: site.id,
  boundTo,
});

/**
 * Refuses options for a member without a passkey of the page's domain.
 *
 * @throws Refusal second-factor-not-found, which names the domains of those they have
 */
export async function requirePasskeyHere(
  { db }: Services,
  holder: Holder | undefined,
  { allowCredentials }: PublicKeyCredentialRequestOptionsJSON,
): Promise<void> {
  if (!holder || allowCredentials?.length !== 0) return;
  const domains = (await readFactors(db, holder)).passkeyDomains.toSorted().join(' and ');
  const message = `Your passkey works on ${domains}. Please go on there, or choose another way.`;
  throw new Refusal('second-factor-not-found', domains === '' ? {} : { message });
}

const methodsOf = ({ passkeys, hasAuthenticator, recoveryCodes }: Factors): SecondFactorMethod[] => [
  ...(passkeys > 0 ? (['passkey'] as const) : []),
  ...(hasAuthenticator ? (['authenticator'] as const) : []),
  ...(recoveryCodes > 0 ? (['recovery-code'] as const) : []),
];

/**
 * The refusal of what a password, a mailed code or a provider alone is not enough for.
 *
 * @param step of a log-in; none for a proof in a session
 */
export async function factorNeeded({ db }: { db: Database }, memberId: string, step?: string): Promise<Refusal> {
  const methods = methodsOf(await readFactors(db, holderOf(memberId)));
  const needed: SecondStepNeeded = { ...(step !== undefined && { step }), methods };
  return new Refusal('second-factor-required', { extras: { ...needed } });
}

/** Whether a member has a second factor, so that a password, a mailed code or a provider alone is not enough. */
export const isFactorNeeded = async ({ db }: Services, memberId: string): Promise<boolean> =>
  hasSecondFactor(await readFactors(db, holderOf(memberId)));

/** @throws Refusal second-factor-required for a member who has a second factor */
export async function requireNoFactor(services: Services, memberId: string): Promise<void> {
  if (await isFactorNeeded(services, memberId)) throw await factorNeeded(services, memberId);
}

/** A code as a second factor. */
export interface FactorCode {
  method: 'authenticator' | 'recovery-code';
  code: string;
}

/** Whose code it is, and who sends it. */
export interface CodeOwner {
  member: { id: string; siteId: string; email: string };
  clientAddress: string;
}

/**
 * Takes a code of an authenticator app or a recovery code. The attempt is counted before it is made (race), for the
 * account over all log-ins, since a right password begins as many as an attacker likes.
 *
 * @throws Refusal invalid-second-factor-code, too-many-requests, service-unavailable when it was not checked
 */
export async function requireFactorCode(
  services: Services,
  { member, clientAddress }: CodeOwner,
  { method, code }: FactorCode,
): Promise<void> {
  const { db, keys, limits } = services;
  const key = accountKey(member.siteId, member.email);
  // In this order, as a code that is refused unread is no wrong one of the row, which never ends.
  await limits.take(secondFactorsPerAccount, key);
  if (!(await tryTake(limits, wrongSecondFactorsInARow, key)))
    throw new Refusal('too-many-requests', {
      message:
        'Too many wrong codes. Please use a passkey, or reset your password by mail. If that does not help, write to the people who run this site.',
      retryAfterSeconds: secondFactorsPerAccount.seconds,
      limit: wrongSecondFactorsInARow.name,
    });
  const holder = holderOf(member.id);
  const whom = { client: clientAddress, account: member.id };
  const isRight = await (
    method === 'authenticator' ? isAuthenticatorCode(db, keys, holder, code) : isRecoveryCode(db, holder, code, whom)
  ).catch(async (fault: unknown) => {
    // The code was not checked (overload), so the attempt is uncounted.
    await limits.giveBack(wrongSecondFactorsInARow, key);
    await limits.giveBack(secondFactorsPerAccount, key);
    throw fault;
  });
  if (!isRight) throw new Refusal('invalid-second-factor-code');
  await forgetFactorGuesses(services, member);
}

/** Begins every count of wrong codes anew, after a right one or once the factors are removed. */
export const forgetFactorGuesses = (
  { limits }: Services,
  { siteId, email }: { siteId: string; email: string },
): Promise<void> => {
  const key = accountKey(siteId, email);
  return limits.reset([
    [wrongSecondFactorsInARow, key],
    [secondFactorsPerAccount, key],
    [forgivenSecondFactors, key],
  ]);
};

/** Begins the count of wrong codes anew after a reset of the password, twice without a right code in between. */
export async function forgiveFactorGuesses({ limits }: Services, siteId: string, email: string): Promise<void> {
  const key = accountKey(siteId, email);
  if (await tryTake(limits, forgivenSecondFactors, key)) await limits.reset([[wrongSecondFactorsInARow, key]]);
}

/** What a browser answered, as the library takes it: parts that nothing here depends on are left out. */
export const toAuthenticationResponse = ({ response, ...rest }: UsedCredential): AuthenticationResponseJSON => {
  const { userHandle, ...signed } = response;
  return {
    ...rest,
    clientExtensionResults: {},
    response: { ...signed, ...(userHandle && { userHandle }) },
  };
};
