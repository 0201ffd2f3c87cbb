import { isUniqueViolation, transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { hashPassword } from '../../platform/password-hashing.ts';
import { oneLine } from '../../platform/one-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SentFields } from '../members/custom-fields.ts';
import { deleteMember } from '../leaving/delete-member.ts';
import { parseEmail } from '../members/email-address.ts';
import { readMemberJson, writeMemberJson } from '../members/member-json.ts';
import {
  changeMember,
  createMember,
  findCredentials,
  findMember,
  lockMember,
  toServerWire,
  type MemberOfServer,
  type MemberRecord,
  type Newcomer,
} from '../members/members.ts';
import type { Services } from '../services.ts';
import { endCodesFor } from '../sign-in/codes/mailed-codes.ts';
import { requireGoodPassword } from '../sign-in/credentials/passwords.ts';
import { addressReplacedMail } from '../sign-in/mails/mails.ts';
import { queueNotice } from '../sign-in/mails/notices.ts';
import { letFailuresRunOut } from '../sign-in/sign-in-limits.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { isSame } from '../declaration/compare.ts';
import type { Site } from '../sites/site.ts';
import { recordAct, type AuditedBy } from '../audit/audit.ts';
import { giveFreePlan } from './member-plans.ts';
import { requireVersion } from './member-version.ts';
import { acceptAllFields, acceptPermissions, acceptRedirect, mergeMetaData } from './member-values.ts';

/** The site whose members are administered, and who does it: the site's server by a key, or a member of staff. */
export interface Administration extends AuditedBy {
  site: Site;
}

/** Values of a member that a site's server may write. A missing one stays as it is. */
export interface MemberValues {
  customFields?: SentFields | undefined;
  metaData?: Record<string, string | number | boolean | null> | undefined;
  json?: unknown;
  loginRedirect?: string | null | undefined;
  verified?: boolean | undefined;
  permissions?: string[] | undefined;
}

/** A member as the site's own server reads them: with their JSON document. */
export type AdministeredMember = MemberOfServer & { json: unknown };

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
    // A malformed address has no member.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** @throws Refusal member-not-found */
export const showMember = async (services: Services, db: Database, memberId: string): Promise<AdministeredMember> => ({
  ...(await toServerWire(services, db, memberId)),
  json: await readMemberJson(db, memberId),
});

/** A member to create. */
export type NewcomerWish = MemberValues & { email: string; plans?: { planId: string }[] | undefined };

/**
 * Creates a member. Nothing is mailed; the address counts as unproved unless `verified` is true.
 *
 * @throws Refusal invalid-email, invalid-password-…, email-already-in-use, plan-not-found, plan-not-free, and those of
 *   the values
 */
export async function createMemberAs(
  services: Services,
  administration: Administration,
  wish: NewcomerWish & { password?: string | undefined },
): Promise<AdministeredMember> {
  const { site } = administration;
  const newcomer = acceptNewcomer(site, wish);
  const { email } = newcomer;
  if (wish.password !== undefined) requireGoodPassword(wish.password, { email, site });
  const passwordHash =
    wish.password === undefined ? null : await hashPassword(wish.password, { client: site.id, account: email });
  return transaction(services.db, async (tx) => {
    const memberId = await addNewcomer(services, tx, administration, { ...newcomer, passwordHash });
    return showMember(services, tx, memberId);
  });
}

/** A member to create, whose values were checked by `acceptNewcomer`. */
type AcceptedNewcomer = Omit<Newcomer, 'passwordHash'> & Pick<NewcomerWish, 'plans' | 'json'>;

/** Checks the values of a member to create. @throws Refusal invalid-email, and those of the values */
const acceptNewcomer = (
  site: Site,
  {
    email,
    verified = false,
    customFields = {},
    metaData = {},
    permissions = [],
    loginRedirect = null,
    ...rest
  }: NewcomerWish,
): AcceptedNewcomer => ({
  site,
  email: parseEmail(email),
  verified,
  fields: acceptAllFields(site, customFields),
  metaData: mergeMetaData({}, metaData),
  loginRedirect: acceptRedirect(loginRedirect),
  permissions: acceptPermissions(permissions),
  plans: rest.plans,
  json: rest.json,
});

/**
 * Stores a checked newcomer with plans and JSON document, and records it in the audit trail.
 *
 * @returns the new member's id
 * @throws Refusal email-already-in-use, test-mode-member-limit-reached, plan-not-found, plan-not-free
 */
export async function addNewcomer(
  services: Services,
  tx: Transaction,
  { site, ...by }: Administration,
  { plans = [], json, ...newcomer }: AcceptedNewcomer & Pick<Newcomer, 'passwordHash' | 'createdAt'>,
): Promise<string> {
  const memberId = await createMember(services, tx, newcomer);
  for (const { planId } of plans) await giveFreePlan(services, tx, { site, memberId, planId });
  if (json !== undefined) await writeMemberJson(services, tx, memberId, json);
  await recordAct(tx, { ...by, siteId: site.id, action: 'member.created', subject: memberId });
  return memberId;
}

/** A change of a member. */
type MemberWish = MemberValues & {
  memberId: string;
  email?: string | undefined;
  /** Of the member as the caller has seen them, against lost updates; none where the last save wins. */
  version?: string | undefined;
};

/**
 * Changes a member. A new address applies at once, as unproved unless `verified` is true. Password, second factors,
 * providers and the links that undo earlier changes stay; all sessions end, and so do codes mailed to the old address, which is
 * told where it was proved. Giving the address of the log-in ends the member's own change to another one.
 *
 * @param db a transaction to join
 * @throws Refusal member-not-found, invalid-email, email-already-in-use, and those of the values; changed-meanwhile where
 *   the member is not in the version that the change was made from
 */
export async function changeMemberAs(
  services: Services,
  { site, ...by }: Administration,
  { memberId, email: sentEmail, version, ...wish }: MemberWish,
  db: Database = services.db,
): Promise<AdministeredMember> {
  const sent = sentEmail === undefined ? undefined : parseEmail(sentEmail);
  const { customFields, metaData, json, loginRedirect, permissions } = wish;
  const fields = customFields && acceptAllFields(site, customFields);
  return transaction(db, async (tx) => {
    const member = await lockMember(services, tx, memberId);
    const { email, verified } = addressMeant(member, { email: sent, verified: wish.verified });
    const isNewAddress = email !== undefined && email !== member.email;
    const endsOwnChange = email !== undefined && member.pendingEmail !== null;
    const stored = await showMember(services, tx, memberId);
    if (version !== undefined) requireVersion(site, stored, { version, withJson: json !== undefined });
    await changeUnlessTaken(services, tx, memberId, {
      email: isNewAddress ? email : undefined,
      pendingEmail: endsOwnChange ? null : undefined,
      verified: verified ?? (isNewAddress ? false : undefined),
      fields,
      metaData: metaData && mergeMetaData(stored.metaData, metaData),
      loginRedirect: loginRedirect === undefined ? undefined : acceptRedirect(loginRedirect),
      permissions: permissions && acceptPermissions(permissions),
    });
    if (isNewAddress) {
      await endCodesFor(tx, site.id, member.email);
      await letFailuresRunOut(tx, site.id, { addresses: [member.email] });
    }
    if (isNewAddress || endsOwnChange) await endSessionsOf(tx, memberId);
    if (json !== undefined) await writeMemberJson(services, tx, memberId, json);
    const changed = await showMember(services, tx, memberId);
    const note = namesOf({ email, ...wish }).join(', ');
    if (!isSame(stored, changed))
      await recordAct(tx, { ...by, siteId: site.id, action: 'member.updated', subject: memberId, note });
    if (isNewAddress) await tellFormerAddress(services, tx, site, member);
    return changed;
  });
}

/**
 * What a wish says of the address. Without one, `verified` is about the address that is shown: a pending one, which becomes
 * the member's once it is proved, and is unproved as it is.
 */
function addressMeant(
  { pendingEmail }: MemberRecord,
  { email, verified }: Pick<MemberWish, 'email' | 'verified'>,
): Pick<MemberWish, 'email' | 'verified'> {
  if (email !== undefined || pendingEmail === null) return { email, verified };
  return verified ? { email: pendingEmail, verified } : {};
}

/**
 * The mailbox of an address that was never proved may be another person's: it hears nothing. The mail has no link to undo
 * the change: staff may have made it because the mailbox is not the member's any more.
 *
 * Lock order: it locks the mailbox, so it is the last step of its transaction that locks.
 */
async function tellFormerAddress(
  services: Services,
  tx: Transaction,
  site: Site,
  { id, siteId, email, wasAddressProved }: MemberRecord,
): Promise<void> {
  if (wasAddressProved)
    await queueNotice(services, tx, { id, siteId, email, verified: true }, addressReplacedMail(site, email));
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

/**
 * Takes the value of a custom field away, so that the site's default holds again. An empty text would be a value.
 *
 * @param tx has locked the member
 */
export async function clearFieldAs(
  services: Services,
  tx: Transaction,
  { site, ...by }: Administration,
  { memberId, field }: { memberId: string; field: string },
): Promise<void> {
  await changeMember(services, tx, memberId, { fields: { [field]: null } });
  const note = namesOf({ email: undefined, customFields: { [field]: null } }).join(', ');
  await recordAct(tx, { ...by, siteId: site.id, action: 'member.updated', subject: memberId, note });
}

/** Names of the changed values for the audit trail, without the values, which are personal data. */
function namesOf(wish: MemberValues & { email: string | undefined }): string[] {
  return Object.entries(wish).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const isMerged = name === 'customFields' || name === 'metaData';
    return isMerged ? Object.keys(value as object).map((key) => `${name}.${oneLine(key)}`) : [name];
  });
}

/** @param alongside runs at the end of the same transaction @throws Refusal member-not-found */
export const deleteMemberAs = (
  services: Services,
  { site, ...by }: Administration,
  memberId: string,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<{ checkoutsEnded: boolean }> =>
  deleteMember(services, {
    site,
    memberId,
    record: (tx) => recordAct(tx, { ...by, siteId: site.id, action: 'member.deleted', subject: memberId }),
    alongside,
  });
