import { sql, type Kysely } from 'kysely';

/**
 * Runs that do not take place, what their students chose instead, and what staff have written to the students of a
 * cohort. A student without an outcome still has the seat of the cancelled run.
 */
export const cancelledRuns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table cancelled_run (
        cohort_id text primary key references cohort (id),
        reason text not null,
        actor text not null,
        staff_id text not null,
        choose_by timestamptz not null,
        reminded_at timestamptz
      )`.execute(db);
    await sql`
      create table run_choice (
        cohort_id text not null references cancelled_run (cohort_id),
        order_id text not null references enrolment_order (id) on delete cascade,
        told_at timestamptz not null default now(),
        outcome text check (outcome in ('cohort', 'refund', 'no-answer')),
        new_cohort_id text references cohort (id),
        decided_at timestamptz,
        primary key (cohort_id, order_id),
        check ((outcome is null) = (decided_at is null)),
        check ((outcome is not distinct from 'cohort') = (new_cohort_id is not null))
      )`.execute(db);
    await sql`create index run_choice_order on run_choice (order_id)`.execute(db);
    await sql`create index run_choice_new_cohort on run_choice (new_cohort_id) where new_cohort_id is not null`.execute(
      db,
    );
    await sql`
      create table cohort_mail (
        id text primary key,
        cohort_id text not null references cohort (id),
        staff_id text not null,
        actor text not null,
        subject text not null,
        body text not null,
        order_ids text[] not null,
        created_at timestamptz not null default now(),
        sent_at timestamptz
      )`.execute(db);
    await sql`create index cohort_mail_cohort on cohort_mail (cohort_id, sent_at)`.execute(db);
    await sql`create index cohort_mail_draft on cohort_mail (created_at) where sent_at is null`.execute(db);
  },
};
