import { sql } from 'kysely';
import type { CohortSeats, Money } from '../../../contract/console/figures.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Condition } from '../../platform/lists/conditions.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { isReturning } from './orders-source.store.ts';
import { soldSeats } from './seats-sold.store.ts';

/** Whose figures, and in which zone their days are. */
export interface FigureScope {
  partners: readonly string[];
  /** IANA */
  zone: string;
}

/** The days of the figures, as `2026-11-23`. */
export interface FigureDays {
  from: string;
  until: string;
}

/** Moments that make up a comparison, and the day it is. */
export interface FigureMoments {
  day: string;
  today: Date;
  /** A week before `today`, that time of day, and the end of that day. */
  then: Date;
  thenByNow: Date;
  thenUntil: Date;
}

/** The days of a comparison in a zone: a day there may have 23 or 25 hours. */
export async function readMoments(db: Database, zone: string, now: Date): Promise<FigureMoments> {
  const at = (local: Condition) => sql`(${local}) at time zone ${zone}`;
  const { rows } = await sql<FigureMoments>`
    select to_char(local.day, 'YYYY-MM-DD') as day, ${at(sql`local.day`)} as today,
      ${at(sql`local.day - interval '7 days'`)} as "then",
      ${at(sql`local.now - interval '7 days'`)} as "thenByNow",
      ${at(sql`local.day - interval '6 days'`)} as "thenUntil"
    from (select ${now}::timestamptz at time zone ${zone} as now,
      date_trunc('day', ${now}::timestamptz at time zone ${zone}) as day) local`.execute(db);
  return rows[0]!;
}

interface Counted {
  registered: number;
  enrolled: number;
  moneyIn: Money[];
  moneyBack: Money[];
}

/** What happened at these partners from one moment up to another. */
export async function countSpan(
  db: Database,
  { partners }: FigureScope,
  { from, until }: { from: Date; until: Date },
): Promise<Counted> {
  const within = (column: Condition) => sql`${column} >= ${from}::timestamptz and ${column} < ${until}::timestamptz`;
  const ofPartners = (column: Condition) => sql`${column} = any(${partners}::text[])`;
  const byCurrency = (rows: Condition) => sql`coalesce((select
    json_agg(json_build_object('currency', currency, 'cents', cents) order by currency) from (${rows}) sums), '[]')`;
  const { rows } = await sql<Counted>`
    select (select count(*)::int from member m where m.site_id = ${enrolmentSite}
        and ${ofPartners(sql`m.partner`)} and ${within(sql`m.created_at`)}) as registered,
      (select count(*)::int from enrolment_order o
        where ${ofPartners(sql`o.partner`)} and ${within(sql`o.paid_at`)}) as enrolled,
      ${byCurrency(sql`select p.currency, sum(p.amount_cents)::float8 as cents
        from payment p join enrolment_order o on o.id = p.order_id
        where ${within(sql`p.received_at`)} and ${ofPartners(sql`o.partner`)} group by 1`)} as "moneyIn",
      ${byCurrency(sql`select p.currency, sum(r.amount_cents)::float8 as cents
        from refund r join payment p on p.id = r.payment_id join enrolment_order o on o.id = p.order_id
        where ${within(sql`r.created_at`)} and ${isReturning(sql`r.state`)} and ${ofPartners(sql`o.partner`)}
        group by 1`)} as "moneyBack"`.execute(db);
  return rows[0]!;
}

const startOf = (day: string, zone: string) => sql`(${day}::date::timestamp at time zone ${zone})`;
const endOf = (day: string, zone: string) => sql`((${day}::date + 1)::timestamp at time zone ${zone})`;

/** When the first of these days begins and the last one ends. */
export async function readSpan(
  db: Database,
  { zone }: FigureScope,
  { from, until }: FigureDays,
): Promise<{ from: string; until: string }> {
  const { rows } = await sql<{ from: Date; until: Date }>`
    select ${startOf(from, zone)} as "from", ${endOf(until, zone)} as until`.execute(db);
  return { from: rows[0]!.from.toISOString(), until: rows[0]!.until.toISOString() };
}

/** Accounts made and seats paid for, of every one of these days. */
export async function readDays(
  db: Database,
  { partners, zone }: FigureScope,
  { from, until }: FigureDays,
): Promise<{ day: string; registered: number; enrolled: number }[]> {
  const perDay = (rows: Condition, column: Condition) => sql`
    select (${column} at time zone ${zone})::date as day, count(*)::int as count from ${rows}
      and ${column} >= ${startOf(from, zone)} and ${column} < ${endOf(until, zone)} group by 1`;
  const { rows } = await sql<{ day: string; registered: number; enrolled: number }>`
    select to_char(each.day, 'YYYY-MM-DD') as day, coalesce(made.count, 0) as registered,
      coalesce(paid.count, 0) as enrolled
    from generate_series(${from}::date::timestamp, ${until}::date::timestamp, interval '1 day') each (day)
      left join (${perDay(
        sql`member m where m.site_id = ${enrolmentSite} and m.partner = any(${partners}::text[])`,
        sql`m.created_at`,
      )}) made on made.day = each.day::date
      left join (${perDay(sql`enrolment_order o where o.partner = any(${partners}::text[])`, sql`o.paid_at`)}) paid
        on paid.day = each.day::date
    order by each.day`.execute(db);
  return rows;
}

/** Cohorts that are shown. */
const mostCohorts = 24;

/** The seats of the next cohorts that these partners' students may choose. What all partners sold is no secret: pages say how many are left. */
export async function readCohortSeats(db: Database, { partners }: FigureScope, now: Date): Promise<CohortSeats[]> {
  const { rows } = await sql<CohortSeats>`
    select c.id, c.name, c.course, to_char(c.start_date, 'YYYY-MM-DD') as "startDate", c.capacity,
      ${soldSeats(sql`c.id`)} as sold,
      (select count(*)::int from seat_claim s where s.cohort_id = c.id and s.state = 'live' and s.expires_at > now())
        as held,
      (select count(*)::int from seat_claim s join enrolment_order o on o.id = s.order_id
        where s.cohort_id = c.id and s.state = 'consumed' and o.partner = any(${partners}::text[])) as "soldHere"
    from cohort c
    where (c.partners is null or c.partners && ${partners}::text[]) and not c.is_draft and c.cancelled_at is null
      and c.start_date::timestamp at time zone c.time_zone > ${now}::timestamptz
    order by c.start_date, c.id limit ${sql.lit(mostCohorts)}`.execute(db);
  return rows;
}
