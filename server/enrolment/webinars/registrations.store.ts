import { sql, type Generated } from 'kysely';
import { partnerCodes, type PartnerCode, partners, defaultPartner } from '../../../shared/partners.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  webinar_registration: {
    member_id: string;
    webinar_id: string;
    sequence: Generated<number>;
    starts_at: Date;
    ended_at: Date | null;
    partner: PartnerCode | null;
    shown_version: number | null;
  };
};

/** The calendar data of a registration. Whether a member is registered is said by their field `registeredWebinars`. */
export interface Registration {
  sequence: number;
  startsAt: Date;
  /** Under whose name the member registered. */
  partner: PartnerCode;
  /** The version of the webinar that the member's calendar entry shows. */
  shownVersion: number;
}

/** A member and a webinar. */
export interface RegistrationOf {
  memberId: string;
  webinarId: string;
}

/** A member's registration for a webinar, unless it was withdrawn. */
export async function findRegistration(
  tx: Transaction,
  { memberId, webinarId }: RegistrationOf,
): Promise<Registration | undefined> {
  const { rows } = await sql<Registration>`
    select r.sequence, r.starts_at as "startsAt", coalesce(r.shown_version, 1) as "shownVersion",
      coalesce(r.partner, m.partner, ${defaultPartner}) as partner
    from webinar_registration r join member m on m.id = r.member_id
    where r.member_id = ${memberId} and r.webinar_id = ${webinarId} and r.ended_at is null`.execute(tx);
  return rows[0];
}

/** A registration for an occasion that has begun. */
export interface Begun extends RegistrationOf {
  startsAt: Date;
}

const zones = sql.join(partnerCodes.map((code) => sql`(${code}, ${partners[code].timeZone})`));

/** Registrations for occasions that are over, of webinars that take place again: recurring, or given a later time since. */
export async function selectOver(db: Database, now: Date): Promise<Begun[]> {
  const { rows } = await sql<Begun>`
    select r.member_id as "memberId", r.webinar_id as "webinarId", r.starts_at as "startsAt"
    from webinar w join webinar_registration r on r.webinar_id = w.id
    left join (values ${zones}) as zone (code, name) on zone.code = r.partner
    where r.ended_at is null and r.starts_at <= ${now}::timestamptz - make_interval(mins => w.minutes)
      and (w.every_weeks is not null
        or (w.first_day + w.start_time::time) at time zone zone.name > r.starts_at)`.execute(db);
  return rows;
}

/** @returns the number of this change */
export async function noteRegistration(
  tx: Transaction,
  { memberId, webinarId, startsAt, partner, shownVersion }: RegistrationOf & Omit<Registration, 'sequence'>,
): Promise<number> {
  const now = { starts_at: startsAt, ended_at: null, partner, shown_version: shownVersion };
  const { sequence } = await tx
    .withTables<Tables>()
    .insertInto('webinar_registration')
    .values({ member_id: memberId, webinar_id: webinarId, ...now })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'webinar_id'])
        .doUpdateSet({ sequence: sql`webinar_registration.sequence + 1`, ...now }),
    )
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

/** @returns the number of this change */
export async function noteUnregistration(tx: Transaction, { memberId, webinarId }: RegistrationOf): Promise<number> {
  const { sequence } = await tx
    .withTables<Tables>()
    .updateTable('webinar_registration')
    .set((row) => ({ sequence: row('sequence', '+', 1), ended_at: sql<Date>`now()` }))
    .where('member_id', '=', memberId)
    .where('webinar_id', '=', webinarId)
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence;
}

/** Members whose calendar entry for an occasion that is not over shows an earlier version of a webinar. */
export async function selectToTell(
  db: Database,
  { webinarId, now, limit }: { webinarId: string; now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select r.member_id as "memberId"
    from webinar_registration r join webinar w on w.id = r.webinar_id
    where w.id = ${webinarId} and r.ended_at is null
      and r.starts_at > ${now}::timestamptz - make_interval(mins => w.minutes)
      and coalesce(r.shown_version, 1) < w.calendar_version
    order by r.member_id limit ${limit}`.execute(db);
  return rows.map(({ memberId }) => memberId);
}

/**
 * Gives registrations of the version before, which wrote neither partner nor attendees, both: those for occasions to come
 * and of the last week.
 *
 * @returns whether there may be more
 */
export async function adoptRegistrations(db: Database, { now, limit }: { now: Date; limit: number }): Promise<boolean> {
  const { rows } = await sql<{ adopted: number }>`
    with old as (
      select r.member_id, r.webinar_id, r.starts_at, coalesce(w.partner, m.partner, ${defaultPartner}) as partner
      from webinar_registration r join webinar w on w.id = r.webinar_id join member m on m.id = r.member_id
      where r.partner is null and r.ended_at is null and r.starts_at > ${now}::timestamptz - interval '7 days'
      limit ${limit} for update of r skip locked
    ), named as (
      update webinar_registration r set partner = old.partner from old
      where r.member_id = old.member_id and r.webinar_id = old.webinar_id
    ), added as (
      insert into webinar_attendee (id, webinar_id, day, member_id, partner, starts_at)
      select 'atd_' || replace(gen_random_uuid()::text, '-', ''), old.webinar_id,
        (old.starts_at at time zone zone.name)::date, old.member_id, old.partner, old.starts_at
      from old join (values ${zones}) as zone (code, name) on zone.code = old.partner
      on conflict do nothing
    )
    select count(*)::int as adopted from old`.execute(db);
  return rows[0]!.adopted === limit;
}
