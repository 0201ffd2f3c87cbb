import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import { deletingJob, type EndedRows } from '../ended-rows.ts';
import { columnOf, columnsOf, type Holder, type HolderColumns } from './holder.ts';

type Tables = {
  authenticator_app: HolderColumns & {
    id: string;
    sealed_secret: Buffer;
    /** The latest time step whose code was used. */
    last_step: number | null;
    created_at: Generated<Date>;
    /** null until the first right code: the secret may not have arrived on the phone. */
    confirmed_at: Date | null;
  };
};

/** How long a secret waits for its first code. */
export const pendingMinutes = 15;

/** A stored secret. */
export interface SealedSecret {
  id: string;
  sealedSecret: Buffer;
}

/** Stores an unconfirmed secret in place of an earlier unconfirmed one (upsert). */
export async function savePending(tx: Transaction, holder: Holder, { id, sealedSecret }: SealedSecret): Promise<void> {
  const fresh = { id, sealed_secret: sealedSecret, created_at: sql<Date>`now()` };
  await tx
    .withTables<Tables>()
    .insertInto('authenticator_app')
    .values({ ...fresh, ...columnsOf(holder) })
    .onConflict((conflict) =>
      conflict.column(columnOf(holder.kind)).where('confirmed_at', 'is', null).doUpdateSet(fresh),
    )
    .execute();
}

/** The secret that waits for its first code; locked. */
export const lockPending = (tx: Transaction, holder: Holder): Promise<SealedSecret | undefined> =>
  tx
    .withTables<Tables>()
    .selectFrom('authenticator_app')
    .select(['id', 'sealed_secret as sealedSecret'])
    .where(columnOf(holder.kind), '=', holder.id)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${pendingMinutes})`)
    .forUpdate()
    .executeTakeFirst();

/** Makes a waiting secret the person's only one. @param step whose code confirmed it */
export async function confirmPending(tx: Transaction, holder: Holder, id: string, step: number): Promise<void> {
  await deleteConfirmed(tx, holder);
  await tx
    .withTables<Tables>()
    .updateTable('authenticator_app')
    .set({ confirmed_at: sql<Date>`now()`, last_step: step })
    .where('id', '=', id)
    .execute();
}

/** The secret whose codes are accepted. */
export const findConfirmed = (db: Database, holder: Holder): Promise<SealedSecret | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('authenticator_app')
    .select(['id', 'sealed_secret as sealedSecret'])
    .where(columnOf(holder.kind), '=', holder.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();

/**
 * Uses a step's code up, with all before it (RFC 6238, 5.2).
 *
 * @returns whether it was unused; of concurrent calls one alone gets true
 */
export async function takeStep(db: Database, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .withTables<Tables>()
    .updateTable('authenticator_app')
    .set({ last_step: step })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether there was one */
export async function deleteConfirmed(tx: Transaction, holder: Holder): Promise<boolean> {
  const { numDeletedRows } = await tx
    .withTables<Tables>()
    .deleteFrom('authenticator_app')
    .where(columnOf(holder.kind), '=', holder.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The database's clock, in milliseconds since the epoch (decision 0007). */
export async function readTimeMs(db: Database): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  return rows[0]!.ms;
}

/** Secrets that were shown and never confirmed. */
export const endedPending: EndedRows = {
  table: 'authenticator_app',
  since: 'created_at',
  keptFor: 3_600,
  only: 'confirmed_at is null',
  job: deletingJob('forget-unconfirmed-authenticators', '28 * * * *'),
};
