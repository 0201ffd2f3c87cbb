import { partnerCodes } from '../../../shared/partners.ts';
import {
  isPermitted,
  roleWords,
  type Permission,
  type Role,
  type ScopeKind,
  type StaffScope,
} from '../../../contract/permissions.ts';
import { recordEntry } from '../../platform/audit/audit.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Holder } from '../../platform/second-factor/holder.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PeopleServices } from '../services.ts';
import {
  deleteStaff,
  findStaff,
  findStaffByEmail,
  insertStaff,
  lockOwners,
  lockStaff,
  selectStaff,
  updateStaff,
  deleteDemonstration,
  type GivenRole,
  type NewPerson,
  type StaffChange,
  type StaffRecord,
} from './people.store.ts';

export type { GivenRole, StaffChange, StaffRecord } from './people.store.ts';
export { staffGrants } from './staff-grants.store.ts';

/** All staff: owners first, then by address. */
export const listStaff = (db: Database): Promise<StaffRecord[]> => selectStaff(db);

/** @throws Refusal staff-not-found */
export async function getStaff(db: Database, id: string): Promise<StaffRecord> {
  return requireFound(await findStaff(db, id));
}

/** A person by id. */
export const findPerson = (db: Database, id: string): Promise<StaffRecord | undefined> => findStaff(db, id);

/** @param email in its canonical form */
export const findByEmail = (db: Database, email: string): Promise<StaffRecord | undefined> =>
  findStaffByEmail(db, email);

/** A person, locked until the transaction ends. @throws Refusal staff-not-found */
export async function lockPerson(tx: Transaction, id: string): Promise<StaffRecord> {
  return requireFound(await lockStaff(tx, id));
}

/** The same for work that may find nobody. */
export const lockPersonIfThere = (tx: Transaction, id: string): Promise<StaffRecord | undefined> => lockStaff(tx, id);

/** Stores an invited person. @throws Refusal already-staff */
export async function addPerson(tx: Transaction, person: NewPerson): Promise<StaffRecord> {
  const added = await insertStaff(tx, person);
  if (!added) throw new Refusal('already-staff');
  return added;
}

/** Changes a person whom the caller has locked. */
export const changePerson = (tx: Transaction, id: string, change: StaffChange): Promise<StaffRecord> =>
  updateStaff(tx, id, change);

/** Deletes everybody of the demonstration, with all they hold. @returns their ids */
export const removeDemonstration = (tx: Transaction): Promise<string[]> => deleteDemonstration(tx);

/** Deletes a person whom the caller has locked, with all they hold. */
export const removePerson = (tx: Transaction, id: string): Promise<void> => deleteStaff(tx, id);

/**
 * Locks all owners, and refuses to go on where the person is the only one of them. Call it before the person is locked:
 * owners are locked in the order of their ids, so that two changes do not deadlock.
 *
 * @returns the owners, so that the caller can tell whether who acts is still one
 */
export const lockAllOwners = (tx: Transaction): Promise<StaffRecord[]> => lockOwners(tx);

/** @throws Refusal last-owner where the person is the only owner */
export function requireAnotherOwner(owners: readonly StaffRecord[], id: string): void {
  if (owners.length === 1 && owners[0]!.id === id) throw new Refusal('last-owner');
}

/**
 * Adds a site to what a person sees, who has just made it. Nothing for a role that sees all of them, or is given none.
 *
 * @param made with who acts, for the audit trail
 */
export async function giveSite(
  tx: Transaction,
  { actor, staffId, siteId }: { actor: string; staffId: string; siteId: string },
): Promise<void> {
  const person = await lockStaff(tx, staffId);
  if (!person || !roleWords[person.role].scope.includes('sites') || person.sites.includes(siteId)) return;
  await updateStaff(tx, staffId, { sites: [...person.sites, siteId] });
  await recordEntry(tx, { siteId, actor, staffId, action: 'staff.given-site', subject: staffId, note: siteId });
}

/** What a person sees. */
export function scopeOf({ role, sites, partners }: GivenRole): StaffScope {
  const isLimited = (roleWords[role] as { scope: readonly ScopeKind[] } | undefined)?.scope.length !== 0;
  return isLimited ? { sites, partners } : { sites: 'all', partners: 'all' };
}

/** Role and scope of a person as they are now; undefined for one who was removed or has not accepted. */
export async function powersOf(db: Database, id: string): Promise<{ role: Role; scope: StaffScope } | undefined> {
  const person = await findStaff(db, id);
  return person?.acceptedAt ? { role: person.role, scope: scopeOf(person) } : undefined;
}

/** Who has accepted their invitation and has a permission, with what they see. */
export async function listPermitted(
  db: Database,
  permission: Permission,
): Promise<{ id: string; name: string; email: string; scope: StaffScope }[]> {
  const people = await selectStaff(db);
  return people
    .filter(({ acceptedAt, role }) => acceptedAt !== null && isPermitted(role, permission))
    .map((person) => ({
      id: person.id,
      name: person.name || person.email,
      email: person.email,
      scope: scopeOf(person),
    }));
}

/**
 * Checks a role with the scope that is given to it: sites and partners that exist, of the kinds that the role is given,
 * and at least one.
 *
 * @returns each name once
 * @throws Refusal invalid-scope
 */
export async function requireScope(
  { membership }: Pick<PeopleServices, 'membership'>,
  given: GivenRole,
): Promise<GivenRole> {
  const kinds: readonly ScopeKind[] = roleWords[given.role].scope;
  const known = {
    sites: new Set((await membership.listSites()).map(({ id }) => id)),
    partners: new Set<string>(partnerCodes),
  };
  const chosen = { sites: [...new Set(given.sites)], partners: [...new Set(given.partners)] };
  const isWrong = (['sites', 'partners'] as const).some((kind) =>
    kinds.includes(kind) ? chosen[kind].some((name) => !known[kind].has(name)) : chosen[kind].length > 0,
  );
  const isEmpty = kinds.length > 0 && chosen.sites.length + chosen.partners.length === 0;
  if (isWrong || isEmpty) throw new Refusal('invalid-scope');
  return { role: given.role satisfies Role, ...chosen };
}

/** A person as holder of second factors. */
export const holderOf = ({ id }: { id: string }): Holder => ({ kind: 'staff', id });

function requireFound<T>(found: T | undefined): T {
  if (found === undefined) throw new Refusal('staff-not-found');
  return found;
}
