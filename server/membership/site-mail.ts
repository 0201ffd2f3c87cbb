import { layOutMail } from '../platform/mail-layout.ts';
import type { Mail } from '../platform/mail.ts';
import type { Site } from './sites/site.ts';

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

/** One mail of a site, in both its forms. */
export function composeSiteMail(
  site: Site,
  to: string,
  { kind, subject, before, code, link, after, usefulMinutes }: Letter,
): Mail {
  const content = layOutMail({
    sender: site.name,
    colour: bandColour,
    title: subject,
    paragraphs: before,
    ...(code === undefined ? {} : { code }),
    ...(link === undefined ? {} : { action: link }),
    notes: after,
    footer: site.name,
  });
  return {
    kind,
    to,
    subject,
    ...content,
    senderName: site.name,
    sensitive: code !== undefined || link !== undefined,
    ...(usefulMinutes === undefined ? {} : { usefulMinutes }),
  };
}
