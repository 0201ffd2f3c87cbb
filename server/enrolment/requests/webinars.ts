import { webinarChangesPerMember } from '../../../contract/calls/requests.ts';
import type { Webinar } from '../../../shared/page-content.ts';
import { partners, type PartnerCode } from '../../../shared/partners.ts';
import type { WebinarChange } from '../../../contract/requests.ts';
import { webinarIdsOf } from '../../../contract/student-choices.ts';
import type { StudentMember } from '../../../contract/student-fields.ts';
import { findOccasion } from '../../../shared/webinar-dates.ts';
import { inWords } from '../../../shared/wording.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readContent } from '../content.ts';
import { queueNotice } from '../mails/notices.ts';
import type { EnrolmentServices } from '../services.ts';
import type { StudentRecord } from '../students.ts';
import { registeredMail, unregisteredMail, type WebinarNews } from './webinar-mails.ts';
import { findRegistration, noteRegistration, noteUnregistration } from './webinars.store.ts';

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
      : unregister(services, tx, { member, wish, id: change.remove }));
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

async function register(
  services: EnrolmentServices,
  tx: Transaction,
  { member, wish, id }: Changing,
): Promise<boolean> {
  const { clock } = services;
  const webinar = findWebinar(wish.partner, id);
  if (!webinar) throw new Refusal('webinar-not-found');
  const now = clock.now();
  const { startsAt, endsAt } = findOccasion(webinar, partners[wish.partner].timeZone, now);
  if (endsAt <= now) throw new Refusal('webinar-over');
  const ids = webinarIdsOf(member.fields);
  const earlier = await findRegistration(tx, { memberId: member.id, webinarId: id });
  // A registration for an earlier occasion of a recurring webinar does not count.
  const isPast = earlier !== undefined && earlier.startsAt < now && earlier.startsAt < startsAt;
  if (ids.includes(id) && !isPast) throw new Refusal('already-registered');
  await saveIds(services, tx, member, [...ids.filter((each) => each !== id), id]);
  const sequence = await noteRegistration(tx, { memberId: member.id, webinarId: id, startsAt });
  const news = newsOf(services, member, { wish, webinar, startsAt, sequence });
  return queueNotice(services, tx, member, registeredMail(news));
}

async function unregister(
  services: EnrolmentServices,
  tx: Transaction,
  { member, wish, id }: Changing,
): Promise<boolean> {
  const { clock } = services;
  const ids = webinarIdsOf(member.fields);
  if (!ids.includes(id)) return false;
  await saveIds(
    services,
    tx,
    member,
    ids.filter((each) => each !== id),
  );
  const registration = await findRegistration(tx, { memberId: member.id, webinarId: id });
  if (!registration) return false;
  const sequence = await noteUnregistration(tx, { memberId: member.id, webinarId: id });
  const webinar = findWebinar(wish.partner, id);
  const { startsAt } = registration;
  // A past occasion stays in the member's calendar.
  if (!webinar || startsAt <= clock.now()) return false;
  const news = newsOf(services, member, { wish, webinar, startsAt, sequence });
  return queueNotice(services, tx, member, unregisteredMail(news));
}

const saveIds = ({ membership }: EnrolmentServices, tx: Transaction, member: StudentRecord, ids: string[]) =>
  membership.setServerFields(tx, member.id, { registeredWebinars: JSON.stringify(ids) });

function newsOf(
  { clock, appUrl }: EnrolmentServices,
  member: StudentRecord,
  { wish, ...rest }: { wish: WebinarWish } & Pick<WebinarNews, 'webinar' | 'startsAt' | 'sequence'>,
): WebinarNews {
  const partner = partners[wish.partner];
  return { ...rest, partner, memberId: member.id, to: member.email, now: clock.now(), appUrl };
}

let all: Webinar[] | undefined;

/** Cached for the life of the process; a change of the content takes a restart. */
const readWebinars = (): Webinar[] => (all ??= Object.values(readContent('webinars')).flat());

/** All webinars in the partner's words. */
export const listWebinars = (partner: PartnerCode): Webinar[] => inWords(readWebinars(), partners[partner]);

/** Recurring webinars. */
export const findRecurringWebinars = (): Webinar[] => readWebinars().filter(({ date }) => 'everyWeeks' in date);

const findWebinar = (partner: PartnerCode, id: string): Webinar | undefined =>
  listWebinars(partner).find((webinar) => webinar.id === id);
