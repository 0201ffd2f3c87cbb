import { layOutMail } from '../../platform/mail-layout.ts';
import type { Mail } from '../../platform/mail.ts';
import type { MailStyle } from './mail-look.ts';
import type { Site } from './site.ts';

/** What a site writes to a member. */
export interface Letter {
  /** For logs and metrics. */
  kind: string;
  subject: string;
  /** Sentences, a paragraph each. */
  before: string[];
  code?: string;
  link?: { url: string; label: string } | undefined;
  after: string[];
  /** Dropped rather than sent later than this. */
  usefulMinutes?: number;
}

/** The band of a site's mails. Letters among its digits: whoever looks for six digits finds the code alone. */
const bandColour = '#1b1f24';

const longestPath = 200;

/** The site with the look of the page a request came from, which its mails then have. */
export function withMailLook(site: Site, path: unknown, style: MailStyle | undefined): Site {
  if (!style || typeof path !== 'string' || path.length > longestPath) return site;
  const look = style({ siteId: site.id, path });
  return look ? { ...site, mailLook: { ...look, path } } : site;
}

/** What a site calls itself in mails. */
export const mailName = ({ mailLook, name }: Site): string => mailLook?.sender ?? name;

/** One mail of a site, in both its forms. */
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
    ...content,
    senderName: look?.senderName ?? site.name,
    sensitive: code !== undefined || link !== undefined,
    ...(usefulMinutes === undefined ? {} : { usefulMinutes }),
  };
}
