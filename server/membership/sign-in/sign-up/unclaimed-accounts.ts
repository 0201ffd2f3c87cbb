import type { Transaction } from '../../../platform/database/database.ts';
import { hashPassword } from '../../../platform/password-hashing.ts';
import { isKept } from '../../members/former-addresses.ts';
import { createMember, giveFirstPassword, lockMemberByEmail, type MemberRecord } from '../../members/members.ts';
import { takeFreePlans } from '../../plans/grants/free-plans.ts';
import type { Services } from '../../services.ts';
import { transferToProvenOwner } from '../addresses/first-proof.ts';
import { requireGoodPassword } from '../credentials/passwords.ts';
import { accountKey } from '../sign-in-limits.ts';

/**
 * Accounts that a form of another domain makes on an unproved address: without password and session. The visit that sent
 * the form may choose the first password; until the address is proved its owner may choose one too, which revokes the
 * visit's access.
 */

/** An address at a site. */
export interface AccountAddress {
  siteId: string;
  /** In its canonical form. */
  email: string;
}

/** Whether an account has no password and never had a proved address. */
export const isUnclaimed = ({ wasProved, hasPassword }: MemberRecord): boolean => !wasProved && !hasPassword;

/**
 * Creates an unclaimed account.
 *
 * @param fields as they are stored, server-written ones too; keys the site declares
 * @returns the new member's id; undefined for a former address that is kept for another member
 * @throws Refusal email-already-in-use, test-mode-member-limit-reached
 */
export async function makeUnclaimed(
  services: Services,
  tx: Transaction,
  { siteId, email, fields, partner }: AccountAddress & { fields: Record<string, string>; partner?: string },
): Promise<string | undefined> {
  if (await isKept(tx, { siteId, email })) return undefined;
  const site = await services.sites.get(siteId);
  const newcomer = { site, email, passwordHash: null, verified: false, fields, metaData: {}, partner };
  const memberId = await createMember(services, tx, newcomer);
  await takeFreePlans(services, tx, { site, memberId, planIds: [] });
  return memberId;
}

/** The first password of an unclaimed account. */
export interface PasswordChoice extends AccountAddress {
  password: string;
  clientAddress: string;
}

/** Checks and hashes a password. Slow, so called before the transaction. @throws Refusal invalid-password-… */
export async function hashNewPassword(
  services: Services,
  { siteId, email, password, clientAddress }: PasswordChoice,
): Promise<string> {
  requireGoodPassword(password, { email, site: await services.sites.get(siteId) });
  return hashPassword(password, { client: clientAddress, account: accountKey(siteId, email) });
}

/** A claim of an unclaimed account. */
export interface Claim extends AccountAddress {
  /** The account the form made; the address may have another one by now. */
  memberId: string;
  passwordHash: string;
}

/** Sets the first password for the visit that sent the form. @returns false for an account that is claimed */
export async function claimAsMaker(services: Services, tx: Transaction, claim: Claim): Promise<boolean> {
  const member = await lockMemberByEmail(services, tx, claim);
  if (member?.id !== claim.memberId || !isUnclaimed(member)) return false;
  return giveFirstPassword(tx, member.id, claim.passwordHash);
}

/** Sets a password for the mailbox's owner, and revokes other access. @returns false for a proved address */
export async function claimAsOwner(services: Services, tx: Transaction, claim: Claim): Promise<boolean> {
  const member = await lockMemberByEmail(services, tx, claim);
  if (member?.id !== claim.memberId || member.verified) return false;
  await transferToProvenOwner(services, tx, member, claim.passwordHash);
  return true;
}
