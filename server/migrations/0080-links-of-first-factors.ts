import { sql, type Kysely } from 'kysely';

/** Links that undo a first second factor, mailed when it is set up: who has stolen the password may have done so. */
export const linksOfFirstFactors = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table first_factor_link (
        token_hash bytea primary key,
        site_id text not null,
        member_id text not null,
        email text not null,
        -- When the factor was set up.
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        foreign key (site_id, member_id) references member (site_id, id) on delete cascade
      )`.execute(db);
    await sql`create index first_factor_link_member on first_factor_link (site_id, member_id)`.execute(db);
    await sql`create index first_factor_link_expires on first_factor_link (expires_at)`.execute(db);
  },
};
