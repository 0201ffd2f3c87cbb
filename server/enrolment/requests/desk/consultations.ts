import {
  calendarDays,
  consultationsShown,
  type BookedConsultation,
} from '../../../../contract/console/requests-schemas.ts';
import { consultationMinutes } from '../../../../shared/answer-promise.ts';
import { partners, type PartnerCode } from '../../../../shared/partners.ts';
import { consultationSlots } from '../../../../shared/request-choices.ts';
import { instantOf } from '../../../../shared/zoned-time.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { queueMail } from '../../../platform/mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { EnrolmentServices } from '../../services.ts';
import { listAdvisors } from './advisors.ts';
import {
  advisorMeetingMail,
  studentMeetingMail,
  withdrawnMeetingMail,
  type MeetingNews,
} from './consultation-mails.ts';
import {
  cancelStored,
  findMeeting,
  giveStored,
  selectConsultations,
  upsertMeeting,
  type StoredConsultation,
} from './consultations.store.ts';
import type { DeskRequest, DeskScope } from './desk.store.ts';
import { changeRequest, holdRequest, requireUnmerged, type Addressee, type Working } from './hold-request.ts';
import { assigneeOf, mailTo } from './reply.ts';

/**
 * Gives a consultation its time, or another one. The student and who looks after the request are mailed a calendar
 * entry.
 *
 * @throws Refusal not-found, not-a-consultation, request-merged, date-in-past, too-many-requests, changed-meanwhile
 */
export async function setMeeting(services: EnrolmentServices, at: Working, startsAt: Date): Promise<void> {
  await transaction(services.db, async (tx) => {
    const { request, to } = await holdRequest(services, tx, at);
    if (request.kind !== 'consultation') throw new Refusal('not-a-consultation');
    requireUnmerged(request);
    if (startsAt <= services.clock.now()) throw new Refusal('date-in-past');
    const earlier = await findMeeting(tx, request.id);
    const isMove = earlier?.cancelledAt === null;
    if (isMove && earlier.startsAt.getTime() === startsAt.getTime()) return;
    const { id: requestId, partner } = request;
    const people = await listAdvisors(services, tx, [partner]);
    const holder = isMove ? people.find(({ email }) => email === earlier.advisorEmail) : undefined;
    const assignee = people.find(({ id }) => id === request.assignedTo);
    const advisorEmail = (holder ?? assignee ?? at.by).email;
    const meeting = await upsertMeeting(tx, { requestId, partner, startsAt, advisorEmail });
    const kind = isMove ? 'moved' : 'confirmed';
    await changeRequest(tx, request, {
      by: at.by,
      change: { status: 'answered', ...(request.assignedTo === null && { assigned: assigneeOf(at.by) }) },
      entry: { kind, body: startsAt.toISOString() },
    });
    await mailBoth(services, tx, to, { kind, request, meeting });
  });
}

/**
 * Cancels the time of a consultation, which waits again.
 *
 * @throws Refusal not-found, not-a-consultation for one without a time, too-many-requests, changed-meanwhile
 */
export async function cancelMeeting(services: EnrolmentServices, at: Working): Promise<void> {
  await transaction(services.db, async (tx) => {
    const { request, to } = await holdRequest(services, tx, at);
    if ((await findMeeting(tx, request.id))?.cancelledAt !== null) throw new Refusal('not-a-consultation');
    const meeting = await cancelStored(tx, request.id);
    await changeRequest(tx, request, {
      by: at.by,
      change: request.resolvedAt === null ? { status: 'waiting' } : {},
      entry: { kind: 'cancelled', body: meeting.startsAt.toISOString() },
    });
    await mailBoth(services, tx, to, { kind: 'cancelled', request, meeting });
  });
}

/**
 * Gives the time of a consultation that is to come, if it has one, to the person who looks after the request now. They and
 * who had it are mailed, so that it stands in one calendar.
 */
export async function handOverMeeting(
  services: EnrolmentServices,
  tx: Transaction,
  to: Addressee,
  { request, email }: { request: DeskRequest; email: string },
): Promise<void> {
  const before = await findMeeting(tx, request.id);
  if (before?.cancelledAt !== null || before.startsAt <= services.clock.now() || before.advisorEmail === email) return;
  const meeting = await giveStored(tx, request.id, email);
  await mailAdvisor(services, tx, to, { kind: 'confirmed', request, meeting });
  const former = { ...meeting, advisorEmail: before.advisorEmail };
  await mailAdvisor(services, tx, to, { kind: 'handed-over', request, meeting: former });
}

/** Cancels a time to come whose request is about to be deleted: the advisor alone is mailed. */
export async function withdrawMeeting(
  services: EnrolmentServices,
  tx: Transaction,
  request: DeskRequest,
): Promise<void> {
  const { clock, appUrl } = services;
  const held = await findMeeting(tx, request.id);
  if (held?.cancelledAt !== null || held.startsAt <= clock.now()) return;
  const meeting = await cancelStored(tx, request.id);
  if (await isAdvisor(services, tx, { partner: request.partner, email: meeting.advisorEmail }))
    await queueMail(services, tx, withdrawnMeetingMail({ request, meeting, now: clock.now(), appUrl }));
}

/** Whether the owner of an address may answer requests of a partner, as who has a time may not for ever. */
const isAdvisor = async (
  services: EnrolmentServices,
  tx: Transaction,
  { partner, email }: { partner: PartnerCode; email: string },
): Promise<boolean> => (await listAdvisors(services, tx, [partner])).some((person) => person.email === email);

type About = Pick<MeetingNews, 'kind' | 'request' | 'meeting'>;

const newsFor = ({ clock, appUrl }: EnrolmentServices, to: Addressee, about: About): MeetingNews => ({
  ...about,
  to: to.email,
  memberId: to.memberId,
  now: clock.now(),
  appUrl,
});

/** Mails the advisor of a time: it has the student's name and number, which one who was removed does not get. */
async function mailAdvisor(services: EnrolmentServices, tx: Transaction, to: Addressee, about: About): Promise<void> {
  const { request, meeting } = about;
  if (await isAdvisor(services, tx, { partner: request.partner, email: meeting.advisorEmail }))
    await queueMail(services, tx, advisorMeetingMail(newsFor(services, to, about)));
}

async function mailBoth(services: EnrolmentServices, tx: Transaction, to: Addressee, about: About): Promise<void> {
  await mailAdvisor(services, tx, to, about);
  await mailTo(services, tx, to, studentMeetingMail(newsFor(services, to, about)));
}

const dayMs = 86_400_000;
const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** Days that are shown where none are asked for: this week, from today on. */
const usualDays = 7;

/** Consultations of some days, the first ones of many. @throws Refusal invalid-request for more days than a calendar shows */
export async function listConsultations(
  { db, clock }: Pick<EnrolmentServices, 'db' | 'clock'>,
  scope: DeskScope,
  asked: { from?: string | undefined; until?: string | undefined; partner?: string | undefined },
): Promise<{ data: BookedConsultation[]; hasMore: boolean }> {
  const from = asked.from ?? dayOf(clock.now().getTime());
  const until = asked.until ?? dayOf(Date.parse(from) + (usualDays - 1) * dayMs);
  const days = (Date.parse(until) - Date.parse(from)) / dayMs + 1;
  if (days < 1 || days > calendarDays) throw new Refusal('invalid-request');
  const span = { from, until, partner: asked.partner };
  const found = await selectConsultations(db, scope, span, consultationsShown + 1);
  return {
    data: found
      .slice(0, consultationsShown)
      .map(showConsultation)
      .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt)),
    hasMore: found.length > consultationsShown,
  };
}

function showConsultation({ startsAt, ...stored }: StoredConsultation): BookedConsultation {
  const { timeZone } = partners[stored.partner];
  const { from, to } = consultationSlots[stored.slot];
  const at = (hour: number) => instantOf(stored.date, `${hour}:00`, timeZone);
  const begins = startsAt ?? at(from);
  const ends = startsAt ? new Date(startsAt.getTime() + consultationMinutes * 60_000) : at(to);
  return {
    ...stored,
    timeZone,
    startsAt: begins.toISOString(),
    endsAt: ends.toISOString(),
    isConfirmed: startsAt !== null,
  };
}
