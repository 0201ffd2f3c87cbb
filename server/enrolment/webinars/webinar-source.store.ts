import { sql } from 'kysely';
import type { StaffScope } from '../../../contract/permissions.ts';
import { webinarList, type WebinarRow } from '../../../contract/console/webinars-schemas.ts';
import { defaultPartner, partnerCodes, partners as allPartners } from '../../../shared/partners.ts';
import type { Database } from '../../platform/database/database.ts';
import { anyOf, comparing } from '../../platform/lists/conditions.ts';
import type { ListSource } from '../../platform/lists/list-source.ts';
import { inScope } from './webinars.store.ts';

type Scope = Pick<StaffScope, 'partners'>;

const zones = sql.join(partnerCodes.map((code) => sql`(${code}::text, ${allPartners[code].timeZone}::text)`));

/**
 * Webinars with the day of their next occasion, else of the last, as `findOccasion` of `shared/webinar-dates.ts` has it:
 * an occasion is the next until its end. One of all partners is told by the default partner's clock.
 */
const webinarsAt = (now: Date) => sql`webinar w
  join (values ${zones}) as zone (code, name) on zone.code = coalesce(w.partner, ${defaultPartner})
  cross join lateral (
    select w.first_day + w.start_time::time as first,
      (${now}::timestamptz - make_interval(mins => w.minutes)) at time zone zone.name as seen
  ) clock
  cross join lateral (
    select case when w.every_weeks is null or clock.first > clock.seen then w.first_day
      else w.first_day + 7 * w.every_weeks
        * (floor(extract(epoch from clock.seen - clock.first) / (604800 * w.every_weeks))::int + 1) end as day,
      case when w.state <> 'published' then w.state
        when w.every_weeks is null and clock.first <= clock.seen then 'past' else 'upcoming' end as standing
  ) o`;

const ofScope = ({ partners }: Scope, partner: ReturnType<typeof sql>) =>
  partners === 'all' ? sql`true` : sql`${partner} = any(${partners}::text[])`;

/** The webinars that staff of a scope see. */
export async function readWebinarRows(
  db: Database,
  ids: readonly string[],
  { scope, now }: { scope: Scope; now: Date },
): Promise<WebinarRow[]> {
  const { rows } = await sql<WebinarRow>`
    select w.id, w.partner, w.course, w.title, o.standing, to_char(o.day, 'YYYY-MM-DD') as day, w.start_time as time,
      w.every_weeks as "everyWeeks",
      (select count(*)::int from webinar_attendee a
       where a.webinar_id = w.id and a.day = o.day and ${ofScope(scope, sql`a.partner`)}) as registered
    from ${webinarsAt(now)} where w.id = any(${ids}::text[])`.execute(db);
  return rows;
}

/** People registered for an occasion that is not over, who are told of a change (`selectToTell`). */
export async function countWaiting(
  db: Database,
  webinarId: string,
  { scope, now }: { scope: Scope; now: Date },
): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from webinar_registration r join webinar w on w.id = r.webinar_id
    where w.id = ${webinarId} and r.ended_at is null
      and r.starts_at > ${now}::timestamptz - make_interval(mins => w.minutes) and ${ofScope(scope, sql`r.partner`)}`.execute(
    db,
  );
  return rows[0]!.waiting;
}

/** The webinars of the partners in scope, and those of all partners, as a list. */
export const webinarSource = (scope: Scope, now: Date): ListSource<typeof webinarList, WebinarRow> => ({
  list: webinarList,
  from: webinarsAt(now),
  id: sql`w.id`,
  where: () => [inScope(scope.partners, sql`w.partner`)],
  search: (text) => sql`position(lower(${text}) in lower(w.title)) > 0`,
  sorts: { day: { by: sql`to_char(o.day, 'YYYY-MM-DD')`, type: 'text' } },
  filters: {
    // Students of a partner see those of all partners, too.
    partner: ({ values }) => anyOf([sql`w.partner is null`, sql`w.partner = any(${values}::text[])`]),
    course: comparing(sql`w.course`),
    standing: comparing(sql`o.standing`),
  },
  read: (db, ids) => readWebinarRows(db, ids, { scope, now }),
  cells: {
    title: ({ title }) => title,
    partner: ({ partner }) => partner,
    course: ({ course }) => course,
    standing: ({ standing }) => standing,
    day: ({ day }) => day,
    registered: ({ registered }) => String(registered),
  },
});
