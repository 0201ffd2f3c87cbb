import { buildCalendarFile } from '../../../shared/calendar-file.ts';
import { formatMomentIn } from '../../../shared/format.ts';
import type { Webinar } from '../../../shared/page-content.ts';
import type { Partner } from '../../../shared/partners.ts';
import type { Attachment, Mail } from '../../platform/mail.ts';
import { composePartnerMail, lookOf, pageAddress } from '../mails/partner-mail.ts';

/** The data of a mail about a registration. */
export interface WebinarNews {
  partner: Partner;
  /** In the partner's words. */
  webinar: Webinar;
  startsAt: Date;
  /** SEQUENCE of the calendar entry (RFC 5545). */
  sequence: number;
  memberId: string;
  to: string;
  now: Date;
  appUrl: string;
}

/** Confirms a registration, with a calendar entry. */
export function registeredMail(news: WebinarNews): Mail {
  const { partner, webinar, to, appUrl } = news;
  return composePartnerMail(partner, {
    kind: 'webinar-registered',
    to,
    subject: `You are registered: ${webinar.title}`,
    paragraphs: [webinar.description],
    facts: factsOf(news),
    action: { label: 'See your webinars', url: pageAddress(appUrl, partner, 'events') },
    notes: ['The file with this mail puts the webinar into your calendar.'],
    attachments: [calendarOf(news, false)],
    dedupeKey: keyOf(news),
  });
}

/** Confirms a withdrawal, with a cancellation of the calendar entry. */
export function unregisteredMail(news: WebinarNews): Mail {
  const { partner, webinar, to, appUrl } = news;
  return composePartnerMail(partner, {
    kind: 'webinar-unregistered',
    to,
    subject: `You are no longer registered: ${webinar.title}`,
    paragraphs: ['Your place has been given back. You can register again at any time before it starts.'],
    facts: factsOf(news),
    action: { label: 'See all webinars', url: pageAddress(appUrl, partner, 'events') },
    notes: ['The file with this mail takes the webinar out of your calendar.'],
    attachments: [calendarOf(news, true)],
    dedupeKey: keyOf(news),
  });
}

const keyOf = ({ memberId, webinar, sequence }: WebinarNews) => `webinar:${memberId}:${webinar.id}:${sequence}`;

const factsOf = ({ partner, webinar, startsAt }: WebinarNews): [string, string][] => [
  ['When', formatMomentIn(partner.timeZone, partner, startsAt.toISOString())],
  ['Length', `${webinar.minutes} minutes`],
  ['Host', webinar.host],
];

const minuteMs = 60_000;

function calendarOf(news: WebinarNews, isCancelled: boolean): Attachment {
  const { partner, webinar, startsAt, sequence, memberId, to, now, appUrl } = news;
  return {
    name: 'webinar.ics',
    type: 'text/calendar; charset=utf-8',
    text: buildCalendarFile({
      uid: `webinar-${webinar.id}-${memberId}@intake`,
      sequence,
      madeAt: now,
      when: { startsAt, endsAt: new Date(startsAt.getTime() + webinar.minutes * minuteMs) },
      title: webinar.title,
      description: `${webinar.description}\n${webinar.host}`,
      url: pageAddress(appUrl, partner, 'events'),
      organizer: { name: lookOf(partner).senderName, email: partner.supportEmail },
      ...(isCancelled && { cancelledFor: to }),
    }),
  };
}
