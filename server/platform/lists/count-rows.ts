import { sql, type RawBuilder } from 'kysely';
import { listLimits, type ListCount } from '../../../contract/console/list.ts';
import { isCancelled, transaction, type PooledDatabase } from '../database/database.ts';
import { planAnew } from './plan-anew.ts';

/** Milliseconds that an exact count may take. A list waits for it. */
const countMs = 100;

/**
 * How many rows there are: exact up to ten thousand, beyond that, or where counting takes too long, what the planner
 * expects.
 *
 * @param rows what follows `from`
 */
export async function countRows(db: PooledDatabase, rows: RawBuilder<unknown>): Promise<ListCount> {
  const counted = await countExactly(db, rows);
  if (counted !== undefined && counted <= listLimits.countedTo) return { rows: counted, isExact: true };
  const expected = await expectRows(db, rows);
  return counted === undefined ? { rows: expected, isExact: false } : beyondCounted(expected);
}

/** How many rows there are, however many and however long that takes, up to the limit of every statement. */
export const countAllRows = (db: PooledDatabase, rows: RawBuilder<unknown>): Promise<number> =>
  transaction(db, async (tx) => {
    await planAnew(tx);
    const counted = await sql<{ rows: number }>`select count(*)::int as rows from ${rows}`.execute(tx);
    return counted.rows[0]!.rows;
  });

/** The count of rows of which it is known that they are more than are counted. @param expected by the planner */
export const beyondCounted = (expected: number): ListCount => ({
  rows: Math.max(expected, listLimits.countedTo),
  isExact: false,
});

async function countExactly(db: PooledDatabase, rows: RawBuilder<unknown>): Promise<number | undefined> {
  try {
    return await transaction(db, async (tx) => {
      await planAnew(tx, countMs);
      const counted = await sql<{ rows: number }>`
        select count(*)::int as rows from (select from ${rows} limit ${sql.lit(listLimits.countedTo + 1)}) counted`.execute(
        tx,
      );
      return counted.rows[0]!.rows;
    });
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}

/** How many rows the planner expects, to two digits. @param rows what follows `from` */
export async function expectRows(db: PooledDatabase, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: plans } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from ${rows}`.execute(db);
  return roundToTwoDigits(plans[0]!['QUERY PLAN'][0].Plan['Plan Rows']);
}

/** 48,213 as 48,000: more digits would claim more than is known. */
function roundToTwoDigits(number: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, number))) - 1);
  return Math.round(number / unit) * unit;
}
