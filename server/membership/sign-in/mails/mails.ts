import { limits } from '../../../../contract/limits.ts';
import type { Mail } from '../../../platform/mail.ts';
import { composeSiteMail, mailName } from '../../sites/site-mail.ts';
import type { Site } from '../../sites/site.ts';

const lifetime = `It works once and for ${limits.codeMinutes} minutes.`;

const codeTexts = {
  reset: {
    subject: 'Reset your password',
    before: 'Use this code to choose a new password:',
    after: 'If you did not ask for this, you can ignore this mail. Your password stays as it is.',
  },
  login: {
    subject: 'Your log-in code',
    before: 'Use this code to log in:',
    after: 'If you did not ask for this, you can ignore this mail. Nobody can log in without the code.',
  },
  signup: {
    subject: 'Your sign-up code',
    before: 'Use this code to finish your sign-up:',
    after: 'If you did not ask for this, you can ignore this mail. No account is made without the code.',
  },
  prove: {
    subject: 'Your code to confirm that it is you',
    before: 'Use this code to go on with what you were doing in your account:',
    after:
      'If you did not ask for this, somebody may be using your account: reset your password, that ends every session.',
  },
  verify: {
    subject: 'Your code to confirm your email address',
    before: 'Use this code to confirm that this address is yours:',
    after: 'If you do not have an account with us, you can ignore this mail.',
  },
} as const;

/** The content of a mail with a code. */
export interface CodeContent {
  purpose: keyof typeof codeTexts;
  code: string;
  /** A link in place of the code. */
  link?: string | undefined;
}

/** The mail with a code. */
export function codeMail(site: Site, to: string, { purpose, code, link }: CodeContent): Mail {
  const { subject, before, after } = codeTexts[purpose];
  return composeSiteMail(site, to, {
    kind: `${purpose}-code`,
    subject: `${mailName(site)}: ${subject}`,
    before: [before],
    code,
    link: link === undefined ? undefined : { url: link, label: 'Or open this link' },
    after: [lifetime, after],
    usefulMinutes: limits.codeMinutes,
  });
}

/** In place of a code, after too many wrong guesses (brute force). */
export const resetLinkMail = (site: Site, to: string, link: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'reset-link',
    subject: `${mailName(site)}: Choose a new password`,
    before: ['Somebody has been guessing codes of your account, so codes are switched off for now.'],
    link: { url: link, label: 'Choose a new password to log in with' },
    after: [lifetime, 'Codes work again afterwards.'],
    usefulMinutes: limits.codeMinutes,
  });

/** To a member whose address was given for another account, in place of the expected mail (enumeration). */
export const alreadyMemberMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'already-member',
    subject: `${mailName(site)}: You already have an account`,
    before: [
      'Somebody, probably you, asked to use this address for a new account. It has one already, so nothing was changed.',
    ],
    after: ['You can log in with it, or reset the password if you have forgotten it.'],
  });

/** To the address of a private sign-up. */
export const finishSignUpMail = (site: Site, to: string, link: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'finish-sign-up',
    subject: `${mailName(site)}: Finish your sign-up`,
    before: ['Somebody, probably you, asked for an account with this address.'],
    link: { url: link, label: 'Type the password you chose, and you have it' },
    after: [
      'The link works once and for 24 hours.',
      'If you did not ask for it, you can ignore this mail: no account is made.',
    ],
    usefulMinutes: 24 * 60,
  });

/** The mail with the link that proves an address. */
export const verificationMail = (site: Site, to: string, link: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'verification',
    subject: `${mailName(site)}: Confirm your email address`,
    before: ['Please confirm that this address is yours.'],
    link: { url: link, label: 'Confirm your email address' },
    after: ['The link works for 24 hours.', 'If you do not have an account with us, you can ignore this mail.'],
    usefulMinutes: 24 * 60,
  });

/** Notice of a changed password. */
export const passwordChangedMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'password-changed',
    subject: `${mailName(site)}: Your password was changed`,
    before: ['The password of your account was changed. Every other session of it has ended.'],
    after: ['If this was not you, reset your password at once: that ends every session.'],
  });

/** Notice of a first password. */
export const firstPasswordMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'password-set',
    subject: `${mailName(site)}: Your account has a password now`,
    before: ['Your account has a password from now on. Every other session of it has ended.'],
    after: ['If this was not you, reset your password at once: that ends every session.'],
  });

/** Sent although the account is gone: a deletion by an attacker must be noticed. */
export const accountDeletedMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'account-deleted',
    subject: `${mailName(site)}: Your account was deleted`,
    before: ['Your account was deleted, as asked for in a session of it. What was stored about you there is gone.'],
    after: ['If this was not you, please answer this mail: it cannot be undone, but we want to know.'],
  });

/** After the first proof of an address, whose account may have been made by another person (account pre-hijacking). */
export const passwordDroppedMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'password-dropped',
    subject: `${mailName(site)}: The old password of your account no longer works`,
    before: [
      'You have just confirmed that this address is yours. The password your account had until now was set before anybody had confirmed the address, so another person may know it. It no longer works, and everybody who was logged in with it is logged out.',
    ],
    after: ['You can set a new password in your account, or with "Forgot password?" where you log in.'],
  });

/** To the former address, once the new one is proved. @param hours validity of the link */
export const addressChangedMail = (site: Site, to: string, { link, hours }: { link: string; hours: number }): Mail =>
  composeSiteMail(site, to, {
    kind: 'address-changed',
    subject: `${mailName(site)}: Your account has a new email address`,
    before: ['Your account uses another email address from now on. This one does not sign in any more.'],
    link: { url: link, label: 'This was not me: go back to this address' },
    after: [`The link works once and for ${hours} hours.`, 'If you made the change yourself, there is nothing to do.'],
  });

/** To the former, proved address, once staff or the site's server have replaced it. */
export const addressReplacedMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'address-replaced',
    subject: `${mailName(site)}: Your account was given another email address`,
    before: [
      'The people who run this site gave your account another email address. This one does not log in any more, and every session has ended.',
    ],
    after: ['If you did not ask for this, write to the people who run this site at once.'],
  });

/** To the current address, when another one is requested. */
export const addressChangeMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'address-change',
    subject: `${mailName(site)}: A new email address for your account`,
    before: ['Somebody asked to use another email address for your account. It counts once that address is confirmed.'],
    after: ['If this was not you, reset your password now: that ends every session and drops the change.'],
  });
