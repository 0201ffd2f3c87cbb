import { consultationMinutes } from '../../../../shared/answer-promise.ts';
import { buildCalendarFile } from '../../../../shared/calendar-file.ts';
import { formatMomentIn } from '../../../../shared/format.ts';
import { partners } from '../../../../shared/partners.ts';
import { consultationTopics, type ConsultationTopic } from '../../../../shared/request-choices.ts';
import type { Attachment, Mail } from '../../../platform/mail.ts';
import { composePartnerMail, lookOf, pageAddress } from '../../mails/partner-mail.ts';
import type { Meeting } from './consultations.store.ts';
import type { DeskRequest } from './desk.store.ts';

/** The data of a mail about the time of a consultation. */
export interface MeetingNews {
  /** `handed-over` is for the advisor who has the time no more. */
  kind: 'confirmed' | 'moved' | 'cancelled' | 'handed-over';
  request: Pick<DeskRequest, 'id' | 'reference' | 'partner' | 'name' | 'phone' | 'details'>;
  meeting: Meeting;
  /** The student's address. */
  to: string;
  memberId: string | undefined;
  now: Date;
  appUrl: string;
}

const subjects = {
  confirmed: 'Your consultation has a time',
  moved: 'Your consultation has another time',
  cancelled: 'Your consultation is cancelled',
  'handed-over': 'Your consultation has another advisor',
} as const;

/** To the student, with the calendar entry. Nothing in it is text of a form: the address may not be proved. */
export function studentMeetingMail(news: MeetingNews): Mail {
  const { kind, request, to, memberId } = news;
  const partner = partners[request.partner];
  const mail = composePartnerMail(partner, {
    kind: `consultation-${kind}`,
    to,
    replyTo: partner.supportEmail,
    subject: subjects[kind],
    paragraphs: [
      kind === 'cancelled'
        ? 'This time does not hold any more. We write to you to find another one.'
        : `One of our advisors talks with you for ${consultationMinutes} minutes.`,
    ],
    facts: factsOf(news),
    notes: [noteOf(news), 'If the time does not suit you, answer this mail.'],
    attachments: [calendarOf(news, to)],
  });
  return { ...mail, memberId };
}

/** To the advisor, the same entry. */
export function advisorMeetingMail(news: MeetingNews): Mail {
  const { kind, request, meeting, memberId, appUrl } = news;
  const partner = partners[request.partner];
  const mail = composePartnerMail(partner, {
    kind: `consultation-${kind}-advisor`,
    to: meeting.advisorEmail,
    subject: `${subjects[kind].replace('Your consultation', `The consultation ${request.reference}`)}: ${request.name}`,
    paragraphs: [`With ${request.name}, at the partner’s time. Your calendar shows it at yours.`],
    facts: [...factsOf(news), ...(request.phone ? ([['Phone', request.phone]] as const) : [])],
    action: { label: 'Open the request', url: `${appUrl}/console/requests/${request.id}` },
    notes: [noteOf(news)],
    attachments: [calendarOf(news, meeting.advisorEmail)],
  });
  return { ...mail, memberId };
}

/** To the advisor of a student whose account was deleted. It names neither, so that it outlives both. */
export function withdrawnMeetingMail(about: Omit<Told, 'kind'>): Mail {
  const { request, meeting } = about;
  const news = { ...about, kind: 'cancelled' } as const;
  return composePartnerMail(partners[request.partner], {
    kind: 'consultation-withdrawn-advisor',
    to: meeting.advisorEmail,
    subject: `The consultation ${request.reference} is cancelled`,
    paragraphs: ['The student’s account was deleted, and this request with it.'],
    facts: factsOf(news),
    notes: [noteOf(news)],
    attachments: [calendarOf(news, meeting.advisorEmail)],
  });
}

/** What a mail says to either side. */
type Told = Omit<MeetingNews, 'to' | 'memberId'>;

const isGone = ({ kind }: Told) => kind === 'cancelled' || kind === 'handed-over';

const noteOf = (news: Told) =>
  isGone(news)
    ? 'The file with this mail takes the time out of your calendar.'
    : 'The file with this mail puts the time into your calendar.';

function factsOf({ request, meeting }: Told): [string, string][] {
  const partner = partners[request.partner];
  return [
    ['When', formatMomentIn(partner.timeZone, partner, meeting.startsAt.toISOString())],
    ['Length', `${consultationMinutes} minutes`],
    ['Topic', consultationTopics[request.details['topic'] as ConsultationTopic]],
    ['Reference', request.reference],
  ];
}

const minuteMs = 60_000;

function calendarOf(news: Told, attendee: string): Attachment {
  const { request, meeting, now, appUrl } = news;
  const partner = partners[request.partner];
  const { startsAt, sequence } = meeting;
  return {
    name: 'consultation.ics',
    type: 'text/calendar; charset=utf-8',
    text: buildCalendarFile({
      uid: `consultation-${request.id}@intake`,
      sequence,
      madeAt: now,
      when: { startsAt, endsAt: new Date(startsAt.getTime() + consultationMinutes * minuteMs) },
      title: `Consultation, ${lookOf(partner).senderName}`,
      description: `Reference ${request.reference}`,
      url: pageAddress(appUrl, partner, 'careerConsultation'),
      organizer: { name: lookOf(partner).senderName, email: partner.supportEmail },
      ...(isGone(news) && { cancelledFor: attendee }),
    }),
  };
}
