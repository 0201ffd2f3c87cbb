import { sql, type Kysely } from 'kysely';

/** Views of the console's lists that staff saved: they go with their maker, and with their site. */
export const listViews = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table list_view (
        id text primary key,
        staff_id text not null references staff (id) on delete cascade,
        list text not null,
        site_id text references site (id) on delete cascade,
        name text not null,
        query text not null,
        shared boolean not null default false,
        created_at timestamptz not null default now(),
        constraint list_view_name unique nulls not distinct (staff_id, list, site_id, name)
      )`.execute(db);
    await sql`create index list_view_shared on list_view (list, site_id) where shared`.execute(db);
    await sql`create index list_view_site_id on list_view (site_id) where site_id is not null`.execute(db);
  },
};
