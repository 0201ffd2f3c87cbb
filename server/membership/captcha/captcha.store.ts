import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

type Tables = { captcha_use: { site_id: string; id: string; used_at: Date } };

/** Longer than any proof counts: ours 10 minutes, others' at most 5. */
const rememberedHours = 1;

/** @returns whether it was the first time: of several at the same moment one alone gets it */
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

export async function deleteOldUses(db: Database): Promise<void> {
  await sql`delete from captcha_use where used_at < now() - make_interval(hours => ${rememberedHours})`.execute(db);
}

/** What the database's clock shows so many minutes from now, in seconds since the epoch. */
export async function secondsIn(db: Database, minutes: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select floor(extract(epoch from now() + make_interval(mins => ${minutes})))::integer as seconds`.execute(db);
  return rows[0]!.seconds;
}
