import { sql, type Kysely } from 'kysely';

/** A cohort may be for the students of some partners alone. */
export const cohortPartners = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Null for all of them, as every cohort was. An empty set would be a cohort that no student can choose.
  `alter table cohort add column partners text[] check (cardinality(partners) > 0)`,
];
