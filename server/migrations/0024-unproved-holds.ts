import { sql, type Kysely } from 'kysely';

/** Holds that give way, and codes that prove a member's own address. Holds of older versions stay firm. */
export const unprovedHolds = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // A live hold of an unproved address can be pre-empted by a proved one.
  `alter table seat_claim add column gives_way boolean not null default false`,
  // A keyed hash of the requester's client address; null once the hold is paid, released or firm for good.
  `alter table seat_claim add column network text`,
  `alter table mailed_code drop constraint mailed_code_purpose_check`,
  `alter table mailed_code add constraint mailed_code_purpose_check
    check (purpose in ('reset', 'login', 'signup', 'verify'))`,
];
