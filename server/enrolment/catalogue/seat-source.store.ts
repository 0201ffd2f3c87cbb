import { sql } from 'kysely';
import { seatList, type SeatRow } from '../../../contract/console/cohorts-schemas.ts';
import { personOf, type StudentFields } from '../../../contract/student-fields.ts';
import type { Database } from '../../platform/database/database.ts';
import { comparing } from '../../platform/lists/conditions.ts';
import type { ListSource } from '../../platform/lists/list-source.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { ordersInScope } from './cohort-scope.store.ts';
import type { CohortScope } from './cohort-scope.ts';

/** The seats of a cohort as a list: taken and held ones, of students in scope. */
export const seatSource = (scope: CohortScope, cohortId: string): ListSource<typeof seatList, SeatRow> => ({
  list: seatList,
  from: sql`seat_claim s join enrolment_order o on o.id = s.order_id`,
  id: sql`s.id`,
  where: () => [
    sql`s.cohort_id = ${cohortId}`,
    sql`(s.state = 'consumed' or (s.state = 'live' and s.expires_at > now()))`,
    ordersInScope(scope),
  ],
  sorts: { since: { by: sql`s.created_at`, type: 'moment' } },
  filters: {
    seat: comparing(sql`case s.state when 'consumed' then 'sold' else 'held' end`),
    partner: comparing(sql`o.partner`),
  },
  read: readSeats,
  cells: {
    student: ({ student }) => student || null,
    email: ({ email }) => email || null,
    seat: ({ seat }) => seat,
    until: ({ until }) => until,
    partner: ({ partner }) => partner,
    reference: ({ reference }) => reference,
    since: ({ since }) => since,
  },
});

type StoredSeat = Omit<SeatRow, 'siteId' | 'student' | 'email' | 'until' | 'since'> & {
  email: string | null;
  fields: StudentFields | null;
  until: Date | null;
  since: Date;
};

async function readSeats(db: Database, ids: readonly string[]): Promise<SeatRow[]> {
  const { rows } = await sql<StoredSeat>`
    select s.id, s.member_id as "memberId", m.email, m.custom_fields as fields,
      case s.state when 'consumed' then 'sold' else 'held' end as seat, s.expires_at as until, o.partner,
      o.id as "orderId", o.reference, s.created_at as since
    from seat_claim s join enrolment_order o on o.id = s.order_id left join member m on m.id = s.member_id
    where s.id = any(${ids}::text[])`.execute(db);
  return rows.map(({ email, fields, until, since, ...seat }) => ({
    ...seat,
    siteId: enrolmentSite,
    student: nameIn(fields ?? {}),
    email: email ?? '',
    until: until?.toISOString() ?? null,
    since: since.toISOString(),
  }));
}

function nameIn(fields: StudentFields): string {
  const { firstName, lastName } = personOf(fields);
  return `${firstName} ${lastName}`.trim();
}
