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

/** What was asked for beside the account itself. */
export interface Wanted extends Accepted {
  inviteToken: string | null;
}

export interface PendingSignUp {
  id: string;
  siteId: string;
  email: string;
  passwordHash: string;
  wanted: Wanted;
}

/** @param hours so long the link will work */
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

/** Gives a sign-up its link. @returns whose it is; nothing when it has one already */
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

export const findByLink = (db: Database, tokenHash: Buffer): Promise<PendingSignUp | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('pending_sign_up')
    .select(['id', 'site_id as siteId', 'email', 'password_hash as passwordHash', 'application as wanted'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses a sign-up up, and whatever else waits for its address. @returns false for everyone but the first */
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

export async function deleteOldSignUps(db: Database): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('pending_sign_up')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
