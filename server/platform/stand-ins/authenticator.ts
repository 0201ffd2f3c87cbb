import { Secret, TOTP } from 'otpauth';
import type { Database } from '../database/database.ts';
import type { Keys } from '../keys.ts';
import { findConfirmed, readTimeMs } from '../second-factor/authenticator-codes.store.ts';
import { sealedAuthenticators } from '../second-factor/authenticator-codes.ts';
import type { Holder } from '../second-factor/holder.ts';

const periodMs = 30_000;

/** The code of a secret at a time. */
const codeAt = (secret: string, timeMs: number): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: periodMs / 1_000, secret: Secret.fromBase32(secret) }).generate({
    timestamp: timeMs,
  });

/** What a phone shows. The next code is taken too: one of now may be used up. */
export interface ShownCodes {
  now: string;
  next: string;
  /** Until the next one is that of now. */
  secondsLeft: number;
}

/**
 * The codes of a person's authenticator app, from its stored secret: a stand-in for their phone, in development alone.
 *
 * @returns undefined for somebody without one
 */
export async function readCodes(db: Database, keys: Keys, holder: Holder): Promise<ShownCodes | undefined> {
  const stored = await findConfirmed(db, holder);
  if (!stored) return undefined;
  const secret = keys.open(sealedAuthenticators.purpose(stored.id), stored.sealedSecret);
  const timeMs = await readTimeMs(db);
  return {
    now: codeAt(secret, timeMs),
    next: codeAt(secret, timeMs + periodMs),
    secondsLeft: Math.ceil((periodMs - (timeMs % periodMs)) / 1_000),
  };
}

/** A code of the period before now: one that confirms a secret and leaves those of now unused. */
export const codeOfBefore = async (db: Database, secret: string): Promise<string> =>
  codeAt(secret, (await readTimeMs(db)) - periodMs);
