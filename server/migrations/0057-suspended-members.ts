import { sql, type Kysely } from 'kysely';

/**
 * A member may be suspended, and staff keep notes about members. A process of the release before does not know of
 * suspensions: the database refuses its sessions for suspended members.
 */
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
    for (const statement of refuseSessions) await sql.raw(statement).execute(db);
  },
};

const refuseSessions = [
  `create function require_unsuspended_member() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      if exists (select from public.member where id = new.member_id and suspended_at is not null) then
        raise exception 'This member is suspended.' using errcode = 'check_violation', constraint = 'session_unsuspended';
      end if;
      return new;
    end $$`,
  `revoke execute on function require_unsuspended_member() from public`,
  `create trigger sessions_unsuspended before insert on session for each row when (not new.factor_checked)
    execute function require_unsuspended_member()`,
];
