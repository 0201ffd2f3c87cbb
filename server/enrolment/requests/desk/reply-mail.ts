import { fillInReply } from '../../../../contract/console/reply-texts.ts';
import { partners } from '../../../../shared/partners.ts';
import type { Mail } from '../../../platform/mail.ts';
import { composePartnerMail } from '../../mails/partner-mail.ts';
import { plainLine } from '../../mails/plain-line.ts';
import type { DeskRequest, Draft } from './desk.store.ts';
import type { Addressee } from './hold-request.ts';

const subjectLength = 150;

/** A reply with its placeholders filled in; the subject in one line. */
export function fillInDraft({ partner }: Pick<DeskRequest, 'partner'>, to: Addressee, { subject, text }: Draft): Draft {
  const facts = { firstName: to.firstName, partner };
  return { subject: plainLine(fillInReply(subject, facts), subjectLength), text: fillInReply(text, facts).trim() };
}

/**
 * An advisor's answer. It repeats nothing of what was asked: to an address that is not proved that would be a stranger's
 * text under the partner's name. Answers go to the partner's support, which reads mail; this product does not.
 *
 * @param draft filled in
 */
export function replyMail(
  request: Pick<DeskRequest, 'partner' | 'reference'>,
  { email, memberId }: Pick<Addressee, 'email' | 'memberId'>,
  { subject, text }: Draft,
): Mail {
  const partner = partners[request.partner];
  const mail = composePartnerMail(partner, {
    kind: 'request-reply',
    to: email,
    replyTo: partner.supportEmail,
    subject,
    paragraphs: text.split(/\n{2,}/).filter((part) => part.trim() !== ''),
    notes: [`This is about your request ${request.reference}. Answer this mail to write to us.`],
  });
  return { ...mail, memberId };
}
