import { sql, type ColumnType, type Generated } from 'kysely';
import type { RunOutcome } from '../../../contract/console/runs-schemas.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hasTable } from '../../platform/database/has-table.ts';
import type { CohortScope } from '../catalogue/cohort-scope.ts';
import {
  isPayable,
  listAskedStudents,
  listSeated,
  listUntoldPayers,
  seats,
  type Decision,
  type StoredRunStudent,
} from './runs.store.ts';

type MoveTables = {
  moved_run: {
    cohort_id: string;
    /** 1 for the first move of the cohort. */
    move: number;
    start_before: string;
    start_after: string;
    reason: string;
    actor: string;
    staff_id: string;
    moved_at: Date;
    choose_by: Date;
    reminded_at: ColumnType<Date | null, never, Date>;
  };
  move_choice: {
    cohort_id: string;
    move: number;
    order_id: string;
    told_at: Generated<Date>;
    outcome: ColumnType<RunOutcome | null, RunOutcome | undefined>;
    new_cohort_id: ColumnType<string | null, string | null | undefined>;
    decided_at: ColumnType<Date | null, Date | undefined>;
  };
};

const tables = (db: Database) => db.withTables<MoveTables>();

/** A run that was moved to another first day. */
export interface MovedRun {
  cohortId: string;
  /** Which move of the cohort, from 1. */
  move: number;
  /** As shown: `2027-02-01`, or a label. */
  startBefore: string;
  startAfter: string;
  reason: string;
  /** The person of staff, as named then. */
  actor: string;
  staffId: string;
  movedAt: Date;
  /** Until when its students answer, by the business clock. */
  chooseBy: Date;
}

/** Writes down that a run was moved. */
export async function insertMove(tx: Transaction, moved: MovedRun): Promise<void> {
  await tables(tx)
    .insertInto('moved_run')
    .values({
      cohort_id: moved.cohortId,
      move: moved.move,
      start_before: moved.startBefore,
      start_after: moved.startAfter,
      reason: moved.reason,
      actor: moved.actor,
      staff_id: moved.staffId,
      moved_at: moved.movedAt,
      choose_by: moved.chooseBy,
    })
    .execute();
}

/** The last move of a cohort's run. */
export const findLastMove = (
  db: Database,
  cohortId: string,
): Promise<(MovedRun & { remindedAt: Date | null }) | undefined> =>
  tables(db)
    .selectFrom('moved_run')
    .select([
      'cohort_id as cohortId',
      'move',
      'start_before as startBefore',
      'start_after as startAfter',
      'reason',
      'actor',
      'staff_id as staffId',
      'moved_at as movedAt',
      'choose_by as chooseBy',
      'reminded_at as remindedAt',
    ])
    .where('cohort_id', '=', cohortId)
    .orderBy('move', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Which move of which cohort. */
type MoveOf = Pick<MovedRun, 'cohortId' | 'move'>;

/** Writes down that the students are reminded. @returns false where they were before */
export async function markMoveReminded(tx: Transaction, { cohortId, move }: MoveOf, at: Date): Promise<boolean> {
  const marked = await tables(tx)
    .updateTable('moved_run')
    .set({ reminded_at: at })
    .where('cohort_id', '=', cohortId)
    .where('move', '=', move)
    .where('reminded_at', 'is', null)
    .returning('move')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Writes down that a student is told of a move. @returns false where they were before */
export async function insertMoveChoice(tx: Transaction, { cohortId, move }: MoveOf, orderId: string): Promise<boolean> {
  const told = await tables(tx)
    .insertInto('move_choice')
    .values({ cohort_id: cohortId, move, order_id: orderId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst();
  return told !== undefined;
}

/** Writes down what became of a student of a moved run. */
export async function recordMoveDecision(
  tx: Transaction,
  { cohortId, move, orderId, outcome, newCohortId, at }: Decision & MoveOf,
): Promise<void> {
  const decided = { outcome, new_cohort_id: newCohortId ?? null, decided_at: at };
  await tables(tx)
    .insertInto('move_choice')
    .values({ cohort_id: cohortId, move, order_id: orderId, ...decided })
    .onConflict((conflict) => conflict.columns(['cohort_id', 'move', 'order_id']).doUpdateSet(decided))
    .execute();
}

/** Orders `o` whose buyers do not know of a move of their cohort, or have not agreed to it. */
const isBefore = (move: number) => sql`o.known_moves < ${move}`;

/** Orders from before a move whose checkout is open or in creation. */
export const listPayableBefore = (db: Database, { cohortId, move }: MoveOf, most: number): Promise<{ id: string }[]> =>
  listSeated(db, cohortId, sql`${isPayable} and ${isBefore(move)}`, most);

/** Paid orders whose students have not answered a move. */
export const listUnanswered = (db: Database, { cohortId, move }: MoveOf, most: number): Promise<{ id: string }[]> =>
  listSeated(db, cohortId, sql`o.state = 'paid' and ${isBefore(move)}`, most);

/** Those of them who are not told yet. */
export const listUntoldOfMove = (db: Database, { cohortId, move }: MoveOf, most: number): Promise<{ id: string }[]> =>
  listSeated(
    db,
    cohortId,
    sql`o.state = 'paid' and ${isBefore(move)} and not exists (
      select from move_choice c where c.cohort_id = ${cohortId} and c.move = ${move} and c.order_id = o.id)`,
    most,
  );

/** Orders from before a move whose payment a bank is settling, and whose payers are not told yet that it goes back. */
export const listUntoldPayersOfMove = (
  db: Database,
  { cohortId, move }: MoveOf,
  most: number,
): Promise<{ id: string }[]> =>
  listUntoldPayers(db, { cohortId, occasion: `${cohortId}-${move}`, also: isBefore(move) }, most);

/** Cohorts that take place and were moved, with seats whose students have not answered; as `listUnsettledRuns` looks. */
export async function listUnsettledMoves(db: Database): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from cohort c cross join lateral (
      select o.id from ${seats} where s.cohort_id = c.id and s.state in ('live', 'consumed')
        and o.state in ('draft', 'awaiting-payment', 'processing', 'paid') and o.known_moves < c.moves limit 1) unsettled
    where c.moves > 0 and c.cancelled_at is null order by c.id limit 100`.execute(db);
  return rows;
}

/** Gives the students of moved runs who have not answered at least `hours` from now. @returns how many they are */
export async function extendMoveAnswers(tx: Transaction, hours: number): Promise<number> {
  if (!(await hasTable(tx, 'moved_run'))) return 0;
  const { rows } = await sql<{ students: number }>`
    with unanswered as (
      select m.cohort_id, m.move, count(*)::int as students
      from moved_run m join cohort c on c.id = m.cohort_id and c.moves = m.move and c.cancelled_at is null
        join seat_claim s on s.cohort_id = m.cohort_id and s.state in ('live', 'consumed')
        join enrolment_order o on o.id = s.order_id and o.state = 'paid' and o.known_moves < m.move
      where m.choose_by < now() + make_interval(hours => ${hours}) group by m.cohort_id, m.move)
    update moved_run m set choose_by = now() + make_interval(hours => ${hours})
    from unanswered u where u.cohort_id = m.cohort_id and u.move = m.move returning students`.execute(tx);
  return rows.reduce((sum, { students }) => sum + students, 0);
}

/** Students who were asked about a move, those who have not answered first. */
export const listMoveStudents = (
  db: Database,
  scope: CohortScope,
  { cohortId, move }: MoveOf,
): Promise<StoredRunStudent[]> =>
  listAskedStudents(db, scope, {
    cohortId,
    choices: sql`select * from move_choice where cohort_id = ${cohortId} and move = ${move}`,
    isAsked: isBefore(move),
  });
