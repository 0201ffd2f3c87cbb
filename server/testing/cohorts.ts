import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/**
 * A cohort in the future, without orders.
 *
 * @param of.capacity its seats
 * @returns its id
 */
export async function insertCohort(pool: pg.Pool, { capacity }: { capacity: number }): Promise<string> {
  const id = `cohort-${randomBytes(4).toString('hex')}`;
  await pool.query(
    `insert into cohort (id, course, name, mode, start_date, time_zone, capacity)
     values ($1, 'data', 'Data Science & AI (Full-Time)', 'full-time', current_date + 60, 'Pacific/Auckland', $2)`,
    [id, capacity],
  );
  return id;
}
