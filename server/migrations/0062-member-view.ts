import { sql, type Kysely } from 'kysely';

/**
 * Views of staff who see as a member: read-only, for half an hour. The person on the staff stands without a reference: the
 * end of a view is written down after they were removed. A view counts while the person is as they were (`staff_version`).
 */
export const memberView = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table member_view (
        id text primary key,
        site_id text not null references site (id) on delete cascade,
        member_id text not null,
        staff_id text not null,
        staff_version integer not null,
        actor text not null,
        reason text not null,
        code_hash bytea,
        code_ends_at timestamptz not null,
        token_hash bytea,
        began_at timestamptz not null default now(),
        ends_at timestamptz not null,
        ended_at timestamptz,
        constraint member_view_code unique (code_hash),
        constraint member_view_token unique (token_hash),
        foreign key (site_id, member_id) references member (site_id, id) on delete cascade
      )`.execute(db);
    await sql`create index member_view_member on member_view (site_id, member_id)`.execute(db);
    await sql`create index member_view_ends_at on member_view (ends_at)`.execute(db);
  },
};
