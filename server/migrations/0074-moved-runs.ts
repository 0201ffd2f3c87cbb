import { sql, type Kysely } from 'kysely';

/**
 * Runs that were moved to another first day, and what their students answered. A cohort counts its moves; an order says
 * which of them its buyer knew of, so that one with a lower number waits for an answer.
 */
export const movedRuns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table cohort add column moves integer not null default 0`.execute(db);
    await sql`alter table enrolment_order add column known_moves integer not null default 0`.execute(db);
    await sql`
      create table moved_run (
        cohort_id text not null references cohort (id),
        move integer not null,
        start_before text not null,
        start_after text not null,
        reason text not null,
        actor text not null,
        staff_id text not null,
        moved_at timestamptz not null,
        choose_by timestamptz not null,
        reminded_at timestamptz,
        primary key (cohort_id, move)
      )`.execute(db);
    await sql`
      create table move_choice (
        cohort_id text not null,
        move integer not null,
        order_id text not null references enrolment_order (id) on delete cascade,
        told_at timestamptz not null default now(),
        outcome text check (outcome in ('keep', 'cohort', 'refund', 'no-answer')),
        new_cohort_id text references cohort (id),
        decided_at timestamptz,
        primary key (cohort_id, move, order_id),
        foreign key (cohort_id, move) references moved_run (cohort_id, move),
        check ((outcome is null) = (decided_at is null)),
        check ((outcome is not distinct from 'cohort') = (new_cohort_id is not null))
      )`.execute(db);
    await sql`create index move_choice_order on move_choice (order_id)`.execute(db);
    await sql`create index move_choice_new_cohort on move_choice (new_cohort_id) where new_cohort_id is not null`.execute(
      db,
    );
  },
};
