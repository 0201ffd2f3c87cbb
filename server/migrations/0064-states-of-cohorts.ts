import { sql, type Kysely } from 'kysely';

/**
 * What staff decide about a cohort: whether students see it yet, with how many students it runs, that it runs, and that
 * it does not. The version tells two people who edit one cohort apart.
 */
export const statesOfCohorts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table cohort
      add column is_draft boolean not null default false,
      add column minimum integer check (minimum >= 0),
      add column confirmed_at timestamptz,
      add column cancelled_at timestamptz,
      add column version integer not null default 1`.execute(db);
  },
};
