import { sql, type Kysely } from 'kysely';

/** Teams, their seats, and members barred from them. */
export const teams = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table team (
        id text primary key,
        site_id text not null references site (id) on delete cascade,
        owner_id text not null references member (id) on delete cascade,
        -- The plan the team shares, and whether it is active. One team for each.
        connection_id text not null unique references plan_connection (id) on delete cascade,
        -- Includes the owner's seat; null for no limit.
        seats integer check (seats > 0),
        -- The invitation twice: hashed for look-ups, and encrypted, to be shown to its owner again.
        invite_hash bytea not null unique,
        invite_sealed bytea not null,
        -- When the site event of the team's end was sent. Entitlement depends on the connection alone.
        closed_at timestamptz,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index team_owner on team (owner_id)`.execute(db);
    await sql`
      create table team_seat (
        -- One seat in one team for each member.
        member_id text primary key references member (id) on delete cascade,
        team_id text not null references team (id) on delete cascade,
        -- The id of the plan that comes with the seat, as the wire knows it.
        connection_id text not null unique,
        taken_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index team_seat_team on team_seat (team_id)`.execute(db);
    await sql`
      create table team_bar (
        team_id text not null references team (id) on delete cascade,
        member_id text not null references member (id) on delete cascade,
        primary key (team_id, member_id)
      )`.execute(db);
    await sql`create index team_bar_member on team_bar (member_id)`.execute(db);
  },
};
