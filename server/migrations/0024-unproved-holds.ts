import { sql, type Kysely } from 'kysely';

/** Holds that give way, and codes that prove a member's own address. What a version before this one holds stays firm. */
export const unprovedHolds = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // A live hold of an unproved address gives way to a proved one.
  `alter table seat_claim add column gives_way boolean not null default false`,
  // A keyed hash of the client address a live hold was asked from; null once it is paid, released or firm for good.
  `alter table seat_claim add column network text`,
  `alter table mailed_code drop constraint mailed_code_purpose_check`,
  `alter table mailed_code add constraint mailed_code_purpose_check
    check (purpose in ('reset', 'login', 'signup', 'verify'))`,
];
