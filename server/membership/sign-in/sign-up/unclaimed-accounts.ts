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
 * Accounts that a form of another domain makes for an address nobody has proved: no password, no session, no way in.
 * Whoever filled in the form may choose the first password; the address's owner may choose one as long as the address
 * is not proved, and then whoever was there before is out.
 */

export interface AccountAddress {
  siteId: string;
  /** In its canonical form. */
  email: string;
}

/** Whether nobody has a way in yet. */
export const isUnclaimed = ({ verified, hasPassword }: MemberRecord): boolean => !verified && !hasPassword;

/**
 * @param fields as they are stored, server-written ones too; keys the site declares
 * @returns the new member's id; undefined for an address that another member has left and may still come back to
 * @throws Refusal email-already-in-use, test-mode-member-limit-reached
 */
export async function makeUnclaimed(
  services: Services,
  tx: Transaction,
  { siteId, email, fields }: AccountAddress & { fields: Record<string, string> },
): Promise<string | undefined> {
  if (await isKept(tx, { siteId, email })) return undefined;
  const site = await services.sites.get(siteId);
  const newcomer = { site, email, passwordHash: null, verified: false, fields, metaData: {} };
  const memberId = await createMember(services, tx, newcomer);
  await takeFreePlans(services, tx, { site, memberId, planIds: [] });
  return memberId;
}

/** A password chosen for such an account. */
export interface PasswordChoice extends AccountAddress {
  password: string;
  clientAddress: string;
}

/** Before the transaction, since it takes long. @throws Refusal invalid-password-… */
export async function hashNewPassword(
  services: Services,
  { siteId, email, password, clientAddress }: PasswordChoice,
): Promise<string> {
  requireGoodPassword(password, { email, site: await services.sites.get(siteId) });
  return hashPassword(password, { client: clientAddress, account: accountKey(siteId, email) });
}

export interface Claim extends AccountAddress {
  /** The account that is meant: the address may have another by now. */
  memberId: string;
  passwordHash: string;
}

/** The first password, from whoever had the account made. @returns false when somebody has a way in already */
export async function claimAsMaker(services: Services, tx: Transaction, claim: Claim): Promise<boolean> {
  const member = await lockMemberByEmail(services, tx, claim);
  if (member?.id !== claim.memberId || !isUnclaimed(member)) return false;
  return giveFirstPassword(tx, member.id, claim.passwordHash);
}

/** A password from whoever reads the address's mail. @returns false once the address is proved: its owner has a way in */
export async function claimAsOwner(services: Services, tx: Transaction, claim: Claim): Promise<boolean> {
  const member = await lockMemberByEmail(services, tx, claim);
  if (member?.id !== claim.memberId || member.verified) return false;
  await transferToProvenOwner(services, tx, member, claim.passwordHash);
  return true;
}
