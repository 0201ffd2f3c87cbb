import { layOutMail } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mail.ts';
import type { MailStyle } from './mail-look.ts';
import type { Site } from './site.ts';

/** The content of a site's mail. */
export interface Letter {
  /** For logs and metrics. */
  kind: string;
  subject: string;
  /** Sentences, a paragraph each. */
  before: string[];
  code?: string;
  link?: { url: string; label: string } | undefined;
  after: string[];
  /** Dropped when it could not be sent within so long. */
  usefulMinutes?: number;
}

/** Colour of a mail's header. With letters, so that code detection (six digits) of mail programs finds only the code. */
const bandColour = '#1b1f24';

const longestPath = 200;

/** The site with the mail look of the requesting page. */
export function withMailLook(site: Site, path: unknown, style: MailStyle | undefined): Site {
  if (!style || typeof path !== 'string' || path.length > longestPath) return site;
  const look = style({ siteId: site.id, path });
  return look ? { ...site, mailLook: { ...look, path } } : site;
}

/** The site's name in mails. */
export const mailName = ({ mailLook, name }: Site): string => mailLook?.sender ?? name;

/** A mail of a site, as text and HTML. */
export function composeSiteMail(
  site: Site,
  to: string,
  { kind, subject, before, code, link, after, usefulMinutes }: Letter,
): Mail {
  const { mailLook: look } = site;
  const content = layOutMail({
    ...(look ?? { sender: site.name, colour: bandColour, footer: site.name }),
    title: subject,
    paragraphs: before,
    ...(code === undefined ? {} : { code }),
    ...(link === undefined ? {} : { action: link }),
    notes: after,
  });
  return {
    kind,
    to,
    subject,
    siteId: site.id,
    ...content,
    senderName: look?.senderName ?? site.name,
    sensitive: code !== undefined || link !== undefined,
    ...(usefulMinutes === undefined ? {} : { usefulMinutes }),
  };
}
