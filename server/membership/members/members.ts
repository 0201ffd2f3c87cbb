import type { Member } from '../../../contract/members.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { hashToken, newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toWireConnection } from '../entitlements/connections.ts';
import type { Services } from '../services.ts';
import { announce } from '../site-events/announce.ts';
import type { Site } from '../sites/site.ts';
import { connectionsOfSeat, toWireTeams } from '../entitlements/seats.ts';
import { noteUse } from '../sessions/sessions.ts';
import { findView, isViewToken } from '../views/views.ts';
import { queueCustomerUpdate, queueWishes } from './change-jobs.ts';
import { readFields } from './custom-fields.ts';
import { isKept, releaseTo, type FormerAddress } from './former-addresses.ts';
import {
  countMembersLocked,
  deleteRow,
  findRow,
  findRowByEmail,
  insertFirstPassword,
  insertMember,
  lockRow,
  lockRowByEmail,
  mergeFields,
  updateRow,
  updateSuspension,
  type MemberChanges,
  type MemberRow,
} from './members.store.ts';
import { findWholeMember, findWholeMemberOfSession, listWholeMembers, type WholeMember } from './whole-member.store.ts';
import { profileImageAddress } from './picture/profile-image-address.ts';

/** A member in this domain; `toWire` makes what the wire shows. */
export interface MemberRecord {
  id: string;
  siteId: string;
  /** The address for log-in. */
  email: string;
  /** A new address until it is proved. */
  pendingEmail: string | null;
  verified: boolean;
  /** Whether they have proved an address of this account at any time: then its second factors are the owner's. */
  wasProved: boolean;
  /** Whether the present address was proved at any time, even if it counts as unproved again. */
  wasAddressProved: boolean;
  hasPassword: boolean;
  /** Custom fields as stored, the site's defaults filled in. */
  fields: Record<string, string>;
  /** Permissions the site has given, such as `moderate-comments`. */
  permissions: string[];
  createdAt: Date;
  /** Since when every way in is closed to them, and why; null for everybody else. */
  suspension: Suspension | null;
}

/** A member's suspension. */
export interface Suspension {
  at: Date;
  /** In the words of who suspended them; for staff alone. */
  reason: string;
}

/** A member with the password's hash, for sign-in; never leaves this domain. */
export interface Credentials extends MemberRecord {
  passwordHash: string | null;
  /** Raised where all other sessions end; device cookies of a lower one are void. */
  deviceEpoch: number;
}

type Row = NonNullable<MemberRow>;

function toRecord(site: Site, row: Row): MemberRecord {
  const hasPassword = row.password_hash !== null;
  return {
    id: row.id,
    siteId: row.site_id,
    email: row.email,
    pendingEmail: row.pending_email,
    verified: row.verified,
    wasProved: row.verified || row.proved_once,
    wasAddressProved: row.verified || row.address_proved_once,
    hasPassword,
    fields: readFields(site.fields, row.custom_fields, hasPassword),
    permissions: row.permissions,
    createdAt: row.created_at,
    suspension: row.suspended_at && { at: row.suspended_at, reason: row.suspension_reason ?? '' },
  };
}

const toCredentials = (site: Site, row: Row): Credentials => ({
  ...toRecord(site, row),
  passwordHash: row.password_hash,
  deviceEpoch: row.device_epoch,
});

/** A member by id. */
export async function findMember(
  { sites }: Pick<Services, 'sites'>,
  db: Database,
  memberId: string,
): Promise<MemberRecord | undefined> {
  const row = await findRow(db, memberId);
  return row && toRecord(await sites.get(row.site_id), row);
}

/** The member, locked until the transaction ends. @throws Refusal member-not-found */
export async function lockMember(
  services: Pick<Services, 'sites'>,
  tx: Transaction,
  memberId: string,
): Promise<MemberRecord> {
  const member = await lockIfThere(services, tx, memberId);
  if (!member) throw new Refusal('member-not-found');
  return member;
}

/** The same for work that goes on without the member, such as settling money; undefined for a deleted one. */
export async function lockIfThere(
  { sites }: Pick<Services, 'sites'>,
  tx: Transaction,
  memberId: string,
): Promise<MemberRecord | undefined> {
  const row = await lockRow(tx, memberId);
  return row && toRecord(await sites.get(row.site_id), row);
}

/** Locks a member. @returns whether there is one */
export const holdMember = async (tx: Transaction, memberId: string): Promise<boolean> =>
  (await lockRow(tx, memberId)) !== undefined;

/**
 * Locks a member whose password has not changed since it was compared; undefined when it has. Verifying a password
 * takes long and holds no lock, so its result is checked again here (TOCTOU).
 */
export async function lockUnchanged(
  { sites }: Services,
  tx: Transaction,
  seen: Credentials,
): Promise<MemberRecord | undefined> {
  const row = await lockRow(tx, seen.id);
  return row?.password_hash === seen.passwordHash ? toRecord(await sites.get(row.site_id), row) : undefined;
}

/** The member with an address, locked. @param of the address in its canonical form */
export async function lockMemberByEmail(
  { sites }: Services,
  tx: Transaction,
  of: { siteId: string; email: string },
): Promise<MemberRecord | undefined> {
  const row = await lockRowByEmail(tx, of.siteId, of.email);
  return row && toRecord(await sites.get(row.site_id), row);
}

/** A member with the password's hash. @param of the address in its canonical form, or the member's id */
export async function findCredentials(
  { sites }: Pick<Services, 'sites'>,
  db: Database,
  of: { siteId: string; email: string } | { memberId: string },
): Promise<Credentials | undefined> {
  const row = 'memberId' in of ? await findRow(db, of.memberId) : await findRowByEmail(db, of.siteId, of.email);
  return row && toCredentials(await sites.get(row.site_id), row);
}

/** A member to create. */
export interface Newcomer {
  site: Site;
  email: string;
  passwordHash: string | null;
  /** Whether the address is proved, by a mailed code. */
  verified: boolean;
  fields: Record<string, string>;
  metaData: Record<string, unknown>;
  loginRedirect?: string | null | undefined;
  permissions?: string[] | undefined;
  /** When they joined the system they come from; now if left out. */
  createdAt?: Date | undefined;
  /** On whose page the account was made, where the site as it was asked for does not tell. */
  partner?: string | undefined;
}

/**
 * Creates a member and announces it.
 *
 * @returns the new member's id
 * @throws Refusal email-already-in-use, test-mode-member-limit-reached
 */
export async function createMember(
  services: Services,
  tx: Transaction,
  { site, ...newcomer }: Newcomer,
): Promise<string> {
  await requireRoom(tx, site);
  const id = newId(site.mode === 'sandbox' ? 'mem_sb_' : 'mem_');
  const partner = newcomer.partner ?? site.mailLook?.partner;
  if (!(await insertMember(tx, { id, siteId: site.id, ...newcomer, partner })))
    throw new Refusal('email-already-in-use');
  await takeAddress(tx, { siteId: site.id, email: newcomer.email, memberId: id }, newcomer.verified);
  await announceMember(services, tx, { event: 'member.created', siteId: site.id, memberId: id });
  return id;
}

/** @throws Refusal test-mode-member-limit-reached when the site has as many members as it takes */
async function requireRoom(tx: Transaction, { id, memberLimit }: Site): Promise<void> {
  if (memberLimit !== null && (await countMembersLocked(tx, id)) >= memberLimit)
    throw new Refusal('test-mode-member-limit-reached');
}

/** Merges values into the custom fields, unchecked: the caller has decided that they may be written. */
export async function saveFields(
  services: Services,
  db: Database,
  memberId: string,
  fields: Record<string, string>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await transaction(db, async (tx) => {
    const siteId = await mergeFields(tx, memberId, fields);
    if (siteId !== undefined) await announceMember(services, tx, { event: 'member.updated', siteId, memberId });
  });
}

/** Queues a site event about a member, with the member's current state. */
export const announceMember = (
  services: Services,
  tx: Transaction,
  { event, siteId, memberId }: { event: 'member.created' | 'member.updated'; siteId: string; memberId: string },
): Promise<void> => announce(tx, siteId, event, () => toWire(services, tx, memberId));

/**
 * Merges values into server-written fields.
 *
 * @throws Refusal member-not-found
 * @throws Error for a key the member's site does not declare, which would be stored and never shown
 */
export async function setServerFields(
  services: Services,
  tx: Transaction,
  memberId: string,
  fields: Record<string, string>,
): Promise<void> {
  const row = await findRow(tx, memberId);
  if (!row) throw new Refusal('member-not-found');
  const site = await services.sites.get(row.site_id);
  const unknown = Object.keys(fields).filter((key) => !site.fields.some((field) => field.key === key));
  if (unknown.length > 0) throw new Error(`The site ${site.id} declares no field ${unknown.join(', ')}.`);
  await saveFields(services, tx, memberId, fields);
}

/**
 * A proof of the mailbox takes the address; an unproved claim is refused while the address is kept for another member.
 * Called after the address was written, not before: a member who leaves an address keeps it in the same transaction,
 * and the unique index makes the next claim wait for its commit.
 *
 * @throws Refusal email-already-in-use
 */
async function takeAddress(tx: Transaction, wanted: FormerAddress, isProved: boolean): Promise<void> {
  if (isProved) await releaseTo(tx, wanted);
  else if (await isKept(tx, wanted, wanted.memberId)) throw new Refusal('email-already-in-use');
}

/**
 * Changes the named values of a member. A change of the password alone makes no site event.
 *
 * @throws Refusal email-already-in-use for an unproved address that is kept for another member
 */
export async function changeMember(
  services: Services,
  tx: Transaction,
  memberId: string,
  changes: MemberChanges,
): Promise<void> {
  const before = await findRow(tx, memberId);
  await updateRow(tx, memberId, changes);
  const after = await findRow(tx, memberId);
  if (after && after.email !== before?.email) await queueCustomerUpdate(tx, memberId);
  if (after?.verified && !before?.verified && after.wished_plans.length > 0) await queueWishes(tx, memberId);
  if (after && after.email !== before?.email)
    await takeAddress(tx, { siteId: after.site_id, email: after.email, memberId }, after.verified);
  if (before && after && announcedValues(before) !== announcedValues(after))
    await announceMember(services, tx, { event: 'member.updated', siteId: after.site_id, memberId });
}

/** The values whose change makes a site event, to compare. */
const announcedValues = (row: Row) =>
  JSON.stringify([
    [row.email, row.pending_email, row.verified, row.login_redirect],
    [row.custom_fields, row.meta_data, row.permissions],
  ]);

/** Suspends a locked member for a reason, or lifts it with null; ends no session. @returns since when, if suspended */
export const setSuspension = (tx: Transaction, memberId: string, reason: string | null): Promise<Date | null> =>
  updateSuspension(tx, memberId, reason);

/** @throws Refusal account-suspended */
export function requireNotSuspended({ suspension }: Pick<MemberRecord, 'suspension'>): void {
  if (suspension) throw new Refusal('account-suspended');
}

/** Deletes a member's rows alone. The feature `leaving` does what else a deletion needs. */
export const deleteRecord = (tx: Transaction, memberId: string): Promise<void> => deleteRow(tx, memberId);

/** Sets the first password. @returns false when there is one already */
export const giveFirstPassword = (tx: Transaction, memberId: string, passwordHash: string): Promise<boolean> =>
  insertFirstPassword(tx, memberId, passwordHash);

/**
 * The member on the wire: an allow-list of what is named here.
 *
 * @throws Refusal member-not-found
 */
export async function toWire(services: Services, db: Database, memberId: string): Promise<Member> {
  const whole = await findWholeMember(db, memberId);
  if (!whole) throw new Refusal('member-not-found');
  return wireOf(services, whole);
}

/**
 * The member of a running session on the wire, session and member read by one statement.
 *
 * @param token the session's; a visitor has none
 * @param options.duringSetup whether a session counts that has to set up a second factor first; by itself it shows no more
 *   than a visitor sees
 * @returns undefined where no session runs
 */
export async function findWireOfSession(
  services: Services,
  siteId: string,
  token: string | undefined,
  { duringSetup = false } = {},
): Promise<Member | undefined> {
  if (token === undefined) return undefined;
  if (isViewToken(token)) return findWireOfView(services, siteId, token);
  const tokenHash = hashToken(token);
  const found = await findWholeMemberOfSession(services.db, { siteId, tokenHash });
  if (found?.noteIsOld) await noteUse(services.db, tokenHash);
  return found && (duringSetup || !found.isSetupDue) ? wireOf(services, found.whole) : undefined;
}

/** The member whom staff see as. The view is none of the member's sessions, so nothing is noted. */
async function findWireOfView(services: Services, siteId: string, token: string): Promise<Member | undefined> {
  const view = await findView(services, siteId, token);
  const whole = view && (await findWholeMember(services.db, view.memberId));
  return whole && wireOf(services, whole);
}

/** A member as the site's own server reads them, with what they are not shown themselves. */
export interface MemberOfServer extends Member {
  /** ISO; null for a member who is not suspended. */
  suspendedAt: string | null;
}

/** Members as a site's server reads them, by their ids, in no order, read by one statement; deleted ones are left out. */
export async function listForServer(
  services: Services,
  db: Database,
  memberIds: readonly string[],
): Promise<MemberOfServer[]> {
  const wholes = await listWholeMembers(db, memberIds);
  return Promise.all(wholes.map((whole) => serverWireOf(services, whole)));
}

/** The same of one. @throws Refusal member-not-found */
export async function toServerWire(services: Services, db: Database, memberId: string): Promise<MemberOfServer> {
  const whole = await findWholeMember(db, memberId);
  if (!whole) throw new Refusal('member-not-found');
  return serverWireOf(services, whole);
}

const serverWireOf = async (services: Services, whole: WholeMember): Promise<MemberOfServer> => ({
  ...(await wireOf(services, whole)),
  suspendedAt: isoOf(whole.row.suspended_at),
});

const isoOf = (at: Date | null) => at?.toISOString() ?? null;

async function wireOf(
  services: Services,
  { row, providers, connections, seat, ownedTeams }: WholeMember,
): Promise<Member> {
  const member = toRecord(await services.sites.get(row.site_id), row);
  return {
    id: member.id,
    // A pending address shows at once, as unproved; log-in uses the old one until then.
    verified: member.verified && member.pendingEmail === null,
    profileImage: profileImageAddress(services, row.profile_image),
    auth: {
      email: member.pendingEmail ?? member.email,
      hasPassword: member.hasPassword,
      providers: providers.map((provider) => ({ provider })),
    },
    loginRedirect: row.login_redirect,
    stripeCustomerId: row.card_customer_id,
    createdAt: member.createdAt.toISOString(),
    metaData: row.meta_data,
    customFields: member.fields,
    permissions: row.permissions,
    planConnections: [...connections.map(toWireConnection), ...connectionsOfSeat(seat)],
    teams: toWireTeams(ownedTeams, seat),
  };
}
