import { consolePage } from '../../contract/call.ts';
import { staffLimits } from '../../contract/staff-limits.ts';
import { roleWords, type Role } from '../../contract/permissions.ts';
import type { Transaction } from '../platform/database/database.ts';
import { layOutMail, type MailContent } from '../platform/mail-layout.ts';
import { queueMail, type Mail } from '../platform/mail.ts';
import type { PeopleServices } from './services.ts';

const look = { sender: 'Intake', colour: '#1b1f24', footer: 'Intake, the console of the people who run it' };

interface Letter extends Pick<MailContent, 'paragraphs' | 'action' | 'notes' | 'facts'> {
  kind: string;
  subject: string;
  usefulMinutes?: number;
}

const compose = (to: string, { kind, subject, usefulMinutes, ...content }: Letter): Mail => ({
  kind,
  to,
  subject,
  ...layOutMail({ ...look, title: subject, ...content }),
  senderName: 'Intake',
  ...(content.action && { sensitive: true }),
  ...(usefulMinutes === undefined ? {} : { usefulMinutes }),
});

/** The address of an invitation. The token is in the fragment, which no server, proxy or referrer sees. */
export const invitationUrl = (appUrl: string, token: string): string => `${appUrl}${consolePage}/invitation#${token}`;

/** Queues the mail with an invitation's link. */
export const mailInvitation = (
  services: Pick<PeopleServices, 'keys' | 'appUrl'>,
  tx: Transaction,
  { to, role, token, isReset }: { to: string; role: Role; token: string; isReset: boolean },
): Promise<void> =>
  queueMail(
    services,
    tx,
    compose(to, {
      kind: 'staff-invitation',
      subject: isReset ? 'Set up your access to Intake anew' : 'You are invited to run Intake',
      paragraphs: [
        isReset
          ? 'An owner has ended your password, passkeys and codes, so that you can begin anew.'
          : `You are invited to the console as: ${roleWords[role].title}. ${roleWords[role].about}`,
        'Open the link, choose a password, and add a passkey or an authenticator app.',
      ],
      action: { label: 'Open the invitation', url: invitationUrl(services.appUrl, token) },
      notes: [
        `The link works for ${staffLimits.staffInvitationHours} hours and once.`,
        'If you did not expect this mail, you need not do anything.',
      ],
      usefulMinutes: staffLimits.staffInvitationHours * 60,
    }),
  );

/** Queues the mail about a sign-in from a browser that is not known to have signed in with the present password. */
export const mailNewDevice = (
  services: Pick<PeopleServices, 'keys' | 'appUrl'>,
  tx: Transaction,
  { to, device, at }: { to: string; device: string; at: Date },
): Promise<void> =>
  queueMail(
    services,
    tx,
    compose(to, {
      kind: 'staff-new-device',
      subject: 'Somebody signed in to Intake as you',
      paragraphs: [
        'Your account was used in a browser that was not used for it before, or not since your password was changed.',
      ],
      facts: [
        ['When', `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
        ['Where', device || 'an unknown browser'],
      ],
      notes: [
        `If it was you, you need not do anything. If it was not, end the session at ${services.appUrl}${consolePage}, choose another password, and tell an owner.`,
      ],
    }),
  );

/** What a person is told that changed about how they sign in. */
export type CredentialNews =
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'authenticator-changed'
  | 'authenticator-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used';

const sentences: Record<CredentialNews, string> = {
  'password-changed': 'Your password was changed, and your other sessions have ended.',
  'passkey-added': 'A passkey was added to your account.',
  'passkey-removed': 'A passkey was removed from your account.',
  'authenticator-changed':
    'An authenticator app was added to your account. One that was there before gives no codes any more.',
  'authenticator-removed': 'The authenticator app was removed from your account.',
  'recovery-codes-made': 'New recovery codes were made for your account. Those before work no more.',
  'recovery-code-used': 'A recovery code was used to sign in. It works no more.',
};

/** Queues the mail about a change of how a person signs in, in the transaction of the change. */
export const mailCredentialNews = (
  services: Pick<PeopleServices, 'keys' | 'appUrl'>,
  tx: Transaction,
  to: string,
  news: CredentialNews,
): Promise<void> =>
  queueMail(
    services,
    tx,
    compose(to, {
      kind: `staff-${news}`,
      subject: 'How you sign in to Intake has changed',
      paragraphs: [sentences[news]],
      notes: [
        `If it was not you, tell an owner at once: they can end all access of yours at ${services.appUrl}${consolePage}.`,
      ],
    }),
  );

/** Queues the mail about repeated wrong codes. */
export const mailGuesses = (
  services: Pick<PeopleServices, 'keys' | 'appUrl'>,
  tx: Transaction,
  to: string,
): Promise<void> =>
  queueMail(
    services,
    tx,
    compose(to, {
      kind: 'staff-guesses',
      subject: 'Somebody tries codes at your account of Intake',
      paragraphs: [
        'Many wrong codes of your second factor were sent, after the right password or in a session of yours. None of them opened anything.',
      ],
      notes: [
        `If it was you, wait a quarter of an hour; if your codes are refused even then, use a passkey or ask an owner. If it was not, choose another password at ${services.appUrl}${consolePage}, and tell an owner.`,
      ],
    }),
  );
