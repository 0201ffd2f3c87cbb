import { sql } from 'kysely';
import { requestList, type RequestRow } from '../../../contract/console/requests.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { Database } from '../../platform/database/database.ts';
import { comparing } from '../../platform/lists/conditions.ts';
import type { ListSource } from '../../platform/lists/list-source.ts';
import { enrolmentSite } from '../enrolment-site.ts';

/** The requests to somebody's partners that wait for an advisor, as a list. */
export const requestSource = ({
  partners,
}: Pick<StaffScope, 'partners'>): ListSource<typeof requestList, RequestRow> => ({
  list: requestList,
  from: sql`enquiry e`,
  id: sql`e.id`,
  where: () => [sql`e.resolved_at is null`, ...(partners === 'all' ? [] : [sql`e.partner = any(${partners}::text[])`])],
  sorts: { created: { by: sql`e.created_at`, type: 'moment' } },
  filters: {
    kind: comparing(sql`e.kind`),
    partner: comparing(sql`e.partner`),
    created: comparing(sql`e.created_at`),
    member: comparing(sql`e.member_id`),
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
