import { sql, type ColumnType, type Generated } from 'kysely';
import type { PartnerCode } from '../../../shared/partners.ts';
import type { CourseCode, StudyMode } from '../../../shared/courses.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** The table of cohorts, as Kysely sees it. */
export type CohortTables = {
  cohort: {
    id: string;
    course: CourseCode;
    name: string;
    mode: StudyMode;
    start_date: ColumnType<Date | null, string | null>;
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
  /** Rises with each change, so that the later of two people who edit it is told. */
  version: number;
  /** The first day has begun where the cohort meets. */
  started: boolean;
  seatsTaken: number;
  /** Taken seats held for unproved addresses; a member with a proved address may pre-empt one. */
  seatsGivingWay: number;
  /** Taken seats that are holds: not paid for yet. */
  seatsHeld: number;
}

/** Unavailable seats: confirmed ones, and holds that have not expired. */
const countedClaims = sql<number>`(
  select count(*)::int from seat_claim
  where seat_claim.cohort_id = cohort.id
    and (state = 'consumed' or (state = 'live' and expires_at > now()))
)`;

const countedGivingWay = sql<number>`(
  select count(*)::int from seat_claim
  where seat_claim.cohort_id = cohort.id and gives_way and state = 'live' and expires_at > now()
)`;

const heldClaims = sql<number>`(
  select count(*)::int from seat_claim
  where seat_claim.cohort_id = cohort.id and state = 'live' and expires_at > now()
)`;

const selectCohorts = (db: Database, now: Date) =>
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
      'version',
      sql<boolean>`coalesce(start_date::timestamp at time zone time_zone <= ${now}, false)`.as('started'),
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
  | 'seatsTaken'
  | 'seatsGivingWay'
  | 'seatsHeld'
  | 'isDraft'
  | 'minimum'
  | 'confirmedAt'
  | 'cancelledAt'
  | 'chooseBy'
  | 'version'
> &
  Partial<Pick<CohortRecord, 'isDraft' | 'minimum'>>;

/** Inserts missing cohorts. Idempotent; existing rows keep what staff have changed. */
export async function addCohorts(db: Database, cohorts: NewCohort[]): Promise<void> {
  if (cohorts.length === 0) return;
  await db
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
    .execute();
}

/** What staff may change of a cohort; undefined leaves a value as it is. */
export interface CohortChange {
  capacity?: number | undefined;
  opensAt?: Date | null | undefined;
  closesAt?: Date | null | undefined;
  /** null for everybody */
  partners?: PartnerCode[] | null | undefined;
}

export async function updateCohort(
  tx: Transaction,
  id: string,
  { capacity, opensAt, closesAt, partners }: CohortChange,
): Promise<void> {
  await tx
    .withTables<CohortTables>()
    .updateTable('cohort')
    .set({
      ...(capacity === undefined ? {} : { capacity }),
      ...(opensAt === undefined ? {} : { opens_at: opensAt }),
      ...(closesAt === undefined ? {} : { closes_at: closesAt }),
      ...(partners === undefined ? {} : { partners }),
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
