import { transaction, type Transaction } from '../../platform/database/database.ts';
import { forgetMails } from '../../platform/mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { noteRemoval } from '../comments/comments.ts';
import { mailboxesOf } from '../members/former-addresses.ts';
import { deleteRecord, findMember, lockMember, type MemberRecord } from '../members/members.ts';
import { endViewsOf } from '../views/views.ts';
import { sweepSoon } from '../members/picture/profile-image.ts';
import { cancelSubscriptionsOf, expireCheckoutsOf } from '../plans/billing/subscriptions.ts';
import type { Services } from '../services.ts';
import { isRunning, type Session } from '../sessions/sessions.ts';
import { endCodesFor } from '../sign-in/codes/mailed-codes.ts';
import { accountDeletedMail } from '../sign-in/mails/mails.ts';
import { queueNotice } from '../sign-in/mails/notices.ts';
import { letFailuresRunOut } from '../sign-in/sign-in-limits.ts';
import { announce } from '../site-events/announce.ts';
import { forgetToldOf } from '../site-events/deliveries.ts';
import type { Site } from '../sites/site.ts';
import { leaveAllTeams } from '../teams/teams.ts';

/** A deletion of a member. */
export interface Deletion {
  site: Site;
  memberId: string;
  /** The session in which the member asks for it, which has to run still; it may be stolen, so they get a mail. */
  session?: Session;
  /** Runs in the same transaction before anything is removed: an entry in the audit trail reads the member. */
  record?: (tx: Transaction) => Promise<void>;
  /** Runs at the end of the same transaction. */
  alongside?: ((tx: Transaction) => Promise<void>) | undefined;
}

/**
 * Deletes a member. Open checkouts are expired at the card provider first, so that little is paid for a deleted account
 * (decision 0020). A provider outage does not block the deletion: jobs expire the checkouts later, and payments made in
 * the meantime are refunded.
 *
 * @returns `checkoutsEnded`: whether the provider has expired every open checkout
 * @throws Refusal member-not-found also for a member of another site; login-required where the session has ended meanwhile
 */
export async function deleteMember(
  services: Services,
  { site, memberId, session, record, alongside }: Deletion,
): Promise<{ checkoutsEnded: boolean }> {
  const member = await findMember(services, services.db, memberId);
  if (member?.siteId !== site.id) throw new Refusal('member-not-found');
  const checkoutsEnded = await endCheckouts(services, memberId);
  await transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    // Under the lock: a reset by the owner may have ended a stolen session while the card provider was asked.
    if (session && !(await isRunning(tx, session))) throw new Refusal('login-required');
    await record?.(tx);
    await removeMember(services, tx, { site, memberId });
    await alongside?.(tx);
    if (session) await tellDeleted(services, tx, site, member);
  });
  return { checkoutsEnded };
}

/**
 * The last mail to the member is erased once it is sent, like all others. An unproved address gets none: it
 * may be another person's, whom repeated sign-ups and deletions would flood with mail.
 */
async function tellDeleted(services: Services, tx: Transaction, site: Site, member: MemberRecord): Promise<void> {
  if (!member.verified) return;
  await queueNotice(services, tx, member, accountDeletedMail(site, member.email));
  await forgetMails(tx, { siteId: site.id, memberIds: [member.id], addresses: [] });
}

async function endCheckouts(services: Services, memberId: string): Promise<boolean> {
  try {
    await expireCheckoutsOf(services, memberId);
    await services.deletionDuties?.endCheckouts(memberId);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'payment-provider-unavailable') throw error;
    services.log.warn({ memberId }, 'the card provider does not answer: checkouts of a deleted member end later');
    return false;
  }
}

/**
 * Ends a membership and takes everything of the member away: sessions, codes, connected providers, plans, posts,
 * picture, what was mailed to and about them, and what their site's owner was told of them as far as it is kept here.
 * What a member paid stays in the records of other domains, under an id that leads nowhere any more. Joins the caller's
 * transaction.
 *
 * @throws Refusal member-not-found also for a member of another site
 */
export async function removeMember(
  services: Pick<Services, 'sites' | 'deletionDuties'>,
  tx: Transaction,
  { site, memberId }: Pick<Deletion, 'site' | 'memberId'>,
): Promise<void> {
  const member = await lockMember(services, tx, memberId);
  if (member.siteId !== site.id) throw new Refusal('member-not-found');
  await services.deletionDuties?.letGo(tx, memberId);
  await cancelSubscriptionsOf(tx, memberId);
  await leaveAllTeams(tx, { siteId: site.id, memberId });
  const addresses = await mailboxesOf(tx, member);
  await forgetMails(tx, { siteId: site.id, memberIds: [memberId], addresses });
  await endViewsOf(tx, memberId);
  await noteRemoval(tx, memberId, () => deleteRecord(tx, memberId));
  await endCodesFor(tx, site.id, member.email);
  await sweepSoon(tx);
  await announce(tx, site.id, 'member.deleted', { id: memberId });
  await forgetToldOf(tx, site.id, memberId);
  await letFailuresRunOut(tx, site.id, { memberIds: [memberId], addresses: [member.email] });
}
