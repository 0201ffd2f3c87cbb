import type { Pool } from '../platform/database/database.ts';

/** What a migration did to a table that was there, row by row and under its lock. */
export interface WholeTables {
  /** Begins to look: what happens from now on, to tables that are there now. */
  watch(): Promise<void>;
  /** What has happened since, such as `update member`, `rewrite member` or `index member_email`. */
  seen(): Promise<string[]>;
}

const ours = `c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'`;

/** Has the server itself note what goes through a whole table, with empty tables too. Needs a superuser. */
export async function watchWholeTables(pool: Pool): Promise<WholeTables> {
  await pool.query(`
    create schema watched;
    create table watched.work (what text);
    create table watched.index (id oid);
    create table watched.table (id oid);
    create function watched.note_rows() returns trigger language plpgsql as $$ begin
      insert into watched.work values (lower(tg_op) || ' ' || tg_table_name);
      return null;
    end $$;
    create function watched.note_rewrite() returns event_trigger language plpgsql as $$ begin
      insert into watched.work select 'rewrite ' || pg_event_trigger_table_rewrite_oid()::regclass
        where pg_event_trigger_table_rewrite_oid() in (select id from watched.table);
    end $$;
    create event trigger watched_rewrite on table_rewrite execute function watched.note_rewrite()`);
  return {
    async watch() {
      await pool.query(`
        truncate watched.work, watched.index, watched.table;
        insert into watched.table select c.oid from pg_class c where ${ours};
        insert into watched.index select indexrelid from pg_index;
        -- Once for each statement, so without rows too.
        do $$ declare name text; begin
          for name in select id::regclass from watched.table loop
            execute format('create or replace trigger watched after update or delete on %s
              for each statement execute function watched.note_rows()', name);
          end loop;
        end $$`);
    },
    async seen() {
      const { rows } = await pool.query<{ what: string }>(`
        select what from watched.work
        union select 'index ' || indexrelid::regclass from pg_index join watched.table on id = indrelid
          where indexrelid not in (select id from watched.index)
        order by what`);
      return rows.map(({ what }) => what);
    },
  };
}
