import { courses, type CourseCode } from '../../../shared/courses.ts';
import type { Partner } from '../../../shared/partners.ts';
import type { Mail } from '../../platform/mail.ts';
import { composePartnerMail, pageAddress } from '../mails/partner-mail.ts';
import { retention } from '../retention.ts';

/** Mails about leads. Anybody can cause one to any address, so nothing that was typed into the form stands in them. */
export interface LeadNews {
  to: string;
  course: CourseCode;
  appUrl: string;
}

export const linkHours = retention.leadLinkHours;

/** To an address whose account nobody can open yet: the one-time link that does. */
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
    // After the hash sign, so that the token reaches no log and no other page.
    action: { label: 'Choose a password and view the outline', url: `${page}#link=${token}` },
    notes: [
      `The link works once and for ${linkHours} hours. After that it leads to a page that helps you in.`,
      'If you have chosen a password already, you do not need the link. If you did not ask for this, you can ignore this mail.',
    ],
    sensitive: true,
    usefulMinutes: linkHours * 60,
  });
}

/** To an address that has an account somebody can open: how its owner does. */
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
