import { findPartner, type Partner } from '../../../shared/partners.ts';
import type { PageName } from '../../../shared/portal-pages.ts';
import { portalPages } from '../../../shared/portal-pages.ts';
import { senderNameOf } from '../../../shared/sender-name.ts';
import type { MailLook } from '../../membership/index.ts';
import { layOutMail, type MailContent } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mail.ts';
import { enrolmentSite } from '../enrolment-site.ts';

/** The content of a mail under a partner's name. */
export interface PartnerLetter
  extends
    Pick<MailContent, 'paragraphs' | 'facts' | 'steps' | 'notes'>,
    Pick<Mail, 'kind' | 'to' | 'subject' | 'replyTo' | 'attachments' | 'dedupeKey' | 'sensitive' | 'usefulMinutes'> {
  /** The heading; defaults to the subject. */
  title?: string;
  action?: { label: string; url: string };
  /** A paragraph before the partner's standard footer. */
  closing?: string;
}

/** Renders a mail as HTML and plain text, with the partner's wordmark, colours and language. */
export function composePartnerMail(partner: Partner, letter: PartnerLetter): Mail {
  const { title = letter.subject, paragraphs, facts, steps, notes, action, closing, ...mail } = letter;
  const { senderName, wayOn: _wayOn, ...look } = lookOf(partner);
  return {
    ...mail,
    siteId: enrolmentSite,
    partner: partner.code,
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

/** The look of mails under a partner's name. */
export function lookOf({ code, words, theme, supportEmail, languageTag }: Partner): MailLook {
  const sender = code.toUpperCase();
  return {
    sender,
    senderName: senderNameOf({ code, words }),
    colour: withLetter(theme.deep),
    buttonColour: withLetter(theme.primary),
    accent: withLetter(theme.accent),
    footer: `${sender} ${words.Enrolment} Portal. Questions? Write to ${supportEmail}.`,
    wayOn: { path: `/${code}`, label: `Continue your ${words.enrolment}` },
    languageTag,
    partner: code,
  };
}

/** A colour of six digits could be mistaken for a mailed code by code detection, so the last one becomes a letter. */
const withLetter = (colour: string) => colour.replace(/^#(\d{5})\d$/, '#$1a');

/** The look of mails caused by a page of the portal: its partner's. undefined for other sites and pages. */
export function styleOfPage({ siteId, path }: { siteId: string; path: string }): MailLook | undefined {
  const partner = siteId === enrolmentSite ? findPartner(path.split('/')[1]) : undefined;
  return partner && lookOf(partner);
}
