import { sql, type Kysely } from 'kysely';

/** Webinars that staff edit, who takes part in each occasion, and recordings (decision 0081). */
export const webinars = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table webinar (
    id text primary key,
    -- Whose students see it; null for those of all partners.
    partner text,
    course text not null,
    state text not null check (state in ('draft', 'published', 'cancelled')),
    title text not null,
    description text not null,
    host text not null,
    category text not null check (category in ('technical', 'career', 'info')),
    minutes integer not null check (minutes > 0),
    attendees integer not null check (attendees >= 0),
    -- On the partner's calendar and clock: 2026-12-02, and 18:00.
    first_day date not null,
    every_weeks integer check (every_weeks > 0),
    start_time text not null,
    -- Where it takes place online; for those who registered alone.
    link text,
    reminder_hours integer[] not null default '{24,1}',
    version integer not null default 1,
    -- The version that calendar entries have to show.
    calendar_version integer not null default 1,
    created_at timestamptz not null default now()
  )`,
  `create table webinar_recording (
    webinar_id text not null references webinar (id),
    day date not null,
    link text not null,
    mailed_at timestamptz,
    primary key (webinar_id, day)
  )`,
  `create table webinar_attendee (
    id text primary key,
    webinar_id text not null references webinar (id),
    -- The occasion, on the partner's calendar.
    day date not null,
    member_id text not null references member (id) on delete cascade,
    partner text not null,
    starts_at timestamptz not null,
    registered_at timestamptz not null default now(),
    -- Hours before the start of the last reminder that was sent, or that was too late when they registered.
    reminded_hours integer,
    attended_at timestamptz,
    recording_mailed_at timestamptz,
    unique (webinar_id, day, member_id)
  )`,
  `create index webinar_attendee_member on webinar_attendee (member_id)`,
  `create index webinar_attendee_starts on webinar_attendee (starts_at)`,
  // Null in rows of the version before, which knew neither.
  `alter table webinar_registration add column partner text, add column shown_version integer`,
];
