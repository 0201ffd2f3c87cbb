import { sql, type Kysely } from 'kysely';

/**
 * Says which members and sites were seeded for demonstration, so that production can void them: their passwords stand in
 * the repository. And the audit trail of a site outlives it, so that its removal can be told.
 */
export const demonstration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table site
    add column demonstration boolean not null default false,
    -- Since then it answers nobody: the database was started in production.
    add column voided_at timestamptz`,
  `alter table member
    add column demonstration boolean not null default false,
    -- Since then no session begins: the database was started in production.
    add column voided_at timestamptz`,
  `create index member_demonstration on member (id) where demonstration`,
  `update site set demonstration = true where id = 'app_demo'`,
  // Of databases seeded before this step. RFC 2606: no address under .example receives mail, so nobody else has one.
  `update member set demonstration = true
    where (site_id, email) in (
      ('app_enrolment', 'newcomer@intake.example'), ('app_enrolment', 'eligible@intake.example'),
      ('app_demo', 'friend@intake.example'), ('app_demo', 'visitor@intake.example'),
      ('app_demo', 'captain@intake.example'), ('app_demo', 'turner@intake.example'),
      ('app_demo', 'carver@intake.example'))`,
  `alter table audit_entry drop constraint audit_entry_site_id_fkey`,
];
