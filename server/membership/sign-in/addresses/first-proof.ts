import type { Transaction } from '../../../platform/database/database.ts';
import { removeFactors } from '../../../platform/second-factor/factors.store.ts';
import { forgetFormerAddressesOf } from '../../members/former-addresses.ts';
import { changeMember, type MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { forgetIdentitiesOf } from '../credentials/identities.ts';
import { endCodesFor } from '../codes/mailed-codes.ts';
import { passwordDroppedMail } from '../mails/mails.ts';
import { queueNotice } from '../mails/notices.ts';
import { endSessionsOf } from '../../sessions/sessions.ts';
import { deleteLinksOf } from './verification.store.ts';

/**
 * Revokes every access to an account but its password and its former addresses: sessions, mailed codes and links,
 * connected providers. Second factors stay, since a reset must not skip them. The caller has locked the member.
 */
export async function revokeAccess(tx: Transaction, { id, siteId, email }: MemberRecord): Promise<void> {
  await endSessionsOf(tx, id);
  await endCodesFor(tx, siteId, email);
  await deleteLinksOf(tx, id);
  await forgetIdentitiesOf(tx, id);
}

/**
 * Transfers an unproved account to the owner of its address, who has just proved it. An attacker may have made the account
 * (account pre-hijacking), so sessions, identities, password and former addresses end, and second factors where no address of
 * the account was ever proved. If no new password is given, a mail tells that the old one was dropped. The caller has locked
 * the member.
 *
 * @param passwordHash hash of the password the owner has just chosen, if any
 * @returns whether a password was dropped
 */
export async function transferToProvenOwner(
  services: Services,
  tx: Transaction,
  member: MemberRecord,
  passwordHash: string | null = null,
): Promise<boolean> {
  await revokeAccess(tx, member);
  // Decision 0083: else who gives the account another address would skip its owner's second factor.
  if (!member.wasProved) await removeFactors(tx, { kind: 'member', id: member.id });
  await forgetFormerAddressesOf(tx, member.id);
  await changeMember(services, tx, member.id, { verified: true, passwordHash, pendingEmail: null });
  const isDropped = member.hasPassword && passwordHash === null;
  if (isDropped) {
    const site = await services.sites.get(member.siteId);
    await queueNotice(services, tx, { ...member, verified: true }, passwordDroppedMail(site, member.email));
  }
  return isDropped;
}
