import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isUniqueViolation, type Database, type PooledDatabase, type Transaction } from '../database/database.ts';
import { newId } from '../keys.ts';
import { Refusal } from '../refusal.ts';
import { challengeMinutes, issueChallenge, takeChallenge } from './challenges.store.ts';
import { isSameHolder, type Holder } from './holder.ts';
import {
  deletePasskey,
  findCredential,
  insertPasskey,
  isPasskeyOf,
  noteUse,
  selectCredentials,
  selectPasskeys,
  updateName,
  type NewPasskey,
  type Passkey,
} from './passkeys.store.ts';

export type { NewPasskey, Passkey } from './passkeys.store.ts';
export type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** With its certificates and formats it takes 5 MB of heap, which a process has only once somebody uses a passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Passkeys of one person, over all domains. */
export const passkeysMost = 20;

/** The site that a passkey belongs to, as browsers tell sites apart. */
export interface RelyingParty {
  /** The page's domain. */
  id: string;
  /** Shown by the browser. */
  name: string;
  /** The page's origin; an assertion made by a page of another origin is refused. */
  origin: string;
}

/**
 * The relying party of a page: its own domain. A browser offers a passkey on no other, so that neither a look-alike
 * domain nor another site can ask for it (phishing).
 *
 * @param origin of the page: `appUrl` for the console and the portal; for foreign pages the `Origin` of the request,
 *   after it was found among the site's allowed ones
 */
export function relyingPartyOf(origin: string, name: string): RelyingParty {
  const url = new URL(origin);
  return { id: url.hostname, name, origin: url.origin };
}

/** Where passkeys are asked for. */
export interface PasskeyScope {
  relyingParty: RelyingParty;
  /** A site's id, or `console`. Challenges of one are refused by another. */
  audience: string;
  /** The session or sign-in step that the challenge belongs to. */
  boundTo?: string | undefined;
}

/** The person who registers a passkey, as their device shows them. */
export interface PasskeyOwner {
  holder: Holder;
  /** The address that tells accounts apart. */
  userName: string;
  displayName?: string;
}

/**
 * Options for `navigator.credentials.create`, with a challenge of five minutes. Passkeys are discoverable, so that a
 * browser's autofill offers them without an address.
 *
 * @throws Refusal passkey-limit-reached
 */
export async function beginRegistration(
  db: Database,
  { holder, userName, displayName = userName }: PasskeyOwner,
  scope: PasskeyScope,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { relyingParty } = scope;
  await requireRoom(db, holder);
  const registered = await selectCredentials(db, holder, relyingParty.id);
  const challenge = await issueChallenge(db, { ...challengeOf('register-passkey', scope), holder });
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: relyingParty.name,
    rpID: relyingParty.id,
    userID: new TextEncoder().encode(holder.id),
    userName,
    userDisplayName: displayName,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    // Attestation tells the model of a person's device, and nothing here depends on it.
    attestationType: 'none',
    excludeCredentials: registered,
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
}

/**
 * Verifies what the browser made of {@link beginRegistration}, and uses the challenge up. Not in a transaction: see
 * `takeChallenge`.
 *
 * @returns the passkey to store with {@link addPasskey}
 * @throws Refusal passkey-refused
 */
export async function checkRegistration(
  db: PooledDatabase,
  holder: Holder,
  scope: PasskeyScope,
  response: RegistrationResponseJSON,
): Promise<NewPasskey> {
  const { relyingParty } = scope;
  const expectedChallenge = await useChallenge(db, response, challengeOf('register-passkey', scope), holder);
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await orRefuse(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      // A security key without a PIN is a second factor beside a password. Alone it is refused: see `checkAuthentication`.
      requireUserVerification: false,
    }),
  );
  if (!verified.verified) throw new Refusal('passkey-refused');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    relyingParty: relyingParty.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: knownTransports(credential.transports),
    isBackedUp: credentialBackedUp,
  };
}

/**
 * Stores a passkey that {@link checkRegistration} has verified. The caller holds the person's row lock, so that
 * concurrent calls do not pass the limit.
 *
 * @throws Refusal passkey-limit-reached, passkey-refused for a credential that is registered already
 */
export async function addPasskey(tx: Transaction, holder: Holder, passkey: NewPasskey, name: string): Promise<Passkey> {
  await requireRoom(tx, holder);
  try {
    return await insertPasskey(tx, holder, { ...passkey, id: newId('psk_'), name });
  } catch (error) {
    throw isUniqueViolation(error, 'passkey_credential') ? new Refusal('passkey-refused') : error;
  }
}

/** How a passkey is asked for. */
export interface PasskeyUse extends PasskeyScope {
  /** The person who is known already, by their password or session. Without one the passkey says whose it is. */
  holder?: Holder | undefined;
  /**
   * Whether nothing else proves who signs in: the device must then have checked its owner, by a fingerprint or PIN, so
   * that the passkey is possession and one more factor.
   */
  isAlone: boolean;
}

/** Options for `navigator.credentials.get`, with a challenge of five minutes. Without a holder for autofill. */
export async function beginAuthentication(
  db: Database,
  use: PasskeyUse,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { holder, relyingParty, isAlone } = use;
  const challenge = await issueChallenge(db, { ...challengeOf('use-passkey', use), holder });
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    userVerification: isAlone ? 'required' : 'preferred',
    ...(holder && { allowCredentials: await selectCredentials(db, holder, relyingParty.id) }),
  });
}

/**
 * Verifies what the browser made of {@link beginAuthentication}, uses the challenge up and notes the passkey's use. Not
 * in a transaction: see `takeChallenge`.
 *
 * @param use as it was begun; `kind` is of the people who may sign in here
 * @returns the passkey's holder. The caller checks that they may sign in here, a member at this site say
 * @throws Refusal passkey-refused
 */
export async function checkAuthentication(
  db: PooledDatabase,
  { kind, holder, isAlone, ...scope }: PasskeyUse & { kind: Holder['kind'] },
  response: AuthenticationResponseJSON,
): Promise<{ holder: Holder; passkeyId: string }> {
  const { relyingParty } = scope;
  const expectedChallenge = await useChallenge(db, response, challengeOf('use-passkey', scope), holder);
  const found = await findCredential(db, relyingParty.id, response.id);
  if (found?.holder.kind !== kind || (holder && !isSameHolder(found.holder, holder)))
    throw new Refusal('passkey-refused');
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== found.holder.id)
    throw new Refusal('passkey-refused');
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      credential: {
        id: found.credentialId,
        publicKey: new Uint8Array(found.publicKey),
        counter: found.signCount,
        transports: found.transports,
      },
      requireUserVerification: isAlone,
    }),
  );
  const isCounted =
    verified &&
    (await noteUse(db, found.id, {
      signCount: authenticationInfo.newCounter,
      isBackedUp: authenticationInfo.credentialBackedUp,
    }));
  if (!isCounted) throw new Refusal('passkey-refused');
  return { holder: found.holder, passkeyId: found.id };
}

/**
 * Checks under the person's row lock that a passkey is still theirs: it may have been removed since it was verified (TOCTOU).
 *
 * @throws Refusal passkey-refused
 */
export async function requireStillTheirs(tx: Transaction, holder: Holder, passkeyId: string): Promise<void> {
  if (!(await isPasskeyOf(tx, holder, passkeyId))) throw new Refusal('passkey-refused');
}

/** A person's passkeys, the oldest first. */
export const listPasskeys = (db: Database, holder: Holder): Promise<Passkey[]> => selectPasskeys(db, holder);

/** @throws Refusal second-factor-not-found */
export async function renamePasskey(tx: Transaction, holder: Holder, id: string, name: string): Promise<Passkey> {
  return requireFound(await updateName(tx, holder, id, name));
}

/** @returns the passkey that was removed @throws Refusal second-factor-not-found */
export async function removePasskey(tx: Transaction, holder: Holder, id: string): Promise<Passkey> {
  return requireFound(await deletePasskey(tx, holder, id));
}

const timeoutMs = challengeMinutes * 60_000;

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

const challengeOf = <Purpose extends string>(purpose: Purpose, { audience, relyingParty, boundTo }: PasskeyScope) => ({
  purpose,
  audience: `${audience} ${relyingParty.origin}`,
  boundTo,
});

/** Takes the challenge that a response was signed for. @throws Refusal passkey-refused */
async function useChallenge(
  db: PooledDatabase,
  { response }: RegistrationResponseJSON | AuthenticationResponseJSON,
  scope: ReturnType<typeof challengeOf<'register-passkey' | 'use-passkey'>>,
  holder: Holder | undefined,
): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  const { challenge } = await orRefuse(async () => decodeClientDataJSON(response.clientDataJSON));
  const issued = typeof challenge === 'string' ? await takeChallenge(db, challenge, scope) : undefined;
  const isForThem =
    issued &&
    issued.boundTo === scope.boundTo &&
    (holder && issued.holder ? isSameHolder(holder, issued.holder) : holder === issued.holder);
  if (!isForThem) throw new Refusal('passkey-refused');
  return challenge;
}

/** The library throws a sentence for each thing that is wrong with a response; people are told none of them. */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw new Refusal('passkey-refused');
  }
}

/** @throws Refusal passkey-limit-reached */
async function requireRoom(db: Database, holder: Holder): Promise<void> {
  if ((await selectPasskeys(db, holder)).length >= passkeysMost) throw new Refusal('passkey-limit-reached');
}

function requireFound<T>(found: T | undefined): T {
  if (found === undefined) throw new Refusal('second-factor-not-found');
  return found;
}

/** Hints for the browser, from the browser: words alone, and few. */
const knownTransports = (transports: readonly string[] = []) =>
  transports.filter((transport) => /^[a-z-]{1,20}$/.test(transport)).slice(0, 10);
