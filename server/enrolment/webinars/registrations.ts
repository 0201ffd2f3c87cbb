import { webinarChangesPerMember } from '../../../contract/calls/requests.ts';
import { partners, type PartnerCode } from '../../../shared/partners.ts';
import type { WebinarChange } from '../../../contract/requests.ts';
import { webinarIdsOf } from '../../../contract/student-choices.ts';
import type { StudentMember } from '../../../contract/student-fields.ts';
import { findOccasion } from '../../../shared/webinar-dates.ts';
import { dayIn } from '../../../shared/zoned-time.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { queueNotice } from '../mails/notices.ts';
import type { EnrolmentServices } from '../services.ts';
import type { StudentRecord } from '../students.ts';
import { deleteAttendee, insertAttendee } from './attendees.store.ts';
import { findRegistration, noteRegistration, noteUnregistration } from './registrations.store.ts';
import { newsOf, registeredMail, unregisteredMail } from './webinar-mails.ts';
import { holdWebinar, type StoredWebinar } from './webinars.store.ts';

/** A member's request to register for a webinar or to withdraw. */
export interface WebinarWish {
  memberId: string;
  partner: PartnerCode;
  change: WebinarChange;
}

/**
 * Registers a member for a webinar, or withdraws that. The member's field `registeredWebinars` is the source of truth;
 * a mail with a calendar file follows each change.
 *
 * @returns the member, and whether a mail follows
 * @throws Refusal webinar-not-found, webinar-over, already-registered, too-many-requests
 */
export async function changeWebinars(
  services: EnrolmentServices,
  wish: WebinarWish,
): Promise<{ member: StudentMember; mailed: boolean }> {
  const { db, limits, membership } = services;
  await limits.take(webinarChangesPerMember, wish.memberId);
  return transaction(db, async (tx) => {
    const member = await membership.lockMember(tx, wish.memberId);
    const { change } = wish;
    const mailed = await ('add' in change
      ? register(services, tx, { member, wish, id: change.add })
      : unregister(services, tx, { member, id: change.remove }));
    return { member: await membership.toWire(tx, member.id), mailed };
  });
}

interface Changing {
  /** Locked by the caller. */
  member: StudentRecord;
  wish: WebinarWish;
  /** Of the webinar. */
  id: string;
}

/** A published webinar for a partner's students, held against changes by staff (decision 0081). */
async function holdOpen(tx: Transaction, id: string, partner: PartnerCode): Promise<StoredWebinar | undefined> {
  const webinar = await holdWebinar(tx, id);
  const isOpen = webinar?.state === 'published' && (webinar.partner === null || webinar.partner === partner);
  return isOpen ? webinar : undefined;
}

async function register(
  services: EnrolmentServices,
  tx: Transaction,
  { member, wish: { partner }, id }: Changing,
): Promise<boolean> {
  const { clock } = services;
  const webinar = await holdOpen(tx, id, partner);
  if (!webinar) throw new Refusal('webinar-not-found');
  const now = clock.now();
  const { timeZone } = partners[partner];
  const { startsAt, endsAt } = findOccasion(webinar, timeZone, now);
  if (endsAt <= now) throw new Refusal('webinar-over');
  const ids = webinarIdsOf(member.fields);
  const of = { memberId: member.id, webinarId: id };
  const earlier = await findRegistration(tx, of);
  // A registration for an earlier occasion of a recurring webinar does not count.
  const isPast = earlier !== undefined && earlier.startsAt < now && earlier.startsAt < startsAt;
  if (ids.includes(id) && !isPast) throw new Refusal('already-registered');
  await saveIds(services, tx, member, [...ids.filter((each) => each !== id), id]);
  const sequence = await noteRegistration(tx, { ...of, startsAt, partner, shownVersion: webinar.calendarVersion });
  const day = dayIn(timeZone, startsAt);
  const remindedHours = findPassedReminder(webinar.reminderHours, startsAt, now);
  await insertAttendee(tx, { ...of, partner, day, startsAt, remindedHours });
  const news = newsOf(services, member, { webinar, partner, startsAt, sequence });
  return queueNotice(services, tx, member, registeredMail(news));
}

const hourMs = 3_600_000;

/**
 * The last reminder whose time is over when a member registers: they have just been told.
 *
 * @param hours before the start
 * @returns null where all reminders are still to come
 */
export function findPassedReminder(hours: readonly number[], startsAt: Date, now: Date): number | null {
  const passed = hours.filter((each) => startsAt.getTime() - each * hourMs <= now.getTime());
  return passed.length === 0 ? null : Math.min(...passed);
}

async function unregister(
  services: EnrolmentServices,
  tx: Transaction,
  { member, id }: Pick<Changing, 'member' | 'id'>,
): Promise<boolean> {
  const { clock } = services;
  const ids = webinarIdsOf(member.fields);
  if (!ids.includes(id)) return false;
  await removeId(services, tx, member, id);
  const of = { memberId: member.id, webinarId: id };
  const registration = await findRegistration(tx, of);
  if (!registration) return false;
  // Whose page they withdraw on does not matter: a calendar takes the end of an entry from its organizer alone.
  const { startsAt, partner } = registration;
  const webinar = await holdOpen(tx, id, partner);
  const sequence = await noteUnregistration(tx, of);
  // A past occasion stays in the member's calendar, and in the list of who was registered.
  if (startsAt <= clock.now()) return false;
  await deleteAttendee(tx, { ...of, startsAt });
  if (!webinar) return false;
  const news = newsOf(services, member, { webinar, partner, startsAt, sequence });
  return queueNotice(services, tx, member, unregisteredMail(news));
}

const saveIds = ({ membership }: EnrolmentServices, tx: Transaction, member: StudentRecord, ids: string[]) =>
  membership.setServerFields(tx, member.id, { registeredWebinars: JSON.stringify(ids) });

/** Takes a webinar out of a member's field. @param member locked by the caller */
export const removeId = (services: EnrolmentServices, tx: Transaction, member: StudentRecord, id: string) =>
  saveIds(
    services,
    tx,
    member,
    webinarIdsOf(member.fields).filter((each) => each !== id),
  );
