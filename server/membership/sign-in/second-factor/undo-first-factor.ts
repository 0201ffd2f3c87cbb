import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { hashToken, randomToken } from '../../../platform/keys.ts';
import { queueMail } from '../../../platform/mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { removeFactorsSince } from '../../../platform/second-factor/factors.store.ts';
import { changeMember, findMember, lockIfThere, type MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { revokeAccess } from '../addresses/first-proof.ts';
import { deadLink, recordUndo, type LinkUse } from '../addresses/undo-links.ts';
import { queueCode } from '../codes/mailed-codes.ts';
import { firstFactorMail, type FactorKind } from '../mails/factor-mails.ts';
import {
  findFirstFactorLink,
  hasRecentLink,
  insertFirstFactorLink,
  takeFirstFactorLink,
  type LinkHolder,
} from './first-factor-links.store.ts';
import { forgetFactorGuesses, holderOf } from './show-factor.ts';

/** A link undoes later first factors too, so that one a day is enough; this bounds the mails (decision 0105). */
const hoursBetweenLinks = 24;

/**
 * Mails a link that undoes a member's first second factor, in the transaction that sets it up: a thief of the password may
 * have done so, and a reset alone would not remove it. It does not wait for the budget of notices, which the thief may have
 * used up.
 *
 * @returns false within a day of an earlier link
 */
export async function mailLinkToUndo(
  services: Services,
  tx: Transaction,
  { site, member, kind }: { site: Site; member: MemberRecord; kind: FactorKind },
): Promise<boolean> {
  const { id: memberId, siteId, email } = member;
  const holder = { siteId, memberId, email };
  if (await hasRecentLink(tx, holder, hoursBetweenLinks)) return false;
  const token = randomToken();
  await insertFirstFactorLink(tx, hashToken(token), holder);
  const link = `${services.appUrl}/account/undo-second-factor?token=${token}`;
  await queueMail(services, tx, { ...firstFactorMail(site, email, { kind, link }), memberId });
  return true;
}

/** The account of a link. @throws Refusal invalid-verification-link */
export async function getFirstFactorLink(services: Services, token: string): Promise<LinkHolder> {
  const holder = await findFirstFactorLink(services.db, hashToken(token));
  if (!holder) throw deadLink();
  requireMailedAddress(await findMember(services, services.db, holder.memberId), holder);
  return holder;
}

/** @throws Refusal invalid-verification-link while the account has another address (decision 0102) */
function requireMailedAddress(member: MemberRecord | undefined, { email }: LinkHolder): asserts member is MemberRecord {
  const message =
    'The account has another email address now. Please use the link in our mail about that change: it removes the sign-in method as well.';
  if (member?.email !== email) throw new Refusal('invalid-verification-link', { message });
}

/**
 * Account recovery: removes a first second factor, and what was set up since, by the link that was mailed about it. As
 * another person had the password or a session, every access is revoked, the password included, and a link to set a new one
 * is mailed. Once the account has another address, the link that undoes that change is the way back.
 *
 * @throws Refusal invalid-verification-link
 */
export const undoFirstFactor = (services: Services, use: LinkUse): Promise<void> =>
  recordUndo('second-factor-undone', () => takeAccountBack(services, use));

async function takeAccountBack(services: Services, { token, clientAddress }: LinkUse): Promise<LinkHolder> {
  const holder = await getFirstFactorLink(services, token);
  const { memberId, siteId, email } = holder;
  await transaction(services.db, async (tx) => {
    const member = await lockIfThere(services, tx, memberId);
    requireMailedAddress(member, holder);
    const setUpAt = await takeFirstFactorLink(tx, hashToken(token));
    if (!setUpAt) throw deadLink();
    await revokeAccess(tx, member);
    await removeFactorsSince(tx, holderOf(memberId), setUpAt);
    await changeMember(services, tx, memberId, { pendingEmail: null, passwordHash: null });
    await queueCode(tx, { siteId, email, purpose: 'reset', clientAddress });
  });
  await forgetFactorGuesses(services, holder);
  return holder;
}
