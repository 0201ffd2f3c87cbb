import { sql, type Kysely } from 'kysely';

/** A member may be suspended, and staff keep notes about members. */
export const suspendedMembers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table member add column suspended_at timestamptz, add column suspension_reason text`.execute(db);
    await sql`
      create table member_note (
        id text primary key,
        site_id text not null,
        member_id text not null,
        -- Without a reference: a note outlives its author's time on the staff.
        staff_id text not null,
        author text not null,
        body text not null,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        changed_at timestamptz,
        foreign key (site_id, member_id) references member (site_id, id) on delete cascade
      )`.execute(db);
    await sql`create index member_note_of_member on member_note (site_id, member_id, created_at, id)`.execute(db);
  },
};
