import { courses, type CourseCode } from '../../../shared/courses.ts';
import type { Partner } from '../../../shared/partners.ts';
import type { Mail } from '../../platform/mail.ts';
import { composePartnerMail, pageAddress } from '../mails/partner-mail.ts';

/** A mail to a lead. An attacker can send one to any address, so it repeats no text from the form (spam relay). */
export interface LeadNews {
  to: string;
  course: CourseCode;
  appUrl: string;
}

/** Lifetime of the mailed link, in hours. */
export const linkHours = 24;

/** To an address with an unclaimed account: carries the one-time link that sets its password. */
export function leadLinkMail(partner: Partner, { to, course, appUrl, token }: LeadNews & { token: string }): Mail {
  const { name } = courses[course];
  const page = pageAddress(appUrl, partner, 'outlineForm');
  return composePartnerMail(partner, {
    kind: 'lead-link',
    to,
    subject: `Your ${name} course outline`,
    paragraphs: [
      `Somebody, probably you, asked for the outline of our ${name} ${partner.words.program} with this address.`,
      'Choose a password to open it. With it you can come back at any time, on any device.',
    ],
    // In the fragment, so that the token is in no access log and no Referer header.
    action: { label: 'Choose a password and view the outline', url: `${page}#link=${token}` },
    notes: [
      `The link works once and for ${linkHours} hours. After that it leads to a page that helps you in.`,
      'If you have chosen a password already, you do not need the link. If you did not ask for this, you can ignore this mail.',
    ],
    sensitive: true,
    usefulMinutes: linkHours * 60,
  });
}

/** To an address with a claimed account: tells how to log in. */
export function leadKnownMail(partner: Partner, { to, course, appUrl }: LeadNews): Mail {
  const { name } = courses[course];
  return composePartnerMail(partner, {
    kind: 'lead-known',
    to,
    subject: `Your ${name} course outline`,
    paragraphs: [
      `Somebody, probably you, asked for the outline of our ${name} ${partner.words.program} with this address.`,
      'You have an account already, and the outline is in it. Nothing about your account was changed: its password is the one you have always had.',
    ],
    action: { label: 'Log in', url: pageAddress(appUrl, partner, 'login') },
    notes: [
      'Forgotten your password? Press “Forgot password?” there, and choose a new one.',
      'If you did not ask for this, you can ignore this mail.',
    ],
  });
}
