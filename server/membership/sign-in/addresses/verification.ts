import { type Transaction, isUniqueViolation, transaction } from '../../../platform/database/database.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import { hashToken, randomToken } from '../../../platform/keys.ts';
import { queueMail } from '../../../platform/mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ref } from '../../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import { describeRequest } from '../../../platform/security-events/request-context.ts';
import * as z from 'zod/mini';
import {
  changeMember,
  findCredentials,
  findMember,
  lockIfThere,
  lockMember,
  lockUnchanged,
  type Credentials,
  type MemberRecord,
} from '../../members/members.ts';
import { keepAddress } from '../../members/former-addresses.ts';
import { withMailLook } from '../../sites/site-mail.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { requirePassword } from '../log-in/log-in.ts';
import { bookMail, requireMail } from '../mails/mail-budgets.ts';
import { endCodesFor } from '../codes/mailed-codes.ts';
import { alreadyMemberMail, verificationMail } from '../mails/mails.ts';
import { letFailuresRunOut } from '../sign-in-limits.ts';
import { findSession, isRunning, type Session } from '../../sessions/sessions.ts';
import { deleteLink, deleteLinksOf, findLink, insertLink } from './verification.store.ts';
import { mailWayBack } from './way-back.ts';

/** The member's unproved address, if any: the pending one, else the current one. */
export const unprovedEmail = (member: MemberRecord): string | undefined =>
  member.pendingEmail ?? (member.verified ? undefined : member.email);

const SendPayload = z.object({
  memberId: z.string(),
  /** Path of the requesting page, for the mail's look. */
  path: z.optional(z.string()),
  /** The address to prove; the mail goes to no other. Missing in jobs of an earlier version. */
  email: z.optional(z.string()),
  /** Whether the mail was counted against the budget when it was queued. */
  isBooked: z.optional(z.boolean()),
});
type SendPayload = z.infer<typeof SendPayload>;

/** Mails the link. Where another member has the new address, mails a notice to that member instead (enumeration). */
export const verificationJob = jobKind({ name: 'mail-verification', lane: 'mail', payload: SendPayload });

/**
 * Queues the mail with the link that proves a member's address, in the transaction of its cause. Beyond the budget for
 * strangers it is delayed until the budget opens.
 */
const requestVerification = (
  tx: Transaction,
  payload: SendPayload,
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): Promise<void> =>
  addJob(tx, verificationJob, payload, {
    afterSeconds,
    // Deduplicated: one delayed mail is enough.
    ...(afterSeconds > 0 && { key: payload.memberId }),
  });

const wishOf = (memberId: string, email: string) =>
  ({ email, cause: 'strangers', slot: `verification\0${memberId}` }) as const;

/**
 * The same, refused beyond the budget, for calls that answer with the delay.
 *
 * @returns seconds until the mail is sent, 0 for at once
 * @throws Refusal too-many-requests
 */
export async function requireVerification(
  tx: Transaction,
  { memberId, email, path }: { memberId: string; email: string; path: string | undefined },
): Promise<number> {
  const { isNew, afterSeconds } = await requireMail(tx, wishOf(memberId, email));
  if (isNew) await requestVerification(tx, { memberId, email, path, isBooked: true }, { afterSeconds });
  return afterSeconds;
}

/** Sends the link again. @returns seconds until the mail is sent @throws Refusal too-many-requests */
export async function resendVerification(services: Services, site: Site, memberId: string): Promise<number> {
  const member = await findMember(services, services.db, memberId);
  const email = member && unprovedEmail(member);
  if (!email) return 0;
  return transaction(services.db, (tx) => requireVerification(tx, { memberId, email, path: site.mailLook?.path }));
}

/** An address to prove, at its site with the look of the page that asked. */
interface Unproved {
  site: Site;
  memberId: string;
  email: string;
}

/**
 * Mails the link to a new member, in the transaction that made the account: a job for it would be a second transaction
 * and a third of the work of a sign-up. Beyond the budget for strangers it is mailed by a job when that opens.
 *
 * Lock order: it locks the mailbox, so it is the last step of its transaction that locks.
 */
export async function mailFirstLink(services: Services, tx: Transaction, unproved: Unproved): Promise<void> {
  const { site, memberId, email } = unproved;
  const turn = await bookMail(tx, wishOf(memberId, email));
  if ('refusedSeconds' in turn)
    await requestVerification(
      tx,
      { memberId, email, path: site.mailLook?.path },
      { afterSeconds: turn.refusedSeconds },
    );
  else await mailLink(services, tx, unproved, turn.afterSeconds);
}

/** Mails the link, unless the address was proved or changed since the job was queued. */
export const sendVerification = (services: Services, payload: SendPayload): Promise<void> =>
  transaction(services.db, (tx) => sendLink(services, tx, payload));

async function sendLink(services: Services, tx: Transaction, payload: SendPayload): Promise<void> {
  const { memberId, path, isBooked } = payload;
  // Lock order: the member before the mailbox, since the link's foreign key locks the member too.
  const member = await lockIfThere(services, tx, memberId);
  const email = member && unprovedEmail(member);
  if (!email || email !== (payload.email ?? email)) return;
  const turn = isBooked ? { isNew: true, afterSeconds: 0 } : await bookMail(tx, wishOf(memberId, email));
  if ('refusedSeconds' in turn)
    return requestVerification(tx, { memberId, email, path }, { afterSeconds: turn.refusedSeconds });
  if (!turn.isNew) return;
  const { afterSeconds } = turn;
  const site = withMailLook(await services.sites.get(member.siteId), path, services.mailStyle);
  const owner = await findCredentials(services, tx, { siteId: site.id, email });
  if (owner && owner.id !== memberId)
    return queueMail(services, tx, { ...alreadyMemberMail(site, email), memberId: owner.id, afterSeconds });
  await mailLink(services, tx, { site, memberId, email }, afterSeconds);
}

async function mailLink(
  services: Services,
  tx: Transaction,
  { site, memberId, email }: Unproved,
  afterSeconds: number,
): Promise<void> {
  const token = randomToken();
  await insertLink(tx, { tokenHash: hashToken(token), memberId, email });
  const from = site.mailLook ? `&from=${encodeURIComponent(site.mailLook.path)}` : '';
  const link = `${services.appUrl}/account/verify-email?token=${token}${from}`;
  await queueMail(services, tx, { ...verificationMail(site, email, link), memberId, afterSeconds });
}

/** A valid link: its member and address, and the member's own session where it was opened in one. */
export interface LinkVisit {
  member: MemberRecord;
  /** The address the link proves. */
  email: string;
  makersSession: Session | undefined;
}

/**
 * Reads a link without using it up.
 *
 * @param sessionToken the session of the browser that opened the link, if any
 * @throws Refusal invalid-verification-link
 */
export async function openLink(
  services: Services,
  token: string,
  sessionToken: string | undefined,
): Promise<LinkVisit> {
  const link = await findLink(services.db, hashToken(token));
  const member = link && (await findMember(services, services.db, link.memberId));
  if (!member || unprovedEmail(member) !== link.email) throw new Refusal('invalid-verification-link');
  describeRequest({ site: ref(member.siteId) });
  const session = sessionToken ? await findSession(services.db, member.siteId, sessionToken) : undefined;
  return { member, email: link.email, makersSession: session?.memberId === member.id ? session : undefined };
}

/** The use of a link. */
export interface LinkUse {
  token: string;
  sessionToken: string | undefined;
  password: string | undefined;
  clientAddress: string;
}

/**
 * Proves the address. The link alone is not enough (account pre-hijacking): the mailbox's owner may not have made the
 * account, so it counts in a session of the maker or with the password.
 *
 * @returns whose it is
 * @throws Refusal invalid-verification-link, invalid-credentials, too-many-requests
 */
export async function verifyEmail(services: Services, use: LinkUse): Promise<Pick<MemberRecord, 'id' | 'siteId'>> {
  const refused = { 'invalid-verification-link': 'refused', 'invalid-credentials': 'refused' } as const;
  const member = await recordRefusals('address-proof', { way: 'link' }, refused, () => useLink(services, use));
  recordEvent('address-proof', { outcome: 'success', way: 'link', member: ref(member.id) });
  return member;
}

async function useLink(services: Services, use: LinkUse): Promise<MemberRecord> {
  const { member, email, makersSession } = await openLink(services, use.token, use.sessionToken);
  const proved = makersSession ? undefined : await requireOwner(services, member, use);
  try {
    await transaction(services.db, async (tx) => {
      const current = await (proved ? lockUnchanged(services, tx, proved) : lockMember(services, tx, member.id));
      if (!current) throw new Refusal('invalid-credentials');
      // Under the lock: a change of the password that ends other sessions may just have ended this one.
      if (makersSession && !(await isRunning(tx, makersSession))) throw new Refusal('invalid-verification-link');
      const isStillMeant = unprovedEmail(current) === email;
      if (!isStillMeant || !(await deleteLink(tx, hashToken(use.token))))
        throw new Refusal('invalid-verification-link');
      await giveProvedAddress(services, tx, current, email);
    });
  } catch (error) {
    throw isTaken(error) ? new Refusal('invalid-verification-link') : error;
  }
  return member;
}

/**
 * Gives a locked member the address whose mailbox they have proved in their own session, or with their password.
 *
 * @throws an error that `isTaken` knows, where another member has the address
 */
export async function giveProvedAddress(
  services: Services,
  tx: Transaction,
  member: MemberRecord,
  email: string,
): Promise<void> {
  if (email !== member.email) await leaveAddress(services, tx, member);
  await changeMember(services, tx, member.id, { email, pendingEmail: null, verified: true });
  await deleteLinksOf(tx, member.id);
}

/** Whether a proof failed since another member has taken the address (race). */
export const isTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'member_email') || (error instanceof Refusal && error.code === 'email-already-in-use');

/**
 * The old address cannot log in any more and gets a link to undo that: an attacker may have made the change. An unproved
 * address is free at once and gets no mail: its mailbox may belong to another person.
 */
async function leaveAddress(services: Services, tx: Transaction, member: MemberRecord): Promise<void> {
  const { id, siteId, email } = member;
  await letFailuresRunOut(tx, siteId, { addresses: [email] });
  if (!member.verified) return;
  await endCodesFor(tx, siteId, email);
  const token = await keepAddress(tx, { memberId: id, siteId, email });
  // The link to undo is sent at once, outside the mailbox's budget.
  await mailWayBack(services, tx, { site: await services.sites.get(siteId), memberId: id, email, token });
}

async function requireOwner(services: Services, { siteId, email }: MemberRecord, use: LinkUse): Promise<Credentials> {
  const { password = '', clientAddress } = use;
  return requirePassword(services, { site: await services.sites.get(siteId), email, password, clientAddress });
}
