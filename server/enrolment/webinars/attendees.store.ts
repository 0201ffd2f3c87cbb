import { sql, type ColumnType, type Generated } from 'kysely';
import type { StaffScope } from '../../../contract/permissions.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import type { RegistrationOf } from './registrations.store.ts';

type Tables = {
  webinar_attendee: {
    id: string;
    webinar_id: string;
    day: ColumnType<Date, string>;
    member_id: string;
    partner: PartnerCode;
    starts_at: Date;
    registered_at: Generated<Date>;
    reminded_hours: number | null;
    attended_at: Date | null;
    recording_mailed_at: Date | null;
  };
};

/** A member's place at an occasion. */
export interface NewAttendee extends RegistrationOf {
  partner: PartnerCode;
  /** Of the occasion, `2026-12-02`, on the partner's calendar. */
  day: string;
  startsAt: Date;
  /** Hours before the start of reminders that come no more; null where all come. */
  remindedHours: number | null;
  /** Now unless given. */
  registeredAt?: Date | undefined;
}

/** Notes who takes part in an occasion. */
export async function insertAttendee(
  tx: Transaction,
  { memberId, webinarId, partner, day, startsAt, remindedHours, registeredAt }: NewAttendee,
): Promise<void> {
  const changes = { starts_at: startsAt, partner, reminded_hours: remindedHours };
  await tx
    .withTables<Tables>()
    .insertInto('webinar_attendee')
    .values({
      id: newId('atd_'),
      member_id: memberId,
      webinar_id: webinarId,
      day,
      ...(registeredAt && { registered_at: registeredAt }),
      ...changes,
    })
    .onConflict((conflict) => conflict.columns(['webinar_id', 'day', 'member_id']).doUpdateSet(changes))
    .execute();
}

/** Takes a member out of an occasion that has not begun. @returns since when they were in it */
export async function deleteAttendee(
  tx: Transaction,
  { memberId, webinarId, startsAt }: RegistrationOf & { startsAt: Date },
): Promise<Date | undefined> {
  const deleted = await tx
    .withTables<Tables>()
    .deleteFrom('webinar_attendee')
    .where('webinar_id', '=', webinarId)
    .where('member_id', '=', memberId)
    .where('starts_at', '=', startsAt)
    .returning('registered_at as registeredAt')
    .executeTakeFirst();
  return deleted?.registeredAt;
}

/** A reminder that is due. */
export interface DueReminder extends RegistrationOf {
  attendeeId: string;
  /** Before the start. */
  hours: number;
}

/**
 * Reminders that are due, the soonest occasion first. Of several the last alone: where the worker stood still, a member
 * gets one mail.
 *
 * @param mostHours that a webinar may name, which bounds what is read
 */
export async function selectDue(
  db: Database,
  { now, mostHours, limit }: { now: Date; mostHours: number; limit: number },
): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select a.id as "attendeeId", a.member_id as "memberId", a.webinar_id as "webinarId", due.hours
    from webinar_attendee a join webinar w on w.id = a.webinar_id
    cross join lateral (
      select min(hours) as hours from unnest(w.reminder_hours) as hours
      where a.starts_at - make_interval(hours => hours) <= ${now}
    ) due
    where a.starts_at > ${now} and a.starts_at <= ${now}::timestamptz + make_interval(hours => ${mostHours})
      and w.state = 'published' and due.hours is not null
      and (a.reminded_hours is null or a.reminded_hours > due.hours)
    order by a.starts_at, a.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Marks a reminder as sent. Of concurrent workers one gets true.
 *
 * @param startsAt of the occasion that the reminder tells of
 */
export async function markReminded(
  tx: Transaction,
  { attendeeId, hours, startsAt }: Pick<DueReminder, 'attendeeId' | 'hours'> & { startsAt: Date },
): Promise<boolean> {
  const marked = await tx
    .withTables<Tables>()
    .updateTable('webinar_attendee')
    .set({ reminded_hours: hours })
    .where('id', '=', attendeeId)
    .where('starts_at', '=', startsAt)
    .where((row) => row.or([row('reminded_hours', 'is', null), row('reminded_hours', '>', hours)]))
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** An occasion of a webinar. */
export interface OccasionOf {
  webinarId: string;
  /** `2026-12-02`, on the partner's calendar. */
  day: string;
}

/** Members whose occasion of a day has begun, on their partner's clock, and who have not been mailed its recording. */
export async function selectWithoutRecording(
  db: Database,
  { webinarId, day, now, limit }: OccasionOf & { now: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('webinar_attendee')
    .select('member_id as memberId')
    .where('webinar_id', '=', webinarId)
    .where('day', '=', sql<Date>`${day}::date`)
    .where('starts_at', '<=', now)
    .where('recording_mailed_at', 'is', null)
    .orderBy('member_id')
    .limit(limit)
    .execute();
  return rows.map(({ memberId }) => memberId);
}

/**
 * Marks the recording as mailed.
 *
 * @returns under whose name they registered; undefined where it was mailed before, or was moved to another time to come
 */
export async function markRecordingMailed(
  tx: Transaction,
  { webinarId, day, memberId, now }: OccasionOf & RegistrationOf & { now: Date },
): Promise<PartnerCode | undefined> {
  const marked = await tx
    .withTables<Tables>()
    .updateTable('webinar_attendee')
    .set({ recording_mailed_at: sql<Date>`now()` })
    .where('webinar_id', '=', webinarId)
    .where('member_id', '=', memberId)
    .where('day', '=', sql<Date>`${day}::date`)
    .where('starts_at', '<=', now)
    .where('recording_mailed_at', 'is', null)
    .returning('partner')
    .executeTakeFirst();
  return marked?.partner;
}

/** Lets the recording of an occasion be mailed anew: its link has changed. */
export async function forgetRecordingMails(tx: Transaction, { webinarId, day }: OccasionOf): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('webinar_attendee')
    .set({ recording_mailed_at: null })
    .where('webinar_id', '=', webinarId)
    .where('day', '=', sql<Date>`${day}::date`)
    .execute();
}

/** Whom staff name: by rows of the list, or by addresses. */
export type Named = { attendeeIds: readonly string[] } | { emails: readonly string[] };

/**
 * Notes who came to an occasion that has begun, or takes that back.
 *
 * @returns addresses of those who are named and were registered, in lower case
 */
export async function markAttended(
  tx: Transaction,
  {
    webinarId,
    day,
    partners,
    named,
    attended,
    now,
  }: OccasionOf & Pick<StaffScope, 'partners'> & { named: Named; attended: boolean; now: Date },
): Promise<string[]> {
  const who =
    'emails' in named
      ? sql`lower(m.email) = any(${named.emails.map((email) => email.toLowerCase())}::text[])`
      : sql`a.id = any(${named.attendeeIds}::text[])`;
  const { rows } = await sql<{ email: string }>`
    update webinar_attendee a set attended_at = ${attended ? sql`coalesce(a.attended_at, now())` : sql`null`}
    from member m
    where m.id = a.member_id and a.webinar_id = ${webinarId} and a.day = ${day}::date and a.starts_at <= ${now}
      and ${who} and ${partners === 'all' ? sql`true` : sql`a.partner = any(${partners}::text[])`}
    returning lower(m.email) as email`.execute(tx);
  return rows.map(({ email }) => email);
}

/** An occasion with its numbers. */
export interface CountedOccasion {
  day: string;
  startsAt: Date;
  registered: number;
  attended: number;
  recording: { link: string; mailedAt: Date | null } | null;
}

/** Occasions of a webinar that have registrations or a recording, the latest first. */
export async function countOccasions(
  db: Database,
  webinarId: string,
  { partners }: Pick<StaffScope, 'partners'>,
  most: number,
): Promise<CountedOccasion[]> {
  const { rows } = await sql<Omit<CountedOccasion, 'recording'> & { link: string | null; mailedAt: Date | null }>`
    select to_char(given.day, 'YYYY-MM-DD') as day, given.starts_at as "startsAt", given.registered, given.attended,
      rec.link, rec.mailed_at as "mailedAt"
    from (
      select a.day, min(a.starts_at) as starts_at, count(*)::int as registered, count(a.attended_at)::int as attended
      from webinar_attendee a
      where a.webinar_id = ${webinarId} and ${partners === 'all' ? sql`true` : sql`a.partner = any(${partners}::text[])`}
      group by a.day order by a.day desc limit ${most}
    ) given left join webinar_recording rec on rec.webinar_id = ${webinarId} and rec.day = given.day
    order by given.day desc`.execute(db);
  return rows.map(({ link, mailedAt, ...occasion }) => ({
    ...occasion,
    recording: link === null ? null : { link, mailedAt },
  }));
}
