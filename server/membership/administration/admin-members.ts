import type { Member } from '../../../contract/members.ts';
import { isUniqueViolation, transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { hashPassword } from '../../platform/password-hashing.ts';
import { oneLine } from '../../platform/one-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SentFields } from '../members/custom-fields.ts';
import { deleteMember } from '../leaving/delete-member.ts';
import { parseEmail } from '../members/email-address.ts';
import { readMemberJson, writeMemberJson } from '../members/member-json.ts';
import { changeMember, createMember, findCredentials, findMember, lockMember, toWire } from '../members/members.ts';
import type { Services } from '../services.ts';
import { endCodesFor } from '../sign-in/codes/mailed-codes.ts';
import { requireGoodPassword } from '../sign-in/credentials/passwords.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { isSame } from '../declaration/compare.ts';
import type { Site } from '../sites/site.ts';
import { recordAct } from '../audit/audit.ts';
import { giveFreePlan } from './member-plans.ts';
import { acceptAllFields, acceptPermissions, acceptRedirect, mergeMetaData } from './member-values.ts';

/** Whose server asks, and with which key. */
export interface Administration {
  site: Site;
  /** The key's label, for the audit trail. */
  actor: string;
}

/** What a site's server may say of a member. Left out is left alone. */
export interface MemberValues {
  customFields?: SentFields | undefined;
  metaData?: Record<string, string | number | boolean | null> | undefined;
  json?: unknown;
  loginRedirect?: string | null | undefined;
  verified?: boolean | undefined;
  permissions?: string[] | undefined;
}

export type AdministeredMember = Member & { json: unknown };

/**
 * A member of the site, by id or address.
 *
 * @throws Refusal member-not-found also for a member of another site
 */
export async function getMemberId(
  services: Pick<Services, 'db' | 'sites'>,
  { site }: Administration,
  idOrEmail: string,
): Promise<string> {
  const found = idOrEmail.includes('@')
    ? await findByEmail(services, site, idOrEmail)
    : await findMember(services, services.db, idOrEmail);
  if (found?.siteId !== site.id) throw new Refusal('member-not-found');
  return found.id;
}

async function findByEmail(services: Pick<Services, 'db' | 'sites'>, site: Site, text: string) {
  try {
    return await findCredentials(services, services.db, { siteId: site.id, email: parseEmail(text) });
  } catch (error) {
    // No member has an address that cannot be one.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** @throws Refusal member-not-found */
export const showMember = async (services: Services, db: Database, memberId: string): Promise<AdministeredMember> => ({
  ...(await toWire(services, db, memberId)),
  json: await readMemberJson(db, memberId),
});

/**
 * Makes a member. Nothing is mailed; unless the site says that the address is proved, it is not.
 *
 * @throws Refusal invalid-email, invalid-password-…, email-already-in-use, plan-not-found, plan-not-free, and those of
 *   the values
 */
export async function createMemberAs(
  services: Services,
  { site, actor }: Administration,
  wish: MemberValues & { email: string; password?: string | undefined; plans?: { planId: string }[] | undefined },
): Promise<AdministeredMember> {
  const email = parseEmail(wish.email);
  const { verified = false, customFields = {}, metaData = {}, permissions = [], loginRedirect = null } = wish;
  const newcomer = {
    site,
    email,
    verified,
    fields: acceptAllFields(site, customFields),
    metaData: mergeMetaData({}, metaData),
    loginRedirect: acceptRedirect(loginRedirect),
    permissions: acceptPermissions(permissions),
  };
  if (wish.password !== undefined) requireGoodPassword(wish.password, { email, site });
  const passwordHash =
    wish.password === undefined ? null : await hashPassword(wish.password, { client: site.id, account: email });
  return transaction(services.db, async (tx) => {
    const memberId = await createMember(services, tx, { ...newcomer, passwordHash });
    for (const { planId } of wish.plans ?? []) await giveFreePlan(services, tx, { site, memberId, planId });
    if (wish.json !== undefined) await writeMemberJson(services, tx, memberId, wish.json);
    await recordAct(tx, { siteId: site.id, actor, action: 'member.created', subject: memberId });
    return showMember(services, tx, memberId);
  });
}

/**
 * Changes a member. Another address counts at once, as not proved unless the site says so. It is the same person's
 * account: password, providers and the links that undo earlier changes stay, but everybody is signed out, and codes
 * mailed to the old address end.
 *
 * @throws Refusal member-not-found, invalid-email, email-already-in-use, and those of the values
 */
export async function changeMemberAs(
  services: Services,
  { site, actor }: Administration,
  { memberId, email: sentEmail, ...wish }: MemberValues & { memberId: string; email?: string | undefined },
): Promise<AdministeredMember> {
  const email = sentEmail === undefined ? undefined : parseEmail(sentEmail);
  const { customFields, metaData, json, loginRedirect, permissions, verified } = wish;
  const fields = customFields && acceptAllFields(site, customFields);
  return transaction(services.db, async (tx) => {
    const member = await lockMember(services, tx, memberId);
    const isNewAddress = email !== undefined && email !== member.email;
    const stored = await showMember(services, tx, memberId);
    await changeUnlessTaken(services, tx, memberId, {
      email: isNewAddress ? email : undefined,
      pendingEmail: isNewAddress || verified === true ? null : undefined,
      verified: verified ?? (isNewAddress ? false : undefined),
      fields,
      metaData: metaData && mergeMetaData(stored.metaData, metaData),
      loginRedirect: loginRedirect === undefined ? undefined : acceptRedirect(loginRedirect),
      permissions: permissions && acceptPermissions(permissions),
    });
    if (isNewAddress) {
      await endCodesFor(tx, site.id, member.email);
      await endSessionsOf(tx, memberId);
    }
    if (json !== undefined) await writeMemberJson(services, tx, memberId, json);
    const changed = await showMember(services, tx, memberId);
    const note = namesOf({ email, ...wish }).join(', ');
    if (!isSame(stored, changed))
      await recordAct(tx, { siteId: site.id, actor, action: 'member.updated', subject: memberId, note });
    return changed;
  });
}

async function changeUnlessTaken(
  services: Services,
  tx: Transaction,
  memberId: string,
  changes: Parameters<typeof changeMember>[3],
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  try {
    await changeMember(services, tx, memberId, changes);
  } catch (error) {
    throw isUniqueViolation(error, 'member_email') ? new Refusal('email-already-in-use') : error;
  }
}

/** What was named, never what was said of it. */
function namesOf(wish: MemberValues & { email: string | undefined }): string[] {
  return Object.entries(wish).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const isMerged = name === 'customFields' || name === 'metaData';
    return isMerged ? Object.keys(value as object).map((key) => `${name}.${oneLine(key)}`) : [name];
  });
}

/** @throws Refusal member-not-found */
export const deleteMemberAs = (
  services: Services,
  { site, actor }: Administration,
  memberId: string,
): Promise<{ checkoutsEnded: boolean }> =>
  deleteMember(services, {
    site,
    memberId,
    alongside: (tx) => recordAct(tx, { siteId: site.id, actor, action: 'member.deleted', subject: memberId }),
  });
