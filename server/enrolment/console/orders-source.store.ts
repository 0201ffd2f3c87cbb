import { sql } from 'kysely';
import { orderList, type OrderRow } from '../../../contract/console/orders.ts';
import type { ListQuery } from '../../../contract/console/list.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import { allOf, anyOf, comparing, type Condition } from '../../platform/lists/conditions.ts';
import type { Finder, ListSource } from '../../platform/lists/list-source.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { nameOf } from '../students.ts';
import type { StudentFields } from '../../../contract/student-fields.ts';

/**
 * The orders of the partners in scope, as a list.
 *
 * @param asked.query whose bounds of a time of money hold for one and the same payment, in the currency that it names
 * @param asked.findMembers those with words of their name or address
 */
export const orderSource = (
  { partners }: Pick<StaffScope, 'partners'>,
  { query, findMembers }: { query: Pick<ListQuery, 'filters'>; findMembers: FindMembers },
): ListSource<typeof orderList, OrderRow> => ({
  list: orderList,
  from: sql`enrolment_order o`,
  id: sql`o.id`,
  where: () => (partners === 'all' ? [] : [sql`o.partner = any(${partners}::text[])`]),
  find: ({ search }) => (search === '' ? undefined : findOrders(search, findMembers)),
  sorts: { created: { by: sql`o.created_at`, type: 'moment' } },
  filters: {
    partner: comparing(sql`o.partner`),
    cohort: comparing(sql`o.cohort_id`),
    state: comparing(sql`o.state`),
    paid: comparing(sql`o.paid_at`),
    created: comparing(sql`o.created_at`),
    member: comparing(sql`o.member_id`),
    received: () => sql`o.id in (select p.order_id from payment p
      where ${allOf(boundsOf(query, 'received', sql`p.received_at`))})`,
    returned: () => sql`o.id in (select p.order_id from refund r join payment p on p.id = r.payment_id
      where ${allOf([...boundsOf(query, 'returned', sql`r.created_at`), isReturning(sql`r.state`)])})`,
    // A part of the filters on money where there is one.
    currency: (filter) =>
      query.filters.some(({ column }) => column === 'received' || column === 'returned')
        ? sql`true`
        : comparing(sql`o.currency`)(filter),
  },
  read: readOrders,
  cells: {
    reference: ({ reference }) => reference,
    student: ({ student }) => student,
    partner: ({ partner }) => partner,
    cohort: ({ cohort }) => cohort,
    state: ({ state }) => state,
    amount: ({ currency, amountCents }) => `${currency} ${(amountCents / 100).toFixed(2)}`,
    paid: ({ paidAt }) => paidAt,
    created: ({ createdAt }) => createdAt,
  },
});

/** What holds of one payment: both bounds of its time, and its currency. */
const boundsOf = ({ filters }: Pick<ListQuery, 'filters'>, time: string, at: Condition): Condition[] =>
  filters.flatMap((filter) => {
    if (filter.column === time) return [comparing(at)(filter)];
    return filter.column === 'currency' ? [comparing(sql`p.currency`)(filter)] : [];
  });

/** Money that goes or went back: refunds that failed are none. */
export const isReturning = (state: Condition): Condition => sql`${state} in ('requested', 'pending', 'succeeded')`;

type FindMembers = (text: string) => Finder | undefined;

/** Orders by the beginning of their reference, and those of students with these words: a short word may be either. */
function findOrders(text: string, findMembers: FindMembers): Finder | undefined {
  const hasReference = byReference(text);
  const members = findMembers(text);
  if (!hasReference && !members) return undefined;
  // Materialized: the index of words finds the members first, and no order's member has their words folded one by one.
  const ofMembers =
    members &&
    sql`(with named as materialized (
        select m.id from member m where (m.site_id || '') = ${enrolmentSite} and ${members.byIndex})
      select placed.id from named join enrolment_order placed on placed.member_id = named.id)`;
  const referenced = hasReference && sql`select o.id from enrolment_order o where ${hasReference}`;
  const found = [referenced, ofMembers].filter((part) => part !== undefined);
  return {
    // As an array: found once and looked up by their ids, not once more for each order in scope.
    byIndex: sql`o.id = any(array(${sql.join(found, sql` union all `)}))`,
    byRow: anyOf([
      ...(hasReference ? [sql`(${hasReference}) is true`] : []),
      ...(members ? [sql`exists (select from member m where m.id = o.member_id and ${members.byRow})`] : []),
    ]),
  };
}

/** The beginning of a reference, as people type it: without the dashes, in small letters, without "INT". */
function byReference(text: string): Condition | undefined {
  const letters = text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^INT/, '');
  if (letters === '') return undefined;
  const parts = [letters.slice(0, 4), letters.slice(4, 8)].filter((part) => part !== '');
  return sql`o.reference like ${`INT-${parts.join('-')}%`}`;
}

type StoredOrder = Omit<OrderRow, 'siteId' | 'paidAt' | 'createdAt' | 'student'> & {
  paidAt: Date | null;
  createdAt: Date;
  email: string | null;
  fields: StudentFields | null;
};

async function readOrders(db: Database, ids: readonly string[]): Promise<OrderRow[]> {
  const { rows } = await sql<StoredOrder>`
    select o.id, o.reference, o.member_id as "memberId", m.email, m.custom_fields as fields, o.partner, o.course,
      o.cohort_id as "cohortId", c.name as cohort, o.state, o.payment_type as "paymentType", o.currency,
      o.amount_cents as "amountCents", o.paid_at as "paidAt", o.created_at as "createdAt"
    from enrolment_order o join cohort c on c.id = o.cohort_id left join member m on m.id = o.member_id
    where o.id = any(${ids}::text[])`.execute(db);
  return rows.map(({ email, fields, paidAt, createdAt, ...order }) => ({
    ...order,
    siteId: enrolmentSite,
    student: nameOf(fields ?? {}) || (email ?? ''),
    paidAt: paidAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}
