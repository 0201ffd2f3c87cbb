import { sql } from 'kysely';
import { disputeDays, matterList, shortCohort, type MatterRow } from '../../../contract/console/matters.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import { comparing, type Condition } from '../../platform/lists/conditions.ts';
import type { ListSource } from '../../platform/lists/list-source.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { soldSeats } from './seats-sold.store.ts';

/**
 * What waits for a person, of all kinds. Each is few rows of its table, along an index of its own; a condition on `kind`
 * leaves the others out. A cohort that staff have neither confirmed nor cancelled waits while it has fewer students than
 * it needs. One without partners is for all of them, a review without an order for none. A review that says of an unseated
 * order that it is unseated is no matter of its own.
 *
 * @param now by which cohorts are judged
 */
const matters = (now: Date): Condition => sql`(
  select r.id, 'payment' as kind, r.kind as about, coalesce(o.reference, r.subject) as reference, o.member_id as "memberId",
    case when o.partner is not null then array[o.partner] end as partners, r.note, null::int as sold,
    null::int as capacity, null::int as minimum, null::text as "startDate", r.created_at as at
  from review_item r left join enrolment_order o on o.id = r.subject
  where r.resolved_at is null and not (r.kind = 'unseated-order' and o.state is not distinct from 'unseated')
  union all
  select o.id, 'unseated', 'unseated', o.reference, o.member_id, array[o.partner], '', null, null, null, null,
    coalesce(o.paid_at, o.updated_at)
  from enrolment_order o where o.state = 'unseated'
  union all
  select p.id, 'dispute', 'dispute', o.reference, o.member_id, array[o.partner], '', null, null, null, null, o.updated_at
  from payment p join enrolment_order o on o.id = p.order_id
  where p.dispute_lost and p.dispute_part_cents is null and o.updated_at > ${now}::timestamptz - make_interval(days => ${disputeDays})
  union all
  select c.id, 'cohort', 'cohort', c.name, null, c.partners, '', seats.sold, c.capacity, c.minimum,
    coalesce(c.start_label, c.start_date::text), c.start_date::timestamp at time zone c.time_zone
  from cohort c, lateral (select ${soldSeats(sql`c.id`)} as sold) seats
  where c.start_date::timestamp at time zone c.time_zone between ${now}::timestamptz
      and ${now}::timestamptz + make_interval(days => ${shortCohort.days})
    and not c.is_draft and c.cancelled_at is null and c.confirmed_at is null
    and seats.sold < coalesce(c.minimum, c.capacity * ${shortCohort.part}::float8))`;

/** Matters of somebody's partners, as a list. Those of no order are for staff without a limit to their scope. */
export const matterSource = (
  { partners }: Pick<StaffScope, 'partners'>,
  now: Date,
): ListSource<typeof matterList, MatterRow> => ({
  list: matterList,
  from: sql`${matters(now)} w`,
  id: sql`w.id`,
  where: () => (partners === 'all' ? [] : [isOf(partners)]),
  sorts: { at: { by: sql`w.at`, type: 'moment' } },
  filters: { kind: comparing(sql`w.kind`), partner: ({ values }) => isOf(values) },
  read: (db, ids) => readMatters(db, ids, now),
  cells: {
    reference: ({ reference }) => reference,
    kind: ({ kind }) => kind,
    partner: (matter) => matter.partners?.join(', ') ?? null,
    note: ({ note }) => note || null,
    at: ({ at }) => at,
  },
});

const isOf = (partners: readonly string[]) =>
  sql`(w.partners && ${partners}::text[] or (w.kind = 'cohort' and w.partners is null
    and cardinality(${partners}::text[]) > 0))`;

type StoredMatter = Omit<MatterRow, 'siteId' | 'at' | 'seats'> & {
  at: Date;
  sold: number | null;
  capacity: number | null;
  minimum: number | null;
};

async function readMatters(db: Database, ids: readonly string[], now: Date): Promise<MatterRow[]> {
  const { rows } = await sql<StoredMatter>`
    select * from ${matters(now)} w where w.id = any(${ids}::text[])`.execute(db);
  return rows.map(({ at, sold, capacity, minimum, ...matter }) => ({
    ...matter,
    siteId: enrolmentSite,
    seats: sold === null || capacity === null ? null : { sold, capacity, minimum },
    at: at.toISOString(),
  }));
}
