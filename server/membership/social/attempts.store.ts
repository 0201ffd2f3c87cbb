import { sql, type Generated } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Attempt } from './attempt.ts';

type Tables = {
  provider_attempt: {
    state_hash: Buffer;
    browser_hash: Buffer;
    site_id: string;
    provider: string;
    callback_path: Generated<string>;
    origin: string;
    code_verifier: string;
    nonce: string;
    request: Attempt['request'];
    session_hash: Buffer | null;
    expires_at: Date;
  };
  connect_ticket: { token_hash: Buffer; session_hash: Buffer; expires_at: Date };
};

const attemptMinutes = 10;
const ticketSeconds = 60;

/** An attempt as it is stored: of state and browser secret only what they are compared with. */
export interface StoredAttempt extends Omit<Attempt, 'challenge'> {
  nonce: string;
  codeVerifier: string;
}

interface Keys {
  stateHash: Buffer;
  browserHash: Buffer;
}

interface Return extends Keys {
  callbackPath: string;
}

export async function insertAttempt(db: Database, attempt: StoredAttempt & Keys): Promise<void> {
  await db
    .withTables<Tables>()
    .insertInto('provider_attempt')
    .values({
      state_hash: attempt.stateHash,
      browser_hash: attempt.browserHash,
      site_id: attempt.siteId,
      provider: attempt.provider,
      callback_path: attempt.callbackPath,
      origin: attempt.origin,
      code_verifier: attempt.codeVerifier,
      nonce: attempt.nonce,
      request: sql<Attempt['request']>`${JSON.stringify(attempt.request)}::jsonb`,
      session_hash: attempt.sessionHash ?? null,
      expires_at: sql<Date>`now() + make_interval(mins => ${attemptMinutes})`,
    })
    .execute();
}

/** Deletes the attempt and returns it: once, to the browser that began it, at the callback it was begun with. */
export async function takeAttemptRow(
  db: Database,
  { stateHash, browserHash, callbackPath }: Return,
): Promise<StoredAttempt | undefined> {
  const row = await db
    .withTables<Tables>()
    .deleteFrom('provider_attempt')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('callback_path', '=', callbackPath)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const { site_id: siteId, provider, origin, code_verifier: codeVerifier, nonce, request, session_hash } = row;
  const sessionHash = session_hash ?? undefined;
  return { siteId, provider, callbackPath, origin, codeVerifier, nonce, request, sessionHash };
}

export async function insertTicket(db: Database, tokenHash: Buffer, sessionHash: Buffer): Promise<void> {
  await db
    .withTables<Tables>()
    .insertInto('connect_ticket')
    .values({
      token_hash: tokenHash,
      session_hash: sessionHash,
      expires_at: sql<Date>`now() + make_interval(secs => ${ticketSeconds})`,
    })
    .execute();
}

/** @returns the session it stands for, to the first who asks in time */
export async function takeTicketRow(db: Database, tokenHash: Buffer): Promise<Buffer | undefined> {
  const row = await db
    .withTables<Tables>()
    .deleteFrom('connect_ticket')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('session_hash')
    .executeTakeFirst();
  return row?.session_hash;
}

export async function deleteDead(db: Database): Promise<void> {
  for (const table of ['provider_attempt', 'connect_ticket'] as const)
    await db
      .withTables<Tables>()
      .deleteFrom(table)
      .where('expires_at', '<', sql<Date>`now()`)
      .execute();
}
