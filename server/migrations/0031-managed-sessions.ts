import { sql, type Kysely } from 'kysely';

/** A session can be named without its token, and says where it came from; a code by mail proves who uses one. */
export const managedSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // The process of the release before this one inserts sessions while it still runs: both have a default.
  `alter table session add column id uuid not null default gen_random_uuid() unique`,
  `alter table session add column device text not null default ''`,
  `alter table session add column way text check (way in ('password', 'code', 'provider'))`,
  // The provider's key in the site's settings, where the way in was one.
  `alter table session add column provider text`,
  `alter table mailed_code drop constraint mailed_code_purpose_check`,
  `alter table mailed_code add constraint mailed_code_purpose_check
    check (purpose in ('reset', 'login', 'signup', 'verify', 'prove'))`,
];
