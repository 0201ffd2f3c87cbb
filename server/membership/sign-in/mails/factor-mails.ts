import type { Mail } from '../../../platform/mail.ts';
import { composeSiteMail, mailName } from '../../sites/site-mail.ts';
import type { Site } from '../../sites/site.ts';

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
const ifNotYou =
  'If this was not you, log in, remove what you do not know under "Security", and change your password: that ends every other session.';

/** Notice of a new passkey or authenticator app. */
export const factorAddedMail = (site: Site, to: string, kind: FactorKind): Mail =>
  composeSiteMail(site, to, {
    kind: 'second-factor-added',
    subject: `${mailName(site)}: New ${texts[kind].subject} for your account`,
    before: [`${texts[kind].thing} was added to your account. ${texts[kind].use} Every other session of it has ended.`],
    after: [ifNotYou],
  });

/** Notice of a removed passkey or authenticator app. */
export const factorRemovedMail = (site: Site, to: string, kind: FactorKind): Mail =>
  composeSiteMail(site, to, {
    kind: 'second-factor-removed',
    subject: `${mailName(site)}: ${texts[kind].thing} was removed from your account`,
    before: [`${texts[kind].thing} was removed from your account. Every other session of it has ended.`],
    after: [ifNotYou],
  });

/** Notice that staff removed everything a member had set up beside their password. */
export const factorsRemovedMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'second-factors-removed',
    subject: `${mailName(site)}: The second step of your account was removed`,
    before: [
      'The people who run this site removed your passkeys, authenticator app and recovery codes. Your password opens your account again, and every session of it has ended.',
    ],
    after: [
      'If you did not ask for this, reset your password at once, and write to the people who run this site. You can set up a new second step under "Security".',
    ],
  });

/** Notice of new recovery codes. */
export const recoveryCodesMail = (site: Site, to: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'recovery-codes',
    subject: `${mailName(site)}: New recovery codes for your account`,
    before: ['New recovery codes were made for your account. The earlier ones do not work any more.'],
    after: [ifNotYou],
  });

/** Notice of a log-in on a device the account has not been used on. @param device in coarse words; '' if unknown */
export const newDeviceMail = (site: Site, to: string, device: string): Mail =>
  composeSiteMail(site, to, {
    kind: 'new-device',
    subject: `${mailName(site)}: New sign-in to your account`,
    before: [`Somebody, probably you, signed in to your account with ${device || 'a browser we do not know'}.`],
    after: ['If this was not you, reset your password at once: that ends every session.'],
  });
