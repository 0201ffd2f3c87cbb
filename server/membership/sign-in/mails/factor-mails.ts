import type { Mail } from '../../../platform/mail.ts';
import type { MemberRecord } from '../../members/members.ts';
import { composeSiteMail, mailName } from '../../sites/site-mail.ts';
import type { Site } from '../../sites/site.ts';
import { firstFactorLinkHours } from '../second-factor/first-factor-links.store.ts';

/** What a member can set up beside their password. */
export type FactorKind = 'passkey' | 'authenticator';

const texts = {
  passkey: { subject: 'passkey', thing: 'A passkey', use: 'It opens your account from now on.' },
  authenticator: {
    subject: 'authenticator app',
    thing: 'An authenticator app',
    use: 'Your password alone does not open your account from now on.',
  },
} as const;
const ifNotYouByLink =
  'If this was not you, press the link in the mail that we sent you when a passkey or authenticator app was added before this one: it removes this one, too.';

/** Whom a notice goes to. */
type Recipient = Pick<MemberRecord, 'email' | 'verified' | 'wasProved'>;

/** The way back for an owner who has not made a change. A thief's second factor stands before every other one. */
function ifNotYou({ ownPages }: Site, { verified, wasProved }: Recipient): string {
  // The first proof of an address drops what was set up before it (decision 0083).
  if (!wasProved)
    return 'If this was not you, reset your password with "Forgot password?" where you log in: that removes every passkey and authenticator app, and ends every session.';
  // Our own pages alone list what is set up.
  return ownPages && verified
    ? 'If this was not you, log in, remove what you do not know under "Security", and change your password: that ends every other session.'
    : 'If this was not you, reset your password at once: that ends every session. Then write to the people who run this site: they can remove what you do not know.';
}

const added = (kind: FactorKind) =>
  `${texts[kind].thing} was added to your account. ${texts[kind].use} Every other session of it has ended.`;

/** Notice of the first passkey or authenticator app of an account with a proved address. @param link undoes it */
export const firstFactorMail = (site: Site, to: string, { kind, link }: { kind: FactorKind; link: string }): Mail =>
  composeSiteMail(site, to, {
    kind: 'first-factor-added',
    subject: `${mailName(site)}: New ${texts[kind].subject} for your account`,
    before: [added(kind)],
    link: { url: link, label: 'This was not me: remove it' },
    after: [
      `The link works for ${firstFactorLinkHours} hours. It signs everybody out as well, and you choose a new password. Later, the people who run this site can help you.`,
    ],
  });

/**
 * Notice of another passkey or authenticator app; of the first where the address is not proved, or where the link of an
 * earlier mail undoes it.
 */
export const factorAddedMail = (
  site: Site,
  to: Recipient,
  { kind, hasEarlierLink = false }: { kind: FactorKind; hasEarlierLink?: boolean },
): Mail =>
  composeSiteMail(site, to.email, {
    kind: 'second-factor-added',
    subject: `${mailName(site)}: New ${texts[kind].subject} for your account`,
    before: [added(kind)],
    after: [hasEarlierLink ? ifNotYouByLink : ifNotYou(site, to)],
  });

/** Notice of a removed passkey or authenticator app. */
export const factorRemovedMail = (site: Site, to: Recipient, kind: FactorKind): Mail =>
  composeSiteMail(site, to.email, {
    kind: 'second-factor-removed',
    subject: `${mailName(site)}: ${texts[kind].thing} was removed from your account`,
    before: [`${texts[kind].thing} was removed from your account. Every other session of it has ended.`],
    after: [ifNotYou(site, to)],
  });

/**
 * Notice that staff removed everything a member had set up beside their password. Where a site requires a second factor,
 * the password alone opens nothing but its set-up.
 */
export const factorsRemovedMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'second-factors-removed',
    subject: `${mailName(site)}: The second step of your account was removed`,
    before: [
      'The people who run this site removed your passkeys, authenticator app and recovery codes. Every session of your account has ended.',
      site.secondFactor === 'required'
        ? 'At your next log-in you set up a new second step.'
        : `Your password opens your account again.${site.ownPages ? ' You can set up a new second step under "Security".' : ''}`,
    ],
    after: ['If you did not ask for this, reset your password at once, and write to the people who run this site.'],
  });

/** Notice of new recovery codes. */
export const recoveryCodesMail = (site: Site, to: Recipient): Mail =>
  composeSiteMail(site, to.email, {
    kind: 'recovery-codes',
    subject: `${mailName(site)}: New recovery codes for your account`,
    before: ['New recovery codes were made for your account. The earlier ones do not work any more.'],
    after: [ifNotYou(site, to)],
  });

/** Notice of a log-in on a device the account has not been used on. @param device in coarse words; '' if unknown */
export const newDeviceMail = (site: Site, to: string, device: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'new-device',
    subject: `${mailName(site)}: New sign-in to your account`,
    before: [`Somebody, probably you, signed in to your account with ${device || 'a browser we do not know'}.`],
    after: ['If this was not you, reset your password at once: that ends every session.'],
  });
