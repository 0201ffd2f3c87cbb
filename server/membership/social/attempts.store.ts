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

/** An attempt as stored: of state and browser secret only hashes. */
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

/** Stores an attempt. */
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

/** Uses an attempt up (replay): for the browser that began it, at the callback it was begun with. */
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

/** Stores a connect ticket. @returns whether its session still runs, which is locked against its end meanwhile */
export async function insertTicket(db: Database, tokenHash: Buffer, sessionHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into connect_ticket (token_hash, session_hash, expires_at)
    select ${tokenHash}, token_hash, now() + make_interval(secs => ${ticketSeconds})
    from session where token_hash = ${sessionHash} for key share
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Uses a ticket up. @returns the hash of its session; undefined for a used or expired one */
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
