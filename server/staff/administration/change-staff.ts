import { recordEntry } from '../../platform/audit/audit.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { removeFactors } from '../../platform/second-factor/factors.store.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { recordEvent, type Facts } from '../../platform/security-events/record-event.ts';
import { makeInvitation } from '../invitations/invitations.ts';
import { mailInvitation } from '../mails.ts';
import {
  addPerson,
  changePerson,
  holderOf,
  lockAllOwners,
  lockPerson,
  removePerson,
  requireAnotherOwner,
  requireScope,
  type GivenRole,
  type StaffRecord,
} from '../people/people.ts';
import type { PeopleServices } from '../services.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { letRowsRunOut } from '../sign-in/sign-in-tries.ts';

/** Who changes the staff. */
export interface By {
  /** For the audit trail: address and name, or the operator's name. */
  actor: string;
  /** The owner; undefined for an operator at the command line. */
  staffId?: string | undefined;
}

interface Change {
  action: string;
  /** Of whom, by id. */
  subject: string;
  note?: string;
}

/**
 * Runs a change of the staff. All owners are locked first, in one order: whoever acts has to be one of them still, and the
 * last of them stays one, in a race too.
 *
 * @throws Refusal access-denied where who acts is no owner any more
 */
async function asOwner<T>(
  { db }: PeopleServices,
  { actor, staffId }: By,
  work: (tx: Transaction, owners: readonly StaffRecord[]) => Promise<Change & { result: T }>,
): Promise<T> {
  return transaction(db, async (tx) => {
    const owners = await lockAllOwners(tx);
    if (staffId !== undefined && owners.every(({ id }) => id !== staffId)) throw new Refusal('access-denied');
    const { result, ...act } = await work(tx, owners);
    await recordEntry(tx, { siteId: null, actor, staffId, ...act });
    return result;
  });
}

/** Logs what an owner did in the console. A command is logged as such (`staff-command`). */
function noteChange({ staffId }: By, outcome: Facts<'staff-change'>['outcome'], id: string): void {
  if (staffId !== undefined) recordEvent('staff-change', { outcome, staff: ref(id) });
}

/** Invites somebody by mail. @returns the person, and the link's token @throws Refusal invalid-email, invalid-scope, already-staff */
export async function inviteStaff(
  services: PeopleServices,
  by: By,
  { email: typed, ...given }: GivenRole & { email: string },
): Promise<{ person: StaffRecord; token: string }> {
  const email = services.membership.parseEmail(typed);
  const role = await requireScope(services, given);
  const invited = await asOwner(services, by, async (tx, owners) => {
    const isDemonstration = owners.some(({ id, isDemonstration: is }) => id === by.staffId && is);
    const person = await addPerson(tx, { id: newId('stf_'), email, isDemonstration, ...role });
    const token = await mailLink(services, tx, person, false);
    return { action: 'staff.invited', subject: person.id, note: describe(role), result: { person, token } };
  });
  noteChange(by, 'invited', invited.person.id);
  return invited;
}

/** Mails an invited person another link; the one before ends. @throws Refusal staff-not-found, already-staff */
export async function inviteAgain(services: PeopleServices, by: By, id: string): Promise<StaffRecord> {
  const person = await asOwner(services, by, async (tx) => {
    const found = await lockPerson(tx, id);
    if (found.acceptedAt) throw new Refusal('already-staff', { message: 'This person has accepted their invitation.' });
    await mailLink(services, tx, found, false);
    return { action: 'staff.invited-again', subject: id, result: found };
  });
  noteChange(by, 'invited', id);
  return person;
}

/**
 * Gives a person another role or scope. It counts from the next call of each of their sessions on.
 *
 * @param change.version of the person as it was seen; not checked where it is missing
 * @throws Refusal staff-not-found, last-owner, invalid-scope, changed-meanwhile
 */
export async function changeRole(
  services: PeopleServices,
  by: By,
  { id, version, ...given }: GivenRole & { id: string; version?: number },
): Promise<StaffRecord> {
  const role = await requireScope(services, given);
  const person = await asOwner(services, by, async (tx, owners) => {
    const found = await lockPerson(tx, id);
    if (version !== undefined && found.version !== version) throw new Refusal('changed-meanwhile');
    if (role.role !== 'owner') requireAnotherOwner(owners, id);
    const changed = await changePerson(tx, id, role);
    return { action: 'staff.changed', subject: id, note: `${describe(found)} → ${describe(role)}`, result: changed };
  });
  noteChange(by, 'changed', id);
  return person;
}

/** Removes a person, and ends all they hold at once. @throws Refusal staff-not-found, last-owner */
export async function removeStaff(services: PeopleServices, by: By, id: string): Promise<void> {
  await asOwner(services, by, async (tx, owners) => {
    const found = await lockPerson(tx, id);
    requireAnotherOwner(owners, id);
    await removePerson(tx, id);
    await letRowsRunOut(tx, found);
    return { action: 'staff.removed', subject: id, note: describe(found), result: undefined };
  });
  noteChange(by, 'removed', id);
}

/**
 * Lets a person begin anew who lost phone or password: everything that opened their account ends, and a link is mailed.
 *
 * @param options.isOperator at the command line, where the last owner who lost their phone may be reset too
 * @throws Refusal staff-not-found, last-owner
 */
export async function resetStaff(
  services: PeopleServices,
  by: By,
  id: string,
  { isOperator = false } = {},
): Promise<{ person: StaffRecord; token: string }> {
  const reset = await asOwner(services, by, async (tx, owners) => {
    const found = await lockPerson(tx, id);
    if (!isOperator) requireAnotherOwner(owners, id);
    await endSessionsOf(tx, id);
    await removeFactors(tx, holderOf(found));
    const person = await changePerson(tx, id, { passwordHash: null, isAccepted: false });
    const token = await mailLink(services, tx, person, true);
    return { action: 'staff.reset', subject: id, result: { person, token } };
  });
  noteChange(by, 'reset', id);
  return reset;
}

async function mailLink(
  services: PeopleServices,
  tx: Transaction,
  { id, email, role }: StaffRecord,
  isReset: boolean,
): Promise<string> {
  const token = await makeInvitation(tx, id);
  await mailInvitation(services, tx, { to: email, role, token, isReset });
  return token;
}

/** A role with its scope, for the audit trail. */
const describe = ({ role, sites, partners }: GivenRole): string => [role, ...sites, ...partners].join(' ');
