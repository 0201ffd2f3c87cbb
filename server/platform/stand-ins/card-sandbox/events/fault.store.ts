import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { isHitBy, type ApiFault, type Faults } from './faults.ts';
import { tables } from '../store/tables.ts';

/** The faults that are on, with how many requests the API fault still hits. */
export async function findFaults(db: Database): Promise<Faults> {
  const row = await tables(db).selectFrom('card_sandbox_fault').selectAll().executeTakeFirst();
  const faults = (row?.faults ?? {}) as Faults;
  if (!faults.api || row?.api_times_left === null) return faults;
  if (row?.api_times_left === 0) return { ...faults, api: undefined };
  return { ...faults, api: { ...faults.api, times: row?.api_times_left } };
}

/** Replaces the injected faults; `{}` switches all off. */
export async function replaceFaults(db: Database, faults: Faults): Promise<void> {
  const row = { faults: JSON.stringify(faults), api_times_left: faults.api?.times ?? null };
  await tables(db)
    .insertInto('card_sandbox_fault')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Takes the API fault for a request; a fault limited to some requests is decremented atomically. */
export async function takeApiFault(db: Database, method: string, path: string): Promise<ApiFault | undefined> {
  const { api } = await findFaults(db);
  if (!api || !isHitBy(api, method, path)) return undefined;
  if (api.times === undefined) return api;
  const { numUpdatedRows } = await tables(db)
    .updateTable('card_sandbox_fault')
    .set({ api_times_left: sql<number>`api_times_left - 1` })
    .where('api_times_left', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? api : undefined;
}
