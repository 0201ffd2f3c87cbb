import { sql, type Kysely } from 'kysely';

/** Sessions have an id beside the token, and their origin; a mailed code gives a session a recent proof. */
export const managedSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Both have a default: in a rolling update processes of the previous release still insert sessions.
  `alter table session add column id uuid not null default gen_random_uuid() unique`,
  `alter table session add column device text not null default ''`,
  `alter table session add column way text check (way in ('password', 'code', 'provider'))`,
  // The provider's key in the site's settings, for a sign-in by provider.
  `alter table session add column provider text`,
  `alter table mailed_code drop constraint mailed_code_purpose_check`,
  `alter table mailed_code add constraint mailed_code_purpose_check
    check (purpose in ('reset', 'login', 'signup', 'verify', 'prove'))`,
];
