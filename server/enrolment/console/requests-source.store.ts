import { sql } from 'kysely';
import { requestList, type RequestRow } from '../../../contract/console/requests.ts';
import type { FunnelStep } from '../../../contract/console/figure-lists.ts';
import type { ListQuery } from '../../../contract/console/list.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import { allOf, anyOf, comparing, type Condition } from '../../platform/lists/conditions.ts';
import type { ListSource } from '../../platform/lists/list-source.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { hasReached } from './member-steps.store.ts';

/** When an advisor answered a request; null for one that waits. Reports and lists judge by this alone. */
export const answeredAt = sql`e.resolved_at`;

/** Whether a member with the address of a lead has come as far as a step. The form does not prove whose address it is. */
export const hasBecome = (step: FunnelStep): Condition =>
  sql`exists (select from member of_lead where of_lead.site_id = ${enrolmentSite} and of_lead.email = e.email
    and ${step === 'registered' ? sql`true` : hasReached(sql`of_lead.id`, step)})`;

/** The requests to somebody's partners, as a list: those that wait for an advisor, unless the query says otherwise. */
export const requestSource = (
  { partners }: Pick<StaffScope, 'partners'>,
  query: Pick<ListQuery, 'filters'>,
): ListSource<typeof requestList, RequestRow> => ({
  list: requestList,
  from: sql`enquiry e`,
  id: sql`e.id`,
  where: () => [
    ...(query.filters.some(({ column }) => column === 'state') ? [] : [sql`${answeredAt} is null`]),
    ...(partners === 'all' ? [] : [sql`e.partner = any(${partners}::text[])`]),
  ],
  sorts: { created: { by: sql`e.created_at`, type: 'moment' } },
  filters: {
    kind: comparing(sql`e.kind`),
    partner: comparing(sql`e.partner`),
    created: comparing(sql`e.created_at`),
    member: comparing(sql`e.member_id`),
    state: ({ values }) =>
      anyOf(values.map((state) => sql`${answeredAt} is ${sql.raw(state === 'waiting' ? 'null' : 'not null')}`)),
    course: comparing(sql`e.details ->> 'course'`),
    became: ({ values }) => allOf([sql`e.kind = 'lead'`, anyOf((values as FunnelStep[]).map(hasBecome))]),
  },
  read: readRequests,
  cells: {
    reference: ({ reference }) => reference,
    kind: ({ kind }) => kind,
    name: ({ name }) => name,
    email: ({ email }) => email,
    phone: ({ phone }) => phone || null,
    partner: ({ partner }) => partner,
    about: ({ details }) => Object.values(details).join(', ') || null,
    created: ({ createdAt }) => createdAt,
  },
});

type StoredRequest = Omit<RequestRow, 'siteId' | 'createdAt'> & { createdAt: Date };

async function readRequests(db: Database, ids: readonly string[]): Promise<RequestRow[]> {
  const { rows } = await sql<StoredRequest>`
    select e.id, e.reference, e.kind, e.name, e.email, e.phone, e.partner, e.member_id as "memberId", e.details,
      e.created_at as "createdAt"
    from enquiry e where e.id = any(${ids}::text[])`.execute(db);
  return rows.map(({ createdAt, ...request }) => ({
    ...request,
    siteId: enrolmentSite,
    createdAt: createdAt.toISOString(),
  }));
}
