import { sql } from 'kysely';
import type { StaffScope } from '../../../contract/permissions.ts';
import { attendeeList, type AttendeeRow } from '../../../contract/console/webinars-schemas.ts';
import type { Database } from '../../platform/database/database.ts';
import { comparing, comparingTruth } from '../../platform/lists/conditions.ts';
import type { ListSource } from '../../platform/lists/list-source.ts';
import { enrolmentSite } from '../enrolment-site.ts';

/** The registrations for a webinar at the partners in scope, as a list. */
export const attendeeSource = (
  webinarId: string,
  { partners }: Pick<StaffScope, 'partners'>,
  now: Date,
): ListSource<typeof attendeeList, AttendeeRow> => ({
  list: attendeeList,
  from: sql`webinar_attendee a join member m on m.id = a.member_id`,
  id: sql`a.id`,
  where: () => [
    sql`a.webinar_id = ${webinarId}`,
    ...(partners === 'all' ? [] : [sql`a.partner = any(${partners}::text[])`]),
  ],
  search: (text) => sql`starts_with(lower(m.email), lower(${text}))`,
  sorts: { registered: { by: sql`a.registered_at`, type: 'moment' } },
  filters: {
    partner: comparing(sql`a.partner`),
    day: comparing(sql`to_char(a.day, 'YYYY-MM-DD')`),
    attended: comparingTruth(sql`(a.attended_at is not null)`),
  },
  read: (db, ids) => readAttendees(db, ids, now),
  cells: {
    email: ({ email }) => email,
    name: ({ name }) => name || null,
    partner: ({ partner }) => partner,
    day: ({ day }) => day,
    registered: ({ registeredAt }) => registeredAt,
    attended: ({ attended }) => (attended ? 'yes' : 'no'),
  },
});

async function readAttendees(db: Database, ids: readonly string[], now: Date): Promise<AttendeeRow[]> {
  const { rows } = await sql<Omit<AttendeeRow, 'siteId' | 'registeredAt'> & { registeredAt: Date }>`
    select a.id, a.member_id as "memberId", m.email, a.partner, to_char(a.day, 'YYYY-MM-DD') as day,
      trim(concat(m.custom_fields->>'first-name', ' ', m.custom_fields->>'last-name')) as name,
      a.registered_at as "registeredAt", a.starts_at <= ${now} as "hasBegun", a.attended_at is not null as attended
    from webinar_attendee a join member m on m.id = a.member_id
    where a.id = any(${ids}::text[])`.execute(db);
  return rows.map(({ registeredAt, ...row }) => ({
    ...row,
    siteId: enrolmentSite,
    registeredAt: registeredAt.toISOString(),
  }));
}
