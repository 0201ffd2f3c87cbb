import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

type Tables = { captcha_use: { site_id: string; id: string; used_at: Date } };

/** Uses a proof up, atomically. @returns whether this was its first use; of concurrent calls one alone gets true */
export async function markUsed(db: Database, siteId: string, id: string): Promise<boolean> {
  const marked = await db
    .withTables<Tables>()
    .insertInto('captcha_use')
    .values({ site_id: siteId, id, used_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** The database's time so many minutes from now, in seconds since the epoch. */
export async function secondsIn(db: Database, minutes: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select floor(extract(epoch from now() + make_interval(mins => ${minutes})))::integer as seconds`.execute(db);
  return rows[0]!.seconds;
}
