import { sql, type Kysely } from 'kysely';

/**
 * How many members a site has, for lists that say so: each statement that adds or deletes members writes a row with the
 * difference, so that concurrent sign-ups wait for no shared counter, and a job replaces the rows by their sum.
 */
export const memberCounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // No foreign key: the members of a removed site are counted down while it goes. Then the sum is 0, and its row ends.
  `create table member_count (site_id text not null, members integer not null)`,
  `create index member_count_site on member_count (site_id)`,
  // As the owner: the release before serves while the product's account has no rights on the new table yet.
  `create function count_members() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      if tg_op = 'INSERT' then
        insert into public.member_count (site_id, members) select site_id, count(*) from changed group by site_id;
      else
        insert into public.member_count (site_id, members) select site_id, -count(*) from changed group by site_id;
      end if;
      return null;
    end $$`,
  `revoke execute on function count_members() from public`,
  `create trigger members_added after insert on member referencing new table as changed
    for each statement execute function count_members()`,
  `create trigger members_deleted after delete on member referencing old table as changed
    for each statement execute function count_members()`,
  // Creating the triggers locks the table, so no member is inserted before this count.
  `insert into member_count (site_id, members) select site_id, count(*) from member group by site_id`,
];
