import type { StaffMember } from '../../../contract/console/staff-schemas.ts';
import type { Database } from '../../platform/database/database.ts';
import { readFactors } from '../../platform/second-factor/factors.store.ts';
import { listInvitationEnds } from '../invitations/invitations.ts';
import { getStaff, holderOf, listStaff, scopeOf, type StaffRecord } from '../people/people.ts';

/** All staff as owners see them. */
export async function showAllStaff(db: Database): Promise<StaffMember[]> {
  const people = await listStaff(db);
  const ends = await listInvitationEnds(db);
  const shown: StaffMember[] = [];
  // One after the other: a page of owners does not take every connection.
  for (const person of people) shown.push(await show(db, person, ends));
  return shown;
}

/** One of them. @throws Refusal staff-not-found */
export async function showStaff(db: Database, id: string): Promise<StaffMember> {
  return show(db, await getStaff(db, id), await listInvitationEnds(db));
}

async function show(db: Database, person: StaffRecord, ends: ReadonlyMap<string, Date>): Promise<StaffMember> {
  const { id, email, name, role, acceptedAt, lastUsedAt, createdAt, version } = person;
  const { passkeys, hasAuthenticator, recoveryCodes } = await readFactors(db, holderOf(person));
  const { sites, partners } = scopeOf(person);
  return {
    id,
    email,
    name,
    role,
    scope: {
      sites: sites === 'all' ? sites : [...sites],
      partners: partners === 'all' ? partners : [...partners],
    },
    state: acceptedAt ? 'active' : 'invited',
    invitationEndsAt: acceptedAt ? null : (ends.get(id)?.toISOString() ?? null),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    passkeys,
    hasAuthenticator,
    recoveryCodesLeft: recoveryCodes,
    createdAt: createdAt.toISOString(),
    version,
  };
}
