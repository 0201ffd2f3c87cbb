import { sql, type Kysely } from 'kysely';

/**
 * Whether an address of a member was ever proved (decision 0083): once for the account, which decides whether its second
 * factors are its owner's, and once for the present address, which decides whether its mailbox is told of a change. A
 * trigger remembers both, so that no writer can forget it. Of members who were marked as unproved before it, nothing is known.
 */
export const proofsOfAddresses = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table member
    add column proved_once boolean not null default false,
    add column address_proved_once boolean not null default false`,
  `create function remember_proof() returns trigger language plpgsql set search_path = pg_catalog as $$
    begin
      new.proved_once := old.proved_once or old.verified;
      new.address_proved_once := new.email = old.email and (old.address_proved_once or old.verified);
      return new;
    end $$`,
  `create trigger members_proved before update of email, verified on member for each row
    when (old.verified or old.email <> new.email) execute function remember_proof()`,
];
