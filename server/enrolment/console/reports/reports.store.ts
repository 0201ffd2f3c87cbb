import { sql } from 'kysely';
import type { ReportCohort } from '../../../../contract/console/reports.ts';
import type { Moments } from '../../../../contract/console/figure-lists.ts';
import { memberSteps } from '../../../../contract/console/members-schemas.ts';
import type { CourseCode } from '../../../../shared/courses.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Condition } from '../../../platform/lists/conditions.ts';
import { isReturning } from '../orders-source.store.ts';
import { answeredAt, hasBecome, isOwnRequest } from '../../requests/desk/request-conditions.ts';

type Partners = readonly string[];
const ofPartners = (column: Condition, partners: Partners) => sql`${column} = any(${partners}::text[])`;
const within = (column: Condition, { from, until }: Moments) =>
  sql`${column} >= ${from}::timestamptz and ${column} < ${until}::timestamptz`;

/** When days begin in a zone, ISO, in their order. @param days `2026-11-23` */
export async function readStarts(db: Database, zone: string, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ at: Date }>`
    select day::timestamp at time zone ${zone} as at
    from unnest(${days}::date[]) with ordinality given (day, place) order by place`.execute(db);
  return rows.map(({ at }) => at.toISOString());
}

/** Money of one partner in one currency between two moments. */
export interface MoneyPart {
  /** The number of the span, from 0. */
  place: number;
  partner: string;
  currency: string;
  direction: 'in' | 'back';
  orders: number;
  cents: number;
}

/** Money that came in and went back in each of some spans. */
export async function readMoney(db: Database, partners: Partners, spans: readonly Moments[]): Promise<MoneyPart[]> {
  const given = sql`unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ until }) => until)}::timestamptz[])
    with ordinality given (starts, ends, place)`;
  const sums = (direction: MoneyPart['direction'], cents: Condition, rows: Condition) => sql`
    select given.place::int - 1 as place, o.partner, p.currency, ${direction}::text as direction,
      count(distinct o.id)::int as orders, sum(${cents})::float8 as cents
    from ${given} ${rows} join enrolment_order o on o.id = p.order_id
    where ${ofPartners(sql`o.partner`, partners)} group by given.place, o.partner, p.currency`;
  const { rows } = await sql<MoneyPart>`
    ${sums('in', sql`p.amount_cents`, sql`join payment p on p.received_at >= given.starts and p.received_at < given.ends`)}
    union all
    ${sums(
      'back',
      sql`r.amount_cents`,
      sql`join refund r on r.created_at >= given.starts and r.created_at < given.ends and ${isReturning(sql`r.state`)}
        join payment p on p.id = r.payment_id`,
    )}
    order by place, partner, currency, direction`.execute(db);
  return rows;
}

/** Leads of one partner and course; of all together without them. */
export interface LeadsPart {
  partner: string | null;
  course: string | null;
  /** `leads`, then how many have come to which step, by its name. */
  counts: Record<string, number>;
}

/** Leads that came in a time, and how far the members with their addresses have come. */
export async function readLeads(
  db: Database,
  { partners, span, course }: { partners: Partners; span: Moments; course: CourseCode | undefined },
): Promise<LeadsPart[]> {
  const steps = (['registered', ...memberSteps] as const).map(
    (step) => sql`${sql.lit(step)}, count(*) filter (where ${hasBecome(step)})`,
  );
  const { rows } = await sql<LeadsPart>`
    select e.partner, e.details ->> 'course' as course,
      json_build_object('leads', count(*), ${sql.join(steps)}) as counts
    from enquiry e
    where e.kind = 'lead' and ${isOwnRequest} and ${ofPartners(sql`e.partner`, partners)} and ${within(sql`e.created_at`, span)}
      and ${course === undefined ? sql`true` : sql`e.details ->> 'course' = ${course}`}
    group by grouping sets ((e.partner, e.details ->> 'course'), ()) having count(*) > 0
    order by e.partner nulls last, 2`.execute(db);
  return rows;
}

/** Requests of one partner and kind; of all together without them. */
export interface AnswersPart {
  partner: string | null;
  kind: string | null;
  asked: number;
  settled: number;
  /** Settled within the hours that pages promise. */
  promptly: number;
  /** Seconds from request to answer: median and ninth decile; null where none is settled. */
  took: [number, number] | null;
}

/** Requests that came in a time, and how long they waited. @param hours that count as promptly */
export async function readAnswers(
  db: Database,
  { partners, span, hours }: { partners: Partners; span: Moments; hours: number },
): Promise<AnswersPart[]> {
  const waited = sql`${answeredAt} - e.created_at`;
  const { rows } = await sql<AnswersPart>`
    select e.partner, e.kind, count(*)::int as asked, count(${answeredAt})::int as settled,
      count(*) filter (where ${waited} <= make_interval(hours => ${hours}))::int as promptly,
      percentile_disc(array[0.5, 0.9]) within group (order by floor(extract(epoch from ${waited}))::float8) as took
    from enquiry e
    where ${isOwnRequest} and ${ofPartners(sql`e.partner`, partners)} and ${within(sql`e.created_at`, span)}
    group by grouping sets ((e.partner, e.kind), ()) having count(*) > 0
    order by e.partner nulls last, e.kind`.execute(db);
  return rows;
}

/** A cohort with its zone, IANA. */
export interface ZonedCohort extends ReportCohort {
  timeZone: string;
}

/** Cohorts that are offered for choice. */
const mostCohorts = 60;

const cohortColumns = sql`c.id, c.name, c.course, c.mode, to_char(c.start_date, 'YYYY-MM-DD') as "startDate",
  c.cancelled_at is not null as "isCancelled", c.time_zone as "timeZone"`;

/** Whether students of these partners may choose a cohort, or might until it was cancelled. */
const isForStudentsOf = (partners: Partners) => sql`not c.is_draft
  and (c.partners is null or c.partners && ${partners}::text[]) and cardinality(${partners}::text[]) > 0`;

/** Cohorts with a date which students of these partners may choose, the last to start first: those of two years. */
export async function readCohorts(db: Database, partners: Partners, now: Date): Promise<ZonedCohort[]> {
  const { rows } = await sql<ZonedCohort>`
    select ${cohortColumns} from cohort c
    where ${isForStudentsOf(partners)}
      and c.start_date between ${now}::timestamptz - interval '1 year' and ${now}::timestamptz + interval '1 year'
    order by c.start_date desc, c.id limit ${sql.lit(mostCohorts)}`.execute(db);
  return rows;
}

/** A cohort by its id, or the last one that started before another, of its course and mode; undefined where partners' students may not choose it. */
export async function findCohort(
  db: Database,
  partners: Partners,
  which: { id: string } | { before: ReportCohort },
): Promise<ZonedCohort | undefined> {
  const isIt =
    'id' in which
      ? sql`c.id = ${which.id}`
      : sql`c.course = ${which.before.course} and c.mode = ${which.before.mode}
          and c.start_date < ${which.before.startDate}::date and c.cancelled_at is null`;
  const { rows } = await sql<ZonedCohort>`
    select ${cohortColumns} from cohort c
    where ${isIt} and c.start_date is not null and ${isForStudentsOf(partners)}
    order by c.start_date desc, c.id limit 1`.execute(db);
  return rows[0];
}

/** Seats of a cohort that are sold to these partners' students and were paid before each of some moments, ISO. */
export async function readSold(
  db: Database,
  partners: Partners,
  { cohort, moments }: { cohort: string; moments: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ sold: number }>`
    select count(o.id)::int as sold
    from unnest(${moments}::timestamptz[]) with ordinality given (at, place)
      left join enrolment_order o on o.cohort_id = ${cohort} and o.state = 'paid' and o.paid_at < given.at
        and ${ofPartners(sql`o.partner`, partners)}
    group by given.place order by given.place`.execute(db);
  return rows.map(({ sold }) => sold);
}
