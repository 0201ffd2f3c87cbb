import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import { columnOf, type Holder } from './holder.ts';

/** What a person has set up. */
export interface Factors {
  passkeys: number;
  /** Domains the passkeys are good for. */
  passkeyDomains: string[];
  hasAuthenticator: boolean;
  /** Unused ones. Alone they are no second factor. */
  recoveryCodes: number;
}

/** What a person has set up, in one statement. */
export async function readFactors(db: Database, { kind, id }: Holder): Promise<Factors> {
  const column = sql.ref(columnOf(kind));
  const { rows } = await sql<Factors>`
    select (select count(*)::int from passkey where ${column} = ${id}) as passkeys,
      array(select distinct relying_party from passkey where ${column} = ${id}) as "passkeyDomains",
      exists (select from authenticator_app where ${column} = ${id} and confirmed_at is not null) as "hasAuthenticator",
      (select count(*)::int from recovery_code where ${column} = ${id}) as "recoveryCodes"`.execute(db);
  return rows[0]!;
}

/** Whether a password alone is not enough for this person. */
export const hasSecondFactor = ({ passkeys, hasAuthenticator }: Factors): boolean => passkeys > 0 || hasAuthenticator;

/** Removes everything a person has set up, waiting challenges included: they have lost it, and staff confirmed so. */
export async function removeFactors(tx: Transaction, { kind, id }: Holder): Promise<void> {
  const column = sql.ref(columnOf(kind));
  for (const table of ['passkey', 'authenticator_app', 'recovery_code', 'second_factor_challenge'])
    await sql`delete from ${sql.table(table)} where ${column} = ${id}`.execute(tx);
}

/**
 * Removes what a person has set up since a moment. Recovery codes and waiting challenges end altogether: their age is not
 * known.
 */
export async function removeFactorsSince(tx: Transaction, { kind, id }: Holder, since: Date): Promise<void> {
  const column = sql.ref(columnOf(kind));
  await sql`delete from passkey where ${column} = ${id} and created_at >= ${since}`.execute(tx);
  await sql`
    delete from authenticator_app
    where ${column} = ${id} and (confirmed_at is null or confirmed_at >= ${since})`.execute(tx);
  for (const table of ['recovery_code', 'second_factor_challenge'])
    await sql`delete from ${sql.table(table)} where ${column} = ${id}`.execute(tx);
}
