import {
  type Database,
  type Transaction,
  isUniqueViolation,
  transaction,
} from '../../../platform/database/database.ts';
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
import { findSession } from '../../sessions/sessions.ts';
import { deleteDeadLinks, deleteLink, deleteLinksOf, findLink, insertLink } from './verification.store.ts';
import { mailWayBack } from './way-back.ts';

/** The address that waits for its proof, if any. */
const unprovedEmail = (member: MemberRecord): string | undefined =>
  member.pendingEmail ?? (member.verified ? undefined : member.email);

const SendPayload = z.object({
  memberId: z.string(),
  /** Of the page that asked, which decides how the mail looks. */
  path: z.optional(z.string()),
  /** The address to prove; the mail goes to no other. Jobs of the version before have none. */
  email: z.optional(z.string()),
  /** Whether the mail is counted already. */
  isBooked: z.optional(z.boolean()),
});
type SendPayload = z.infer<typeof SendPayload>;

/** The job that mails the link. A new address that another member has gets a word to its owner instead. */
export const verificationJob = jobKind({ name: 'mail-verification', lane: 'mail', payload: SendPayload });

/**
 * Has the link mailed that proves a member's address, by the transaction that is its cause. Beyond what strangers may
 * cause it comes as soon as it may.
 */
export const requestVerification = (
  tx: Transaction,
  payload: SendPayload,
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): Promise<void> =>
  addJob(tx, verificationJob, payload, {
    afterSeconds,
    // One that waits is enough.
    ...(afterSeconds > 0 && { key: payload.memberId }),
  });

const wishOf = (memberId: string, email: string) =>
  ({ email, cause: 'strangers', slot: `verification\0${memberId}` }) as const;

/**
 * The same, where the answer says when it comes.
 *
 * @returns seconds until the mail leaves, 0 at once
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

/** Sends the link again. @returns seconds until it leaves @throws Refusal too-many-requests */
export async function resendVerification(services: Services, site: Site, memberId: string): Promise<number> {
  const member = await findMember(services, services.db, memberId);
  const email = member && unprovedEmail(member);
  if (!email) return 0;
  return transaction(services.db, (tx) => requireVerification(tx, { memberId, email, path: site.mailLook?.path }));
}

/** Mails the link, unless the address was proved or left meanwhile. */
export const sendVerification = (services: Services, payload: SendPayload): Promise<void> =>
  transaction(services.db, (tx) => sendLink(services, tx, payload));

async function sendLink(services: Services, tx: Transaction, payload: SendPayload): Promise<void> {
  const { memberId, path, isBooked } = payload;
  // Before the mailbox: the link's foreign key locks the member too.
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
    return queueMail(services, tx, { ...alreadyMemberMail(site, email), afterSeconds });
  const token = randomToken();
  await insertLink(tx, { tokenHash: hashToken(token), memberId, email });
  const link = `${services.appUrl}/account/verify-email?token=${token}`;
  await queueMail(services, tx, { ...verificationMail(site, email, link), afterSeconds });
}

/** Somebody who opened a link: whose it is, and whether their session came along. */
export interface LinkVisit {
  member: MemberRecord;
  /** The address the link proves. */
  email: string;
  isMakersSession: boolean;
}

/**
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
  return { member, email: link.email, isMakersSession: session?.memberId === member.id };
}

export interface LinkUse {
  token: string;
  sessionToken: string | undefined;
  password: string | undefined;
  clientAddress: string;
}

/**
 * Proves the address. The link alone is not enough: whoever reads the mail may not be who made the account, so it
 * counts inside the maker's own session or with the password.
 *
 * @throws Refusal invalid-verification-link, invalid-credentials, too-many-requests
 */
export async function verifyEmail(services: Services, use: LinkUse): Promise<void> {
  const refused = { 'invalid-verification-link': 'refused', 'invalid-credentials': 'refused' } as const;
  const memberId = await recordRefusals('address-proof', { way: 'link' }, refused, () => useLink(services, use));
  recordEvent('address-proof', { outcome: 'success', way: 'link', member: ref(memberId) });
}

/** @returns whose address is proved */
async function useLink(services: Services, use: LinkUse): Promise<string> {
  const { member, email, isMakersSession } = await openLink(services, use.token, use.sessionToken);
  const proved = isMakersSession ? undefined : await requireOwner(services, member, use);
  try {
    await transaction(services.db, async (tx) => {
      const current = await (proved ? lockUnchanged(services, tx, proved) : lockMember(services, tx, member.id));
      if (!current) throw new Refusal('invalid-credentials');
      const isStillMeant = unprovedEmail(current) === email;
      if (!isStillMeant || !(await deleteLink(tx, hashToken(use.token))))
        throw new Refusal('invalid-verification-link');
      if (email !== current.email) await leaveAddress(services, tx, current);
      await changeMember(services, tx, current.id, { email, pendingEmail: null, verified: true });
      await deleteLinksOf(tx, member.id);
    });
  } catch (error) {
    // The address became somebody else's meanwhile.
    const isTaken =
      isUniqueViolation(error, 'member_email') || (error instanceof Refusal && error.code === 'email-already-in-use');
    throw isTaken ? new Refusal('invalid-verification-link') : error;
  }
  return member.id;
}

/**
 * The old address signs in no more, and is told how to undo that: a thief may have made the change. An address that was
 * never proved is free at once and gets no mail: its mailbox may belong to a person without this account.
 */
async function leaveAddress(services: Services, tx: Transaction, member: MemberRecord): Promise<void> {
  if (!member.verified) return;
  const { id, siteId, email } = member;
  await endCodesFor(tx, siteId, email);
  const token = await keepAddress(tx, { memberId: id, siteId, email });
  // The way back comes at once, whatever else there was to tell.
  await mailWayBack(services, tx, { site: await services.sites.get(siteId), email, token });
}

async function requireOwner(services: Services, { siteId, email }: MemberRecord, use: LinkUse): Promise<Credentials> {
  const { password = '', clientAddress } = use;
  return requirePassword(services, { site: await services.sites.get(siteId), email, password, clientAddress });
}

export const forgetDeadLinks = (db: Database): Promise<void> => deleteDeadLinks(db);
