import { answerWithinHours } from '../../../shared/answer-promise.ts';
import { cityOf, formatDay, formatTime } from '../../../shared/format.ts';
import type { Partner } from '../../../shared/partners.ts';
import { consultationSlots, consultationTopics, type ConsultationRequest } from '../../../contract/requests.ts';
import { instantOf } from '../../../shared/zoned-time.ts';
import type { Mail } from '../../platform/mail.ts';
import { composePartnerMail, pageAddress } from '../mails/partner-mail.ts';

/** The data of the mails about a consultation or support request. */
export interface AskedRequest {
  reference: string;
  partner: Partner;
  from: { name: string; email: string; isProved: boolean; phone: string };
  asked: { kind: 'consultation'; wish: Omit<ConsultationRequest, 'partner'> } | { kind: 'support'; message: string };
  appUrl: string;
}

const names = { consultation: 'consultation request', support: 'support request' } as const;

/** To the partner's advisors. Reply-To is the member. */
export function requestMail(request: AskedRequest): Mail {
  const { reference, partner, from, asked } = request;
  return composePartnerMail(partner, {
    kind: `${asked.kind}-request`,
    to: partner.supportEmail,
    replyTo: from.email,
    subject: `New ${names[asked.kind]} ${reference}: ${from.name}`,
    title: `New ${names[asked.kind]}`,
    paragraphs: [`${from.name} has sent a ${names[asked.kind]} in the portal.`, ...messageOf(request)],
    facts: [
      ['Reference', reference],
      ['Name', from.name],
      ['Email', from.isProved ? from.email : `${from.email} (not confirmed)`],
      ...(from.phone ? ([['Phone', from.phone]] as const) : []),
      ...wishLines(request),
    ],
    notes: [
      `They have been told that somebody contacts them within ${answerWithinHours} hours. Answer this mail to write to them.`,
    ],
  });
}

/**
 * To the member, as a receipt. An unproved address may belong to another person: it gets none of the member's text,
 * which would be spam under the partner's name.
 */
export function requestCopyMail(request: AskedRequest): Mail {
  const { reference, partner, from, asked, appUrl } = request;
  return composePartnerMail(partner, {
    kind: `${asked.kind}-copy`,
    to: from.email,
    subject: `We have your ${names[asked.kind]}`,
    paragraphs: [
      asked.kind === 'consultation'
        ? `Thank you. A member of our team will contact you within ${answerWithinHours} hours to settle the time.`
        : `Thank you. A member of our team will answer you within ${answerWithinHours} hours.`,
      ...(from.isProved ? messageOf(request) : []),
    ],
    facts: [['Reference', reference], ...wishLines(request)],
    action: { label: 'Go to career consultation', url: pageAddress(appUrl, partner, 'careerConsultation') },
    notes: ['You do not need to do anything. If something has changed, write to us and name the reference.'],
  });
}

const messageOf = ({ asked }: AskedRequest): string[] => (asked.kind === 'support' ? [`“${asked.message}”`] : []);

function wishLines({ asked, partner }: AskedRequest): [string, string][] {
  if (asked.kind === 'support') return [];
  const { topic, date, slot } = asked.wish;
  return [
    ['Topic', consultationTopics[topic]],
    ['Date', formatDay(partner, date)],
    ['Time', slotHours(partner, date, slot)],
  ];
}

/** "9:00 am – 12:00 pm (Sydney time)" */
function slotHours(partner: Partner, date: string, slot: keyof typeof consultationSlots): string {
  const at = (hour: number) =>
    formatTime(partner, instantOf(date, `${hour}:00`, partner.timeZone).toISOString(), partner.timeZone);
  const { from, to } = consultationSlots[slot];
  return `${at(from)} – ${at(to)} (${cityOf(partner.timeZone)} time)`;
}
