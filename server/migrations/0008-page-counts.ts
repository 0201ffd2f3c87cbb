import { sql, type Kysely } from 'kysely';

/** Page views per site and day. No personal data. */
export const pageCounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table page_count (
        site_id text not null references site (id) on delete cascade,
        day date not null,
        kind text not null check (kind in ('view', 'browser', 'os', 'screen', 'path', 'event')),
        -- The browser, path, … that is counted; empty for views.
        value text not null,
        count bigint not null,
        primary key (site_id, day, kind, value)
      )`.execute(db);
    await sql`create index page_count_age on page_count (day)`.execute(db);
  },
};
