import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  member: {
    id: string;
    site_id: string;
    verified: boolean;
    proved_once: boolean;
    logged_in_at: Date | null;
    created_at: Date;
    suspended_at: Date | null;
  };
};

const selectAbandoned = (db: Database, days: number) =>
  db
    .withTables<Tables>()
    .selectFrom('member')
    // A literal, in the words of the index `member_unproved`.
    .where(sql<boolean>`not verified`)
    .where('proved_once', '=', false)
    // A suspended one would be free to join again.
    .where('suspended_at', 'is', null)
    .where(sql<boolean>`coalesce(logged_in_at, created_at) < now() - make_interval(days => ${days})`);

/** Ids of abandoned accounts after an id, in the order of ids. */
export async function listAbandoned(
  db: Database,
  { days, after, limit }: { days: number; after: string; limit: number },
): Promise<string[]> {
  const rows = await selectAbandoned(db, days)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a member who is still abandoned. @returns the member's site; undefined for one who has come back */
export async function lockAbandoned(tx: Transaction, memberId: string, days: number): Promise<string | undefined> {
  const row = await selectAbandoned(tx, days)
    .select('site_id')
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  return row?.site_id;
}
