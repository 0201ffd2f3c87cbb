import { sql, type ColumnType, type Generated } from 'kysely';
import type { PartnerCode } from '../../../shared/partners.ts';
import { courseWeeks, studyModes, type CourseCode, type StudyMode } from '../../../shared/courses.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** The table of cohorts, as Kysely sees it. */
export type CohortTables = {
  cohort: {
    id: string;
    course: CourseCode;
    name: string;
    mode: StudyMode;
    start_date: ColumnType<Date | null, string | null, string | null>;
    start_label: string | null;
    schedule: string | null;
    time_zone: string;
    capacity: number;
    opens_at: Date | null;
    closes_at: Date | null;
    partners: PartnerCode[] | null;
    is_draft: Generated<boolean>;
    minimum: ColumnType<number | null, number | null | undefined>;
    confirmed_at: ColumnType<Date | null, Date | null | undefined>;
    cancelled_at: ColumnType<Date | null, Date | null | undefined>;
    version: Generated<number>;
    moves: Generated<number>;
  };
  seat_claim: {
    id: string;
    cohort_id: string;
    member_id: string;
    order_id: string;
    state: 'live' | 'consumed' | 'released';
    expires_at: Date | null;
    gives_way: Generated<boolean>;
    network: string | null;
    created_at: Generated<Date>;
  };
};

/** A cohort with its seat counts, at the time the caller passed as `now`. */
export interface CohortRecord {
  id: string;
  course: CourseCode;
  name: string;
  mode: StudyMode;
  /** `YYYY-MM-DD` */
  startDate: string | null;
  startLabel: string | null;
  schedule: string | null;
  timeZone: string;
  capacity: number;
  opensAt: Date | null;
  closesAt: Date | null;
  /** Whose students may choose it; null for everybody. */
  partners: PartnerCode[] | null;
  /** Not shown to students yet. */
  isDraft: boolean;
  /** Students with whom it runs; null where it runs with any number. */
  minimum: number | null;
  /** When staff decided that it runs. */
  confirmedAt: Date | null;
  /** When staff decided that it does not run. */
  cancelledAt: Date | null;
  /** Until when its students choose what they want instead; null unless it is cancelled. */
  chooseBy: Date | null;
  /** How often the run was moved to another first day. */
  moves: number;
  /** Until when students who had chosen an earlier first day answer; null where it was never moved. */
  answerMoveBy: Date | null;
  /** Rises with each change, so that the later of two people who edit it is told. */
  version: number;
  /** The first day has begun where the cohort meets. */
  started: boolean;
  /** The day after the last one has begun there. One whose month alone is known counts from the first of it. */
  ended: boolean;
  seatsTaken: number;
  /** Taken seats held for unproved addresses; a member with a proved address may pre-empt one. */
  seatsGivingWay: number;
  /** Taken seats that are holds: not paid for yet. */
  seatsHeld: number;
}

/** From the last day of class to the day the next week would begin: a full-time week ends on Friday, a part-time one on Saturday. */
const restDays = 3;

/** Days from the first day of class to the last one. */
export const daysOfClass = (mode: StudyMode): number => courseWeeks[mode] * 7 - restDays;

/** Whether the first day of a cohort has begun where it meets. */
export const hasStarted = (now: Date) =>
  sql<boolean>`coalesce(start_date::timestamp at time zone time_zone <= ${now}::timestamptz, false)`;

/** Whether its last day is over there. */
export const hasEnded = (now: Date) =>
  sql<boolean>`coalesce((start_date + case mode ${sql.join(
    studyModes.map((mode) => sql`when ${sql.lit(mode)} then ${sql.lit(daysOfClass(mode) + 1)}`),
    sql` `,
  )} end)::timestamp at time zone time_zone <= ${now}::timestamptz, false)`;

/**
 * The moment by which a hold counts as live. Not `now()`, which in a transaction is from before it waited for a lock: buyers who
 * had the cohort meanwhile may have counted the hold as ended.
 */
export const statementStart = sql<Date>`statement_timestamp()`;

/** Unavailable seats: confirmed ones, and holds that have not expired. */
export const countedClaims = sql<number>`(
  select count(*)::int from seat_claim
  where seat_claim.cohort_id = cohort.id
    and (state = 'consumed' or (state = 'live' and expires_at > ${statementStart}))
)`;

const countedGivingWay = sql<number>`(
  select count(*)::int from seat_claim
  where seat_claim.cohort_id = cohort.id and gives_way and state = 'live' and expires_at > ${statementStart}
)`;

const heldClaims = sql<number>`(
  select count(*)::int from seat_claim
  where seat_claim.cohort_id = cohort.id and state = 'live' and expires_at > ${statementStart}
)`;

export const selectCohorts = (db: Database, now: Date) =>
  db
    .withTables<CohortTables>()
    .selectFrom('cohort')
    .select([
      'id',
      'course',
      'name',
      'mode',
      sql<string | null>`to_char(start_date, 'YYYY-MM-DD')`.as('startDate'),
      'start_label as startLabel',
      'schedule',
      'time_zone as timeZone',
      'capacity',
      'opens_at as opensAt',
      'closes_at as closesAt',
      'partners',
      'is_draft as isDraft',
      'minimum',
      'confirmed_at as confirmedAt',
      'cancelled_at as cancelledAt',
      sql<Date | null>`(select choose_by from cancelled_run where cancelled_run.cohort_id = cohort.id)`.as('chooseBy'),
      'moves',
      sql<Date | null>`(select choose_by from moved_run
        where moved_run.cohort_id = cohort.id and moved_run.move = cohort.moves)`.as('answerMoveBy'),
      'version',
      hasStarted(now).as('started'),
      hasEnded(now).as('ended'),
      countedClaims.as('seatsTaken'),
      countedGivingWay.as('seatsGivingWay'),
      heldClaims.as('seatsHeld'),
    ]);

/**
 * All cohorts with their seat counts, judged at `now`.
 *
 * @param partner leaves out what is not for its students; undefined for every cohort
 */
export async function listCohorts(db: Database, now: Date, partner?: PartnerCode): Promise<CohortRecord[]> {
  return selectCohorts(db, now)
    .$if(partner !== undefined, (cohorts) =>
      cohorts.where(sql<boolean>`(partners is null or ${partner} = any(partners))`),
    )
    .orderBy('course')
    .orderBy(sql`start_date nulls last`)
    .orderBy('mode')
    .orderBy('id')
    .execute();
}

/** One cohort with its seat counts, judged at `now`. */
export async function findCohort(db: Database, id: string, now: Date): Promise<CohortRecord | undefined> {
  return selectCohorts(db, now).where('id', '=', id).executeTakeFirst();
}

/**
 * Serializes all who take a seat of this cohort; a count read before the lock is stale. FOR NO KEY UPDATE: an order's
 * foreign key takes FOR KEY SHARE on the row, and two buyers upgrading that to FOR UPDATE would deadlock.
 */
export async function lockCohort(tx: Transaction, id: string): Promise<void> {
  await tx.withTables<CohortTables>().selectFrom('cohort').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** A cohort to be inserted. */
export type NewCohort = Omit<
  CohortRecord,
  | 'started'
  | 'ended'
  | 'seatsTaken'
  | 'seatsGivingWay'
  | 'seatsHeld'
  | 'isDraft'
  | 'minimum'
  | 'confirmedAt'
  | 'cancelledAt'
  | 'chooseBy'
  | 'moves'
  | 'answerMoveBy'
  | 'version'
> &
  Partial<Pick<CohortRecord, 'isDraft' | 'minimum'>>;

/** Inserts missing cohorts. Idempotent; existing rows keep what staff have changed. @returns ids of those inserted */
export async function addCohorts(db: Database, cohorts: readonly NewCohort[]): Promise<string[]> {
  if (cohorts.length === 0) return [];
  const inserted = await db
    .withTables<CohortTables>()
    .insertInto('cohort')
    .values(
      cohorts.map((cohort) => ({
        id: cohort.id,
        course: cohort.course,
        name: cohort.name,
        mode: cohort.mode,
        start_date: cohort.startDate,
        start_label: cohort.startLabel,
        schedule: cohort.schedule,
        time_zone: cohort.timeZone,
        capacity: cohort.capacity,
        opens_at: cohort.opensAt,
        closes_at: cohort.closesAt,
        partners: cohort.partners,
        ...(cohort.isDraft !== undefined && { is_draft: cohort.isDraft }),
        ...(cohort.minimum !== undefined && { minimum: cohort.minimum }),
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

/** What staff may change of a cohort; undefined leaves a value as it is. */
export interface CohortChange {
  name?: string | undefined;
  /** `YYYY-MM-DD`; students read it in place of a label. */
  startDate?: string | undefined;
  schedule?: string | null | undefined;
  /** IANA, of its days and hours */
  timeZone?: string | undefined;
  capacity?: number | undefined;
  minimum?: number | null | undefined;
  opensAt?: Date | null | undefined;
  closesAt?: Date | null | undefined;
  /** null for everybody */
  partners?: PartnerCode[] | null | undefined;
  isDraft?: boolean | undefined;
  confirmedAt?: Date | null | undefined;
}

/** Changes a cohort, and raises its version. */
export async function updateCohort(
  tx: Transaction,
  id: string,
  { startDate, timeZone, opensAt, closesAt, isDraft, confirmedAt, ...same }: CohortChange,
): Promise<void> {
  const changed = {
    ...same,
    ...(startDate !== undefined && { start_date: startDate, start_label: null }),
    time_zone: timeZone,
    opens_at: opensAt,
    closes_at: closesAt,
    is_draft: isDraft,
    confirmed_at: confirmedAt,
  };
  const set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  await tx
    .withTables<CohortTables>()
    .updateTable('cohort')
    .set({ ...set, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/**
 * Whether an order may still get a seat of the cohort without another choice, its hold live or not: the money is here, on its
 * way, or may come.
 */
export async function isBeingBought(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from enrolment_order
    where cohort_id = ${id} and state in ('draft', 'awaiting-payment', 'processing', 'review')) as found`.execute(tx);
  return rows[0]!.found;
}

/** Deletes a draft that was never ordered. @returns whether it was there as such */
export async function deleteDraft(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`delete from cohort where id = ${id} and is_draft
    and not exists (select from enrolment_order o where o.cohort_id = cohort.id) returning id`.execute(tx);
  return rows.length > 0;
}

/** Gives a cohort another first day, which every order before it does not know of. Requires the cohort's lock. */
export async function markMoved(
  tx: Transaction,
  id: string,
  { startDate, closesAt }: { startDate: string; closesAt: Date | null },
): Promise<void> {
  await tx
    .withTables<CohortTables>()
    .updateTable('cohort')
    .set({
      start_date: startDate,
      start_label: null,
      closes_at: closesAt,
      moves: sql<number>`moves + 1`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** Writes down that a cohort does not run. Requires the cohort's lock. */
export async function markCancelled(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx
    .withTables<CohortTables>()
    .updateTable('cohort')
    .set({ cancelled_at: at, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
