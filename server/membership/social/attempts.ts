import type { Database } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import type { Challenge } from '../../platform/openid.ts';
import type { Session } from '../sessions/sessions.ts';
import type { Attempt } from './attempt.ts';
import { deleteDead, insertAttempt, insertTicket, takeAttemptRow, takeTicketRow } from './attempts.store.ts';

/** Random all of it. The verifier is as RFC 7636 wants it: 43 characters of the unreserved ones. */
export const newChallenge = (): Challenge => ({
  state: randomToken(),
  nonce: randomToken(),
  codeVerifier: randomToken(),
});

/** Remembers an attempt for ten minutes. @returns the secret that its browser is to keep in a cookie */
export async function saveAttempt(db: Database, { challenge, ...attempt }: Attempt): Promise<string> {
  const { state, nonce, codeVerifier } = challenge;
  const browserSecret = randomToken();
  const keys = { stateHash: hashToken(state), browserHash: hashToken(browserSecret) };
  await insertAttempt(db, { ...attempt, ...keys, nonce, codeVerifier });
  return browserSecret;
}

/** The attempt a state belongs to: once, in time, for the browser that began it and at the callback it was begun with. */
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

/** What stands for a session in an address: it works once, for a minute, and only to connect a provider. */
export async function createTicket(db: Database, { tokenHash }: Session): Promise<string> {
  const ticket = randomToken();
  await insertTicket(db, hashToken(ticket), tokenHash);
  return ticket;
}

/** @returns what is stored of the session's token */
export const takeTicket = (db: Database, ticket: string): Promise<Buffer | undefined> =>
  takeTicketRow(db, hashToken(ticket));

export const forgetDeadAttempts = (db: Database): Promise<void> => deleteDead(db);
