import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { Accepted } from './registration.ts';

type Tables = {
  pending_sign_up: {
    id: string;
    site_id: string;
    email: string;
    password_hash: string;
    application: Wanted;
    token_hash: Buffer | null;
    expires_at: Date;
  };
};

/** What a private sign-up asks for besides the account. */
export interface Wanted extends Accepted {
  inviteToken: string | null;
}

/** A private sign-up whose address is not proved yet. */
export interface PendingSignUp {
  id: string;
  siteId: string;
  email: string;
  passwordHash: string;
  wanted: Wanted;
}

/** Stores a pending sign-up. @param hours until it expires */
export async function insertSignUp(tx: Transaction, pending: PendingSignUp, hours: number): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('pending_sign_up')
    .values({
      id: pending.id,
      site_id: pending.siteId,
      email: pending.email,
      password_hash: pending.passwordHash,
      application: sql<Wanted>`${JSON.stringify(pending.wanted)}::jsonb`,
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .execute();
}

/** Stores the link of a pending sign-up. @returns its site and address; undefined when it has a link (idempotent) */
export const giveLink = (
  tx: Transaction,
  id: string,
  tokenHash: Buffer,
): Promise<{ siteId: string; email: string } | undefined> =>
  tx
    .withTables<Tables>()
    .updateTable('pending_sign_up')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('token_hash', 'is', null)
    .returning(['site_id as siteId', 'email'])
    .executeTakeFirst();

/** The pending sign-up of an unexpired link. */
export const findByLink = (db: Database, tokenHash: Buffer): Promise<PendingSignUp | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('pending_sign_up')
    .select(['id', 'site_id as siteId', 'email', 'password_hash as passwordHash', 'application as wanted'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses a pending sign-up up, and deletes others of its address. @returns whether this call was the first */
export async function takeSignUp(tx: Transaction, { id, siteId, email }: PendingSignUp): Promise<boolean> {
  const tables = tx.withTables<Tables>();
  const { numDeletedRows } = await tables
    .deleteFrom('pending_sign_up')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await tables.deleteFrom('pending_sign_up').where('site_id', '=', siteId).where('email', '=', email).execute();
  return true;
}
