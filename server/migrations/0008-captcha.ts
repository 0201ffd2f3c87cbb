import { sql, type Kysely } from 'kysely';

/** Used captcha proofs, against replay. */
export const captcha = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table captcha_use (
        site_id text not null references site (id) on delete cascade,
        id text not null,
        used_at timestamptz not null,
        primary key (site_id, id)
      )`.execute(db);
    await sql`create index captcha_use_age on captcha_use (used_at)`.execute(db);
  },
};
