import type { Database } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import type { Challenge } from '../../platform/openid.ts';
import type { Session } from '../sessions/sessions.ts';
import type { Attempt } from './attempt.ts';
import { insertAttempt, insertTicket, takeAttemptRow, takeTicketRow } from './attempts.store.ts';

/** Random state, nonce and PKCE verifier; the verifier has RFC 7636's form, 43 unreserved characters. */
export const newChallenge = (): Challenge => ({
  state: randomToken(),
  nonce: randomToken(),
  codeVerifier: randomToken(),
});

/** Stores an attempt for ten minutes. @returns the secret for the browser's cookie (login CSRF) */
export async function saveAttempt(db: Database, { challenge, ...attempt }: Attempt): Promise<string> {
  const { state, nonce, codeVerifier } = challenge;
  const browserSecret = randomToken();
  const keys = { stateHash: hashToken(state), browserHash: hashToken(browserSecret) };
  await insertAttempt(db, { ...attempt, ...keys, nonce, codeVerifier });
  return browserSecret;
}

/** Uses up the attempt of a state: once, before it expires, for the browser that began it, at its own callback. */
export async function takeAttempt(
  db: Database,
  { state, browserSecret, callbackPath }: { state: string; browserSecret: string; callbackPath: string },
): Promise<Attempt | undefined> {
  const keys = { stateHash: hashToken(state), browserHash: hashToken(browserSecret) };
  const stored = await takeAttemptRow(db, { ...keys, callbackPath });
  if (!stored) return undefined;
  const { nonce, codeVerifier, ...attempt } = stored;
  return { ...attempt, challenge: { state, nonce, codeVerifier } };
}

/**
 * A one-time ticket in place of the session token in an address: valid for a minute, only to connect a provider.
 *
 * @returns undefined where the session has ended since it was found
 */
export async function createTicket(db: Database, { tokenHash }: Session): Promise<string | undefined> {
  const ticket = randomToken();
  return (await insertTicket(db, hashToken(ticket), tokenHash)) ? ticket : undefined;
}

/** Uses a ticket up. @returns the hash of the session's token */
export const takeTicket = (db: Database, ticket: string): Promise<Buffer | undefined> =>
  takeTicketRow(db, hashToken(ticket));
