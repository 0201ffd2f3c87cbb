import { findPartner, type Partner } from '../../../shared/partners.ts';
import type { PageName } from '../../../shared/portal-pages.ts';
import { portalPages } from '../../../shared/portal-pages.ts';
import type { MailLook } from '../../membership/index.ts';
import { layOutMail, type MailContent } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mail.ts';
import { enrolmentSite } from '../enrolment-site.ts';

/** What a partner writes to somebody. */
export interface PartnerLetter
  extends
    Pick<MailContent, 'paragraphs' | 'facts' | 'steps' | 'notes'>,
    Pick<Mail, 'kind' | 'to' | 'subject' | 'replyTo' | 'attachments' | 'dedupeKey' | 'sensitive' | 'usefulMinutes'> {
  /** The heading, where that is not the subject. */
  title?: string;
  action?: { label: string; url: string };
  /** Stands before what every mail of the partner ends with. */
  closing?: string;
}

/** One mail of a partner: its wordmark, colours and language, in both forms. */
export function composePartnerMail(partner: Partner, letter: PartnerLetter): Mail {
  const { title = letter.subject, paragraphs, facts, steps, notes, action, closing, ...mail } = letter;
  const { senderName, ...look } = lookOf(partner);
  return {
    ...mail,
    senderName,
    ...layOutMail({
      ...look,
      title,
      paragraphs,
      ...(facts && { facts }),
      ...(steps && { steps }),
      ...(notes && { notes }),
      ...(action && { action }),
      footer: [closing, look.footer].filter(Boolean).join(' '),
    }),
  };
}

/** The address of a page of the portal, for links in mails. */
export const pageAddress = (appUrl: string, { code }: Partner, page: PageName): string =>
  `${appUrl}/${code}/${portalPages[page].path}`;

/** How every mail under a partner's name looks. */
export function lookOf({ code, words, theme, supportEmail, languageTag }: Partner): MailLook {
  const sender = code.toUpperCase();
  return {
    sender,
    senderName: `${sender} ${words.Enrolment}`,
    colour: withLetter(theme.deep),
    buttonColour: withLetter(theme.primary),
    accent: withLetter(theme.accent),
    footer: `${sender} ${words.Enrolment} Portal. Questions? Write to ${supportEmail}.`,
    languageTag,
  };
}

/** A colour of digits alone reads like a mailed code to whoever looks for six digits; no eye sees the difference. */
const withLetter = (colour: string) => colour.replace(/^#(\d{5})\d$/, '#$1a');

/** The look of mails that a page of the portal causes: of the partner it stands under. */
export function styleOfPage({ siteId, path }: { siteId: string; path: string }): MailLook | undefined {
  const partner = siteId === enrolmentSite ? findPartner(path.split('/')[1]) : undefined;
  return partner && lookOf(partner);
}
