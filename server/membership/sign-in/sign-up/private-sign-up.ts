import { type Transaction, transaction } from '../../../platform/database/database.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import { hashToken, newId, randomToken } from '../../../platform/keys.ts';
import { queueMail } from '../../../platform/mail.ts';
import { isPassword } from '../../../platform/password-hashing.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import { describeRequest } from '../../../platform/security-events/request-context.ts';
import { findCredentials } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { tryInvite } from '../../teams/invitations.ts';
import { requireMail } from '../mails/mail-budgets.ts';
import { alreadyMemberMail, finishSignUpMail } from '../mails/mails.ts';
import { isHashable } from '../credentials/passwords.ts';
import * as z from 'zod/mini';
import { findByLink, giveLink, insertSignUp, takeSignUp, type PendingSignUp } from './private-sign-up.store.ts';
import { registerMember, registrationTurn } from './registration.ts';
import { finishesPerSignUp } from '../sign-in-limits.ts';
import type { Entry } from './sign-up.ts';

/**
 * Sign-up without account enumeration (decision 0010): a free and a taken address get the same answer after the same
 * work, and only the mailbox learns which it was. The account is made by the mailed link together with the password, so
 * by the same person (account pre-hijacking).
 */
export const signUpJob = jobKind({
  name: 'mail-sign-up',
  lane: 'mail',
  payload: z.object({
    id: z.string(),
    /** For the version before this one, which reads it and may still run beside it. */
    email: z.optional(z.string()),
  }),
});
/** A sign-up waits so long for its mailbox. */
export const pendingSignUpHours = 24;

/**
 * Stores an application until its mailbox is proved, and queues the mail.
 *
 * @returns seconds until the mail is sent, 0 for at once
 * @throws Refusal too-many-requests beyond the mailbox's budget
 */
export async function applyByMail(services: Services, entry: Entry, inviteToken: string | null): Promise<number> {
  const { site, email, accepted, passwordHash } = entry;
  if (passwordHash === null) throw new Error('Who shows a mailed code has proved the mailbox already.');
  const id = newId('sgn_');
  return transaction(services.db, async (tx) => {
    await insertSignUp(
      tx,
      { id, siteId: site.id, email, passwordHash, wanted: { ...accepted, inviteToken } },
      pendingSignUpHours,
    );
    // The slot is unique: each application has its own password, so none is merged into another.
    const { afterSeconds } = await requireMail(tx, { email, cause: 'asked', slot: id });
    await addJob(tx, signUpJob, { id, email }, { afterSeconds });
    return afterSeconds;
  });
}

/** The answer to every private sign-up. A refusal, since there is no session and clients show its sentence. */
export const checkYourMail = (mailAfterSeconds: number): Refusal =>
  new Refusal(
    'check-your-mail',
    mailAfterSeconds === 0
      ? {}
      : { message: `Almost done: please open the link in the mail that leaves in ${mailAfterSeconds} seconds.` },
  );

/** Mails the link of an application, or a notice to the member who has its address. */
export const sendSignUpLink = (services: Services, id: string): Promise<void> =>
  transaction(services.db, (tx) => sendLink(services, tx, id));

async function sendLink(services: Services, tx: Transaction, id: string): Promise<void> {
  const token = randomToken();
  const pending = await giveLink(tx, id, hashToken(token));
  if (!pending) return;
  const site = await services.sites.get(pending.siteId);
  const isTaken = (await findCredentials(services, tx, pending)) !== undefined;
  const link = `${services.appUrl}/account/finish-sign-up?token=${token}`;
  const mail = isTaken ? alreadyMemberMail(site, pending.email) : finishSignUpMail(site, pending.email, link);
  await queueMail(services, tx, mail);
}

/** The sign-up a link belongs to. @throws Refusal invalid-verification-link */
export async function getSignUp({ db }: Services, token: string): Promise<PendingSignUp> {
  const pending = await findByLink(db, hashToken(token));
  if (!pending) throw deadLink();
  return pending;
}

const deadLink = () =>
  new Refusal('invalid-verification-link', {
    message: 'This link is not valid any more. If you have an account already, you can log in.',
  });

/**
 * Makes the account, by the link and the password of the application. Begins no session: the page is ours, not the
 * site's.
 *
 * @throws Refusal invalid-verification-link, invalid-credentials, too-many-requests, test-mode-member-limit-reached
 */
export async function finishSignUp(services: Services, use: LinkUse): Promise<void> {
  const refused = { 'invalid-verification-link': 'refused', 'invalid-credentials': 'refused' } as const;
  const memberId = await recordRefusals('sign-up', { way: 'mailed-link' }, refused, () => useLink(services, use));
  recordEvent('sign-up', { outcome: 'success', way: 'mailed-link', member: ref(memberId) });
}

interface LinkUse {
  token: string;
  password: string;
  clientAddress: string;
}

/** @returns the new member's id */
async function useLink(services: Services, { token, password, clientAddress }: LinkUse): Promise<string> {
  const pending = await getSignUp(services, token);
  describeRequest({ site: ref(pending.siteId) });
  const { siteId, email, passwordHash, wanted } = pending;
  await services.limits.take(finishesPerSignUp, pending.id);
  const whom = { client: clientAddress, account: pending.id };
  const isRight =
    isHashable(password) &&
    (await isPassword(password, passwordHash, whom).catch(async (busy: unknown) => {
      // The password was not checked (overload), so the attempt is uncounted.
      await services.limits.giveBack(finishesPerSignUp, pending.id);
      throw busy;
    }));
  if (!isRight) throw new Refusal('invalid-credentials');
  const site = await services.sites.get(siteId);
  const { inviteToken, ...accepted } = wanted;
  const registration = { site, email, accepted, passwordHash, isProved: true };
  const register = async (tx: Transaction) => {
    if (!(await takeSignUp(tx, pending))) throw deadLink();
    return registerMember(services, tx, registration);
  };
  const memberId = await transaction(services.db, register, registrationTurn(registration)).catch((error: unknown) => {
    // Race: the address has an account by now. The owner of the mailbox may know that.
    throw error instanceof Refusal && error.code === 'email-already-in-use' ? deadLink() : error;
  });
  if (inviteToken !== null) await tryInvite(services, { site, memberId, inviteToken });
  return memberId;
}
