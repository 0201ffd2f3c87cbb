import { sql } from 'kysely';
import type { FunnelStep } from '../../../../contract/console/figure-lists.ts';
import type { ListQuery } from '../../../../contract/console/list.ts';
import {
  assignedToNone,
  type requestList as RequestList,
  requestList,
  type RequestRow,
} from '../../../../contract/console/requests-schemas.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import { aboutRequest } from '../../../../shared/about-request.ts';
import { answerWithinHours } from '../../../../shared/answer-promise.ts';
import type { Database } from '../../../platform/database/database.ts';
import { allOf, anyOf, comparing, comparingTruth, type Condition } from '../../../platform/lists/conditions.ts';
import type { ListSource } from '../../../platform/lists/list-source.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import { hasReached } from '../../member-steps.ts';

/** Condition of the requests in a scope. */
export const ofPartners = ({ partners }: Pick<StaffScope, 'partners'>): Condition =>
  partners === 'all' ? sql`true` : sql`e.partner = any(${partners}::text[])`;

/** When an advisor answered a request, or took it off the list; null for one that waits. */
export const answeredAt = sql`coalesce(e.answered_at, e.resolved_at)`;

/** Not merged into another request, which counts in its place. */
export const isOwnRequest = sql`e.merged_into is null`;

/** Whether a member with the address of a lead has come as far as a step. The form does not prove whose address it is. */
export const hasBecome = (step: FunnelStep): Condition =>
  sql`exists (select from member of_lead where of_lead.site_id = ${enrolmentSite} and of_lead.email = e.email
    and ${step === 'registered' ? sql`true` : hasReached(sql`of_lead.id`, step)})`;

const due = sql`e.created_at + make_interval(hours => ${sql.lit(answerWithinHours)})`;
const conditions = {
  waiting: sql`(e.resolved_at is null and e.answered_at is null)`,
  answered: sql`(e.resolved_at is null and e.answered_at is not null)`,
  resolved: sql`(e.resolved_at is not null and e.merged_into is null)`,
} as const;

/**
 * The requests to the partners in scope, as a list: open ones unless the query asks for a status. Due follows from when it
 * was asked, so that the index of these serves the order.
 */
export const requestSource = (
  scope: Pick<StaffScope, 'partners'>,
  { filters }: Pick<ListQuery, 'filters'>,
): ListSource<typeof RequestList, RequestRow> => ({
  list: requestList,
  from: sql`enquiry e`,
  id: sql`e.id`,
  where: () => [
    ofPartners(scope),
    ...(filters.some(({ column }) => column === 'status') ? [] : [sql`e.resolved_at is null`]),
  ],
  search: searching,
  sorts: {
    due: { by: sql`e.created_at`, type: 'moment' },
    created: { by: sql`e.created_at`, type: 'moment' },
  },
  filters: {
    kind: comparing(sql`e.kind`),
    status: ({ values }) => anyOf(values.map((value) => conditions[value as keyof typeof conditions])),
    due: comparing(due),
    assigned: ({ values }) =>
      anyOf(values.map((id) => (id === assignedToNone ? sql`e.assigned_to is null` : sql`e.assigned_to = ${id}`))),
    partner: comparing(sql`e.partner`),
    created: comparing(sql`e.created_at`),
    overdue: comparingTruth(
      sql`(e.resolved_at is null and e.answered_at is null
        and e.created_at < now() - make_interval(hours => ${sql.lit(answerWithinHours)}))`,
    ),
    member: comparing(sql`e.member_id`),
    course: comparing(sql`e.details ->> 'course'`),
    became: ({ values }) => allOf([sql`e.kind = 'lead'`, anyOf((values as FunnelStep[]).map(hasBecome))]),
  },
  read: readRequests,
  cells: {
    reference: ({ reference }) => reference,
    kind: ({ kind }) => kind,
    name: ({ name }) => name,
    about: (request) => aboutRequest(request) || null,
    status: ({ status }) => status,
    due: ({ dueAt }) => dueAt,
    assigned: ({ assigned }) => assigned,
    partner: ({ partner }) => partner,
    email: ({ email }) => email,
    phone: ({ phone }) => phone || null,
    created: ({ createdAt }) => createdAt,
  },
});

/** A part of a reference or name, or the beginning of an address. Few are open at once. */
function searching(text: string): Condition {
  const like = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(e.reference ilike ${like} or e.name ilike ${like} or starts_with(lower(e.email), lower(${text})))`;
}

type StoredRequest = Omit<RequestRow, 'siteId' | 'createdAt' | 'dueAt'> & { createdAt: Date };

async function readRequests(db: Database, ids: readonly string[]): Promise<RequestRow[]> {
  const { rows } = await sql<StoredRequest>`
    select e.id, e.reference, e.kind, e.name, e.email, e.phone, e.partner, e.member_id as "memberId", e.details,
      case when e.resolved_at is not null then 'resolved' when e.answered_at is not null then 'answered' else 'waiting'
        end as status,
      e.assigned_name as assigned, e.created_at as "createdAt"
    from enquiry e where e.id = any(${ids}::text[])`.execute(db);
  return rows.map(({ createdAt, ...request }) => ({ ...request, siteId: enrolmentSite, ...timesOf(createdAt) }));
}

/** When it was asked, and until when an answer is promised. */
export const timesOf = (createdAt: Date): { createdAt: string; dueAt: string } => ({
  createdAt: createdAt.toISOString(),
  dueAt: new Date(createdAt.getTime() + answerWithinHours * 3_600_000).toISOString(),
});
