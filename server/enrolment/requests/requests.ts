import { requestsPerMember } from '../../../contract/calls/requests.ts';
import type { ConsultationRequest, SupportRequest } from '../../../contract/requests.ts';
import { personOf } from '../../../contract/student-fields.ts';
import { partners, type PartnerCode } from '../../../shared/partners.ts';
import { dayIn } from '../../../shared/zoned-time.ts';
import { transaction } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { queueNotice } from '../mails/notices.ts';
import { plainLine } from '../mails/plain-line.ts';
import { findPartnerPaid } from '../payments/orders/orders.ts';
import type { EnrolmentServices } from '../services.ts';
import type { StudentRecord } from '../students.ts';
import { keepEnquiry } from './enquiries.ts';
import { requestCopyMail, requestMail, type AskedRequest } from './request-mails.ts';

const nameLength = 80;

/**
 * Requests a consultation: kept, mailed to the partner's advisors and, as a copy, to the member.
 *
 * @returns the reference
 * @throws Refusal date-in-past, too-many-requests
 */
export async function requestConsultation(
  services: EnrolmentServices,
  { memberId, partner, ...wish }: ConsultationRequest & { memberId: string },
): Promise<string> {
  if (wish.date < dayIn(partners[partner].timeZone, services.clock.now())) throw new Refusal('date-in-past');
  return ask(services, { memberId, partner, asked: { kind: 'consultation', wish }, details: { ...wish } });
}

/**
 * Sends a message to support, the same way. It goes to the partner that has the member's money, whichever partner's
 * page it was sent from: only that one can act on it.
 *
 * @returns the reference
 * @throws Refusal too-many-requests
 */
export async function requestSupport(
  services: EnrolmentServices,
  { memberId, partner: asks, message }: SupportRequest & { memberId: string },
): Promise<string> {
  const partner = (await findPartnerPaid(services.db, memberId)) ?? asks;
  return ask(services, { memberId, partner, asked: { kind: 'support', message }, details: { message } });
}

interface Asking extends Pick<AskedRequest, 'asked'> {
  memberId: string;
  partner: PartnerCode;
  details: Record<string, string>;
}

async function ask(services: EnrolmentServices, { memberId, partner, asked, details }: Asking): Promise<string> {
  const { db, limits, membership, appUrl } = services;
  await limits.take(requestsPerMember, memberId);
  return transaction(db, async (tx) => {
    const member = await membership.lockMember(tx, memberId);
    const from = senderOf(member);
    const { name, email, phone } = from;
    const kept = await keepEnquiry(tx, { kind: asked.kind, partner, memberId, name, email, phone, details });
    if (!kept.isNew) return kept.reference;
    const request = { reference: kept.reference, partner: partners[partner], from, asked, appUrl };
    await queueMail(services, tx, { ...requestMail(request), memberId });
    await queueNotice(services, tx, member, requestCopyMail(request));
    return kept.reference;
  });
}

/** The sender as staff see it: the member's name, reduced to one line. */
function senderOf({ email, verified, fields }: StudentRecord): AskedRequest['from'] {
  const { firstName, lastName, phone } = personOf(fields);
  const name = plainLine(`${firstName} ${lastName}`, nameLength);
  return { name: name || email, email, isProved: verified, phone: plainLine(phone, nameLength) };
}
