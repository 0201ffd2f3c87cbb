import { sql, type ColumnType, type Generated } from 'kysely';
import type { RunOutcome } from '../../../contract/console/runs-schemas.ts';
import type { StudentFields } from '../../../contract/student-fields.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hasTable } from '../../platform/database/has-table.ts';
import type { Condition } from '../../platform/lists/conditions.ts';
import { nameOf } from '../students.ts';
import { ordersInScope, type CohortScope } from '../catalogue/cohort-scope.ts';
import { hasMoneyLeft } from '../payments/orders/orders.ts';

type RunTables = {
  cancelled_run: {
    cohort_id: string;
    reason: string;
    actor: string;
    staff_id: string;
    choose_by: Date;
    reminded_at: ColumnType<Date | null, never, Date>;
  };
  run_choice: {
    cohort_id: string;
    order_id: string;
    told_at: Generated<Date>;
    outcome: ColumnType<RunOutcome | null, RunOutcome | undefined>;
    new_cohort_id: ColumnType<string | null, string | null | undefined>;
    decided_at: ColumnType<Date | null, Date | undefined>;
  };
};

const tables = (db: Database) => db.withTables<RunTables>();

/** A run that does not take place. */
export interface CancelledRun {
  cohortId: string;
  reason: string;
  /** The person of staff, as named then. */
  actor: string;
  staffId: string;
  /** Until when its students choose, by the business clock. */
  chooseBy: Date;
}

/** Writes down a cancelled run. */
export async function insertRun(tx: Transaction, run: CancelledRun): Promise<void> {
  await tables(tx)
    .insertInto('cancelled_run')
    .values({
      cohort_id: run.cohortId,
      reason: run.reason,
      actor: run.actor,
      staff_id: run.staffId,
      choose_by: run.chooseBy,
    })
    .execute();
}

/** A cancelled run by its cohort. */
export const findRun = (
  db: Database,
  cohortId: string,
): Promise<(CancelledRun & { remindedAt: Date | null }) | undefined> =>
  tables(db)
    .selectFrom('cancelled_run')
    .select([
      'cohort_id as cohortId',
      'reason',
      'actor',
      'staff_id as staffId',
      'choose_by as chooseBy',
      'reminded_at as remindedAt',
    ])
    .where('cohort_id', '=', cohortId)
    .executeTakeFirst();

/** Writes down that the students are reminded. @returns false where they were before */
export async function markReminded(tx: Transaction, cohortId: string, at: Date): Promise<boolean> {
  const marked = await tables(tx)
    .updateTable('cancelled_run')
    .set({ reminded_at: at })
    .where('cohort_id', '=', cohortId)
    .where('reminded_at', 'is', null)
    .returning('cohort_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Writes down that a student is told of the choice. @returns false where they were before */
export async function insertChoice(tx: Transaction, cohortId: string, orderId: string): Promise<boolean> {
  const told = await tables(tx)
    .insertInto('run_choice')
    .values({ cohort_id: cohortId, order_id: orderId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst();
  return told !== undefined;
}

/** What became of one student's seat in a cancelled run. */
export interface Decision {
  cohortId: string;
  orderId: string;
  outcome: RunOutcome;
  /** Where the outcome is another cohort. */
  newCohortId?: string;
  at: Date;
}

/** Writes down an outcome. */
export async function recordDecision(
  tx: Transaction,
  { cohortId, orderId, outcome, newCohortId, at }: Decision,
): Promise<void> {
  const decided = { outcome, new_cohort_id: newCohortId ?? null, decided_at: at };
  await tables(tx)
    .insertInto('run_choice')
    .values({ cohort_id: cohortId, order_id: orderId, ...decided })
    .onConflict((conflict) => conflict.columns(['cohort_id', 'order_id']).doUpdateSet(decided))
    .execute();
}

/** Seats `s` that are paid or held, with their orders `o`. */
export const seats = sql`seat_claim s join enrolment_order o on o.id = s.order_id`;
const seatOf = (cohortId: string) => sql`s.cohort_id = ${cohortId} and s.state in ('live', 'consumed')`;

/** Students, seats and money of a cohort, of the partners in scope. */
export interface RunNumbers {
  students: number;
  seatsHeld: number;
  openCheckouts: number;
  processing: number;
  paidCents: number;
  /** Students whose account is there. */
  mailed: number;
}

/** Counts what a cancellation would touch. */
export async function countRun(db: Database, scope: CohortScope, cohortId: string): Promise<RunNumbers> {
  const { rows } = await sql<RunNumbers>`
    select count(*) filter (where o.state = 'paid')::int as students,
      count(*) filter (where s.state = 'live' and s.expires_at > now())::int as "seatsHeld",
      count(*) filter (where o.state in ('draft', 'awaiting-payment'))::int as "openCheckouts",
      count(*) filter (where o.state = 'processing')::int as processing,
      coalesce(sum(kept.cents) filter (where o.state = 'paid'), 0)::int as "paidCents",
      count(m.id) filter (where o.state = 'paid')::int as mailed
    from ${seats} left join member m on m.id = o.member_id,
      lateral (select coalesce(sum(p.amount_cents - coalesce(p.dispute_part_cents, 0) - (select coalesce(sum(r.amount_cents), 0) from refund r
        where r.payment_id = p.id and r.state in ('requested', 'pending', 'succeeded'))), 0) as cents
        from payment p where p.order_id = o.id) kept
    where ${seatOf(cohortId)} and ${ordersInScope(scope)}`.execute(db);
  return rows[0]!;
}

/** The partners of a cohort's students. */
export async function listStudentPartners(db: Database, cohortId: string): Promise<PartnerCode[]> {
  const { rows } = await sql<{ partner: PartnerCode }>`
    select distinct o.partner from ${seats} where ${seatOf(cohortId)} and o.state = 'paid'`.execute(db);
  return rows.map(({ partner }) => partner);
}

/** Ids of orders of a cohort in some states, those looked at longest ago first. */
export async function listSeated(
  db: Database,
  cohortId: string,
  also: Condition,
  most: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from ${seats} where ${seatOf(cohortId)} and ${also} order by o.updated_at, o.id limit ${most}`.execute(
    db,
  );
  return rows;
}

/** Orders `o` whose checkout is open or in creation. */
export const isPayable = sql`o.state in ('draft', 'awaiting-payment')`;

/** Orders whose checkout is open or in creation. */
export const listPayable = (db: Database, cohortId: string, most: number): Promise<{ id: string }[]> =>
  listSeated(db, cohortId, isPayable, most);

/**
 * Orders whose payment a bank is settling, and whose payers are not told yet that it goes back.
 *
 * @param of.occasion by which `mailProcessing` tells them
 */
export const listUntoldPayers = (
  db: Database,
  { cohortId, occasion, also = sql`true` }: { cohortId: string; occasion: string; also?: Condition },
  most: number,
): Promise<{ id: string }[]> =>
  listSeated(
    db,
    cohortId,
    sql`o.state = 'processing' and ${also} and not exists (select from mail_outbox m
      where m.dedupe_key = 'processing:' || o.id || ':' || ${occasion}::text)`,
    most,
  );

/** Paid orders whose students are not told yet. */
export const listUntold = (db: Database, cohortId: string, most: number): Promise<{ id: string }[]> =>
  listSeated(
    db,
    cohortId,
    sql`o.state = 'paid' and not exists (select from run_choice c where c.cohort_id = ${cohortId} and c.order_id = o.id)`,
    most,
  );

/** Paid orders whose students have not chosen. */
export const listUndecided = (db: Database, cohortId: string, most: number): Promise<{ id: string }[]> =>
  listSeated(db, cohortId, sql`o.state = 'paid'`, most);

/**
 * Cancelled runs with seats that are paid or may be. The limit inside keeps the planner from joining all seats: it looks
 * at those of one run after the other, along `seat_claim_counted`.
 */
export async function listUnsettledRuns(db: Database): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select r.cohort_id as id from cancelled_run r cross join lateral (
      select o.id from ${seats} where s.cohort_id = r.cohort_id and s.state in ('live', 'consumed')
        and o.state in ('draft', 'awaiting-payment', 'processing', 'paid') limit 1) unsettled
    order by r.choose_by limit 100`.execute(db);
  return rows;
}

/** Gives the students of cancelled runs who have not chosen at least `hours` from now. @returns how many they are */
export async function extendRunChoices(tx: Transaction, hours: number): Promise<number> {
  if (!(await hasTable(tx, 'cancelled_run'))) return 0;
  const { rows } = await sql<{ students: number }>`
    with undecided as (
      select s.cohort_id, count(*)::int as students from ${seats} join cancelled_run r on r.cohort_id = s.cohort_id
      where s.state in ('live', 'consumed') and o.state = 'paid' and r.choose_by < now() + make_interval(hours => ${hours})
      group by s.cohort_id)
    update cancelled_run r set choose_by = now() + make_interval(hours => ${hours})
    from undecided where undecided.cohort_id = r.cohort_id returning students`.execute(tx);
  return rows.reduce((sum, { students }) => sum + students, 0);
}

/** A student who was asked, as stored. */
export interface StoredRunStudent {
  orderId: string;
  reference: string;
  memberId: string;
  student: string;
  partner: string;
  outcome: RunOutcome | null;
  newCohortId: string | null;
  decidedAt: Date | null;
  /** While there is no outcome: the account is there, and the money is not on its way back. */
  canChoose: boolean;
}

/** Students shown of one run. */
const shownMost = 1_000;

/** Students of a cancelled run, those who have not chosen first. */
export const listRunStudents = (db: Database, scope: CohortScope, cohortId: string): Promise<StoredRunStudent[]> =>
  listAskedStudents(db, scope, {
    cohortId,
    choices: sql`select * from run_choice where cohort_id = ${cohortId}`,
    isAsked: sql`true`,
  });

/**
 * Students who have a choice about a cohort, those who have not chosen first. Staff may have moved or refunded one besides:
 * what the order says counts.
 *
 * @param of.choices rows of those who were told
 * @param of.isAsked of a paid order `o` with its seat there: whether it has the choice, told or not
 */
export async function listAskedStudents(
  db: Database,
  scope: CohortScope,
  { cohortId, choices, isAsked }: { cohortId: string; choices: Condition; isAsked: Condition },
): Promise<StoredRunStudent[]> {
  const { rows } = await sql<
    Omit<StoredRunStudent, 'student'> & { email: string | null; fields: StudentFields | null }
  >`
    with choices as (${choices})
    select o.id as "orderId", o.reference, o.member_id as "memberId", o.partner, m.email, m.custom_fields as fields,
      coalesce(c.outcome, case when o.state = 'refunded' then 'refund' when o.cohort_id <> ${cohortId} then 'cohort' end)
        as outcome,
      coalesce(c.new_cohort_id, case when c.outcome is null and o.state <> 'refunded' and o.cohort_id <> ${cohortId}
        then o.cohort_id end) as "newCohortId",
      c.decided_at as "decidedAt",
      m.id is not null and ${hasMoneyLeft} as "canChoose"
    from (
      select order_id from choices
      union
      select o.id from ${seats} where ${seatOf(cohortId)} and o.state = 'paid' and ${isAsked}
    ) known
    join enrolment_order o on o.id = known.order_id
    left join choices c on c.order_id = o.id
    left join member m on m.id = o.member_id
    where ${ordersInScope(scope)}
    order by outcome nulls first, o.reference limit ${shownMost}`.execute(db);
  return rows.map(({ email, fields, ...row }) => ({ ...row, student: nameOf(fields ?? {}) || (email ?? '') }));
}
