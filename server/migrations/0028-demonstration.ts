import { sql, type Kysely } from 'kysely';

/**
 * Marks members and sites seeded for demonstration, so that production can void them: their passwords are published in
 * the repository. And a site's audit trail outlives it, to record its removal.
 */
export const demonstration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table site
    add column demonstration boolean not null default false,
    -- Since then it refuses every request: the database was started in production.
    add column voided_at timestamptz`,
  `alter table member
    add column demonstration boolean not null default false,
    -- Since then no session can begin: the database was started in production.
    add column voided_at timestamptz`,
  `create index member_demonstration on member (id) where demonstration`,
  `update site set demonstration = true where id = 'app_demo'`,
  // Backfill. No real member has such an address: .example receives no mail (RFC 2606).
  `update member set demonstration = true
    where (site_id, email) in (
      ('app_enrolment', 'newcomer@intake.example'), ('app_enrolment', 'eligible@intake.example'),
      ('app_demo', 'friend@intake.example'), ('app_demo', 'visitor@intake.example'),
      ('app_demo', 'captain@intake.example'), ('app_demo', 'turner@intake.example'),
      ('app_demo', 'carver@intake.example'))`,
  `alter table audit_entry drop constraint audit_entry_site_id_fkey`,
];
