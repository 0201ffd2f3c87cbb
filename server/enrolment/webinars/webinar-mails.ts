import { buildCalendarFile } from '../../../shared/calendar-file.ts';
import { formatMomentIn } from '../../../shared/format.ts';
import { partners, type Partner, type PartnerCode } from '../../../shared/partners.ts';
import { inWords } from '../../../shared/wording.ts';
import type { Attachment, Mail } from '../../platform/mail.ts';
import { composePartnerMail, lookOf, pageAddress } from '../mails/partner-mail.ts';
import type { EnrolmentServices } from '../services.ts';
import type { StudentRecord } from '../students.ts';
import type { StoredWebinar } from './webinars.store.ts';

/** What mails say of a webinar. */
export type ToldWebinar = Pick<StoredWebinar, 'id' | 'title' | 'description' | 'host' | 'minutes' | 'link'>;

/** The data of a mail about a registration. */
export interface WebinarNews {
  partner: Partner;
  /** In the partner's words. */
  webinar: ToldWebinar;
  startsAt: Date;
  /** SEQUENCE of the calendar entry (RFC 5545). */
  sequence: number;
  memberId: string;
  to: string;
  now: Date;
  appUrl: string;
}

/** The data of a mail to a member who registered under a partner's name. */
export function newsOf(
  { clock, appUrl }: Pick<EnrolmentServices, 'clock' | 'appUrl'>,
  member: StudentRecord,
  {
    webinar,
    partner: code,
    ...rest
  }: { webinar: StoredWebinar; partner: PartnerCode } & Pick<WebinarNews, 'startsAt' | 'sequence'>,
): WebinarNews {
  const partner = partners[code];
  const { id, title, description, host, minutes, link } = webinar;
  return {
    ...rest,
    webinar: { ...inWords({ title, description, host }, partner), id, minutes, link },
    partner,
    memberId: member.id,
    to: member.email,
    now: clock.now(),
    appUrl,
  };
}

/** Confirms a registration, with a calendar entry. */
export const registeredMail = (news: WebinarNews): Mail =>
  compose(news, {
    kind: 'webinar-registered',
    subject: `You are registered: ${news.webinar.title}`,
    paragraphs: [news.webinar.description],
    label: 'See your webinars',
    note: 'The file with this mail puts the webinar into your calendar.',
    calendar: 'put',
  });

/** Confirms a withdrawal, with a cancellation of the calendar entry. */
export const unregisteredMail = (news: WebinarNews): Mail =>
  compose(news, {
    kind: 'webinar-unregistered',
    subject: `You are no longer registered: ${news.webinar.title}`,
    paragraphs: ['Your place has been given back. You can register again at any time before it starts.'],
    label: 'See all webinars',
    note: 'The file with this mail takes the webinar out of your calendar.',
    calendar: 'take',
  });

/** Tells of another time, length, title or link, with the calendar entry as it is now. */
export const changedMail = (news: WebinarNews): Mail =>
  compose(news, {
    kind: 'webinar-changed',
    subject: `This webinar has changed: ${news.webinar.title}`,
    paragraphs: ['A webinar you are registered for has changed. Below is how it stands now. You are still registered.'],
    label: 'See your webinars',
    note: 'The file with this mail brings your calendar up to date.',
    calendar: 'put',
  });

/** Tells that it does not take place, with a cancellation of the calendar entry. */
export const cancelledMail = (news: WebinarNews): Mail =>
  compose(news, {
    kind: 'webinar-cancelled',
    subject: `This webinar does not take place: ${news.webinar.title}`,
    paragraphs: ['We are sorry: a webinar you are registered for has been cancelled. You need to do nothing.'],
    label: 'See all webinars',
    note: 'The file with this mail takes the webinar out of your calendar.',
    calendar: 'take',
  });

const minuteMs = 60_000;

/** Reminds of a webinar some time before it starts; of no use once it has started. */
export const reminderMail = (news: WebinarNews): Mail => ({
  ...compose(news, {
    kind: 'webinar-reminder',
    subject: `${startWords(news)}: ${news.webinar.title}`,
    paragraphs: [news.webinar.description],
    label: 'See your webinars',
  }),
  usefulMinutes: Math.max(1, Math.floor((news.startsAt.getTime() - news.now.getTime()) / minuteMs)),
});

/** "Starts soon" within two hours, else "Coming up": the mail may be read later than it was sent. */
const startWords = ({ startsAt, now }: WebinarNews) =>
  startsAt.getTime() - now.getTime() <= 120 * minuteMs ? 'Starts soon' : 'Coming up';

/** Hands a recording to those who were registered. */
export function recordingMail(news: Omit<WebinarNews, 'startsAt' | 'sequence'> & { link: string }): Mail {
  const { partner, webinar, to, link } = news;
  return composePartnerMail(partner, {
    kind: 'webinar-recording',
    to,
    subject: `The recording: ${webinar.title}`,
    paragraphs: ['Here is the recording of a webinar you were registered for.'],
    facts: [['Host', webinar.host]],
    action: { label: 'Watch the recording', url: link },
  });
}

interface Letter {
  kind: string;
  subject: string;
  paragraphs: string[];
  /** Of the button that leads to the events page. */
  label: string;
  note?: string;
  /** Whether the file puts the webinar into a calendar or takes it out. */
  calendar?: 'put' | 'take';
}

function compose(news: WebinarNews, { kind, subject, paragraphs, label, note, calendar }: Letter): Mail {
  const { partner, webinar, to, appUrl } = news;
  const events = { label, url: pageAddress(appUrl, partner, 'events') };
  const isOn = calendar !== 'take';
  return composePartnerMail(partner, {
    kind,
    to,
    subject,
    paragraphs,
    facts: factsOf(news),
    action: isOn && webinar.link !== null ? { label: 'Join the webinar', url: webinar.link } : events,
    ...(note && { notes: [note] }),
    ...(calendar && { attachments: [calendarOf(news, calendar === 'take')], dedupeKey: keyOf(news) }),
  });
}

const keyOf = ({ memberId, webinar, sequence }: WebinarNews) => `webinar:${memberId}:${webinar.id}:${sequence}`;

const factsOf = ({ partner, webinar, startsAt }: WebinarNews): [string, string][] => [
  ['When', formatMomentIn(partner.timeZone, partner, startsAt.toISOString())],
  ['Length', `${webinar.minutes} minutes`],
  ['Host', webinar.host],
];

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
      url: webinar.link ?? pageAddress(appUrl, partner, 'events'),
      organizer: { name: lookOf(partner).senderName, email: partner.supportEmail },
      ...(isCancelled && { cancelledFor: to }),
    }),
  };
}
