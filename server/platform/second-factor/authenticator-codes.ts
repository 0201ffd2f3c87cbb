import { Secret, TOTP } from 'otpauth';
import type { Database, Transaction } from '../database/database.ts';
import { newId, type Keys } from '../keys.ts';
import type { SealedColumn } from '../sealed-values.ts';
import {
  confirmPending,
  deleteConfirmed,
  findConfirmed,
  lockPending,
  readTimeMs,
  savePending,
  takeStep,
  type SealedSecret,
} from './authenticator-codes.store.ts';
import type { Holder } from './holder.ts';

export { pendingMinutes } from './authenticator-codes.store.ts';

/** RFC 6238 with what authenticator apps take without being told: SHA-1, six digits, 30 seconds. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Steps that a phone's clock may be off, either way. */
const driftSteps = 1;
/** RFC 4226, 4: 160 bits are recommended. */
const secretBytes = 20;

const sealPurpose = (id: string) => `authenticator ${id}`;

export const sealedAuthenticators: SealedColumn = {
  table: 'authenticator_app',
  column: 'sealed_secret',
  key: ['id'],
  purpose: sealPurpose,
};

/** A new secret, shown once. */
export interface NewAuthenticator {
  /** In base32, to be typed. */
  secret: string;
  /** `otpauth://totp/…`, to be shown as a QR code. */
  uri: string;
}

/**
 * Makes a secret that {@link confirmAuthenticator} takes within 15 minutes. Until then an earlier authenticator stays
 * good.
 *
 * @param names what the app shows: who asks for codes, and for which account
 */
export async function beginAuthenticator(
  tx: Transaction,
  keys: Keys,
  holder: Holder,
  { issuer, account }: { issuer: string; account: string },
): Promise<NewAuthenticator> {
  const secret = new Secret({ size: secretBytes });
  const id = newId('aut_');
  await savePending(tx, holder, { id, sealedSecret: keys.seal(sealPurpose(id), secret.base32) });
  return { secret: secret.base32, uri: new TOTP({ ...totp, issuer, label: account, secret }).toString() };
}

/**
 * Takes the first code of a new secret, which replaces an earlier authenticator from then on.
 *
 * @returns whether the code was right
 */
export async function confirmAuthenticator(
  tx: Transaction,
  keys: Keys,
  holder: Holder,
  code: string,
): Promise<boolean> {
  const pending = await lockPending(tx, holder);
  const step = pending && (await stepOf(tx, keys, pending, code));
  if (step === undefined) return false;
  await confirmPending(tx, holder, pending!.id, step);
  return true;
}

/**
 * Whether a code is right and unused, one step of 30 seconds early or late included. It uses up the code and all of
 * earlier steps.
 *
 * The caller bounds the guesses: six digits withstand few (`takeTry` of `challenges.store.ts`, and a limit per account).
 */
export async function isAuthenticatorCode(db: Database, keys: Keys, holder: Holder, code: string): Promise<boolean> {
  const confirmed = await findConfirmed(db, holder);
  const step = confirmed && (await stepOf(db, keys, confirmed, code));
  return step !== undefined && takeStep(db, confirmed!.id, step);
}

/** @returns whether there was one */
export const removeAuthenticator = (tx: Transaction, holder: Holder): Promise<boolean> => deleteConfirmed(tx, holder);

/** The time step a code is of, by the database's clock; undefined for a wrong one. */
async function stepOf(
  db: Database,
  keys: Keys,
  { id, sealedSecret }: SealedSecret,
  code: string,
): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = await readTimeMs(db);
  const secret = Secret.fromBase32(keys.open(sealPurpose(id), sealedSecret));
  const delta = TOTP.validate({ ...totp, token, secret, timestamp, window: driftSteps });
  return delta === null ? undefined : TOTP.counter({ period: totp.period, timestamp }) + delta;
}
