import { defaultPartner } from '../../../shared/partners.ts';
import { recordEntry } from '../../platform/audit/audit.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { hashPassword } from '../../platform/password-hashing.ts';
import { beginAuthenticator, confirmAuthenticator } from '../../platform/second-factor/authenticator-codes.ts';
import { codeOfBefore } from '../../platform/stand-ins/authenticator.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  addPerson,
  changePerson,
  findByEmail,
  holderOf,
  listStaff,
  removeDemonstration,
  type GivenRole,
} from '../people/people.ts';
import type { StaffServices } from '../services.ts';

/** An account of the demonstration. Its password stands here for everybody; its codes are at `/dev/authenticator`. */
export interface DemonstrationAccount extends GivenRole {
  email: string;
  name: string;
  password: string;
  about: string;
}

const password = 'amber-harbour-lantern';

const accounts: readonly DemonstrationAccount[] = [
  {
    email: 'owner@intake.example',
    name: 'Olga Owner',
    password,
    about: 'owner, sees everything',
    role: 'owner',
    sites: [],
    partners: [],
  },
  {
    email: 'admissions@intake.example',
    name: 'Ada Admissions',
    password,
    about: 'admissions of UTS',
    role: 'admissions',
    sites: [],
    partners: [defaultPartner],
  },
  {
    email: 'finance@intake.example',
    name: 'Finn Finance',
    password,
    about: 'finance of UTS',
    role: 'finance',
    sites: [],
    partners: [defaultPartner],
  },
  {
    email: 'builder@intake.example',
    name: 'Bea Builder',
    password,
    about: 'builds the demonstration site',
    role: 'site-builder',
    sites: ['app_demo'],
    partners: [],
  },
  {
    email: 'support@intake.example',
    name: 'Sue Support',
    password,
    about: 'helps the people of the demonstration site and of UTS',
    role: 'support',
    sites: ['app_demo'],
    partners: [defaultPartner],
  },
];

/**
 * Makes the accounts of the demonstration that do not exist, each with a password and an authenticator app. Never in
 * production. Once somebody of the demonstration was removed and others are there, the removed one stays away.
 */
export async function makeDemonstrationStaff(services: StaffServices): Promise<void> {
  const { db } = services;
  if ((await listStaff(db)).length > 0) return;
  const passwordHash = await hashPassword(password, { client: 'demonstration', account: 'demonstration' });
  for (const account of accounts)
    try {
      await makeAccount(services, account, passwordHash);
    } catch (error) {
      // Race: another process that starts at the same time has made the account.
      if (!(error instanceof Refusal && error.code === 'already-staff')) throw error;
    }
}

const makeAccount = (
  { db, keys }: StaffServices,
  { email, name, role, sites, partners }: DemonstrationAccount,
  passwordHash: string,
): Promise<void> =>
  transaction(db, async (tx) => {
    const person = await addPerson(tx, { id: newId('stf_'), email, role, sites, partners, isDemonstration: true });
    await changePerson(tx, person.id, { name, passwordHash, isAccepted: true });
    const { secret } = await beginAuthenticator(tx, keys, holderOf(person), { issuer: 'Intake', account: email });
    const confirm = async () => confirmAuthenticator(tx, keys, holderOf(person), await codeOfBefore(tx, secret));
    // Once more, where a period of 30 seconds has ended between the code and the check.
    if (!(await confirm()) && !(await confirm()))
      throw new Error('the authenticator of the demonstration was not confirmed');
  });

/** Ends the accounts of the demonstration, in a database that was first started in development: their password is public. */
export async function voidDemonstrationStaff({ db, log }: StaffServices): Promise<void> {
  const removed = await transaction(db, async (tx) => {
    const ids = await removeDemonstration(tx);
    for (const subject of ids)
      await recordEntry(tx, { siteId: null, actor: 'a start in production', action: 'staff.removed', subject });
    return ids;
  });
  if (removed.length > 0)
    log.warn(
      { staff: removed.length },
      'this database was started in development: its demonstration staff are removed',
    );
}

/** The accounts of the demonstration that are there, with their published password. */
export async function listDemonstrationAccounts(db: Database): Promise<DemonstrationAccount[]> {
  const there: DemonstrationAccount[] = [];
  for (const account of accounts) if ((await findByEmail(db, account.email))?.isDemonstration) there.push(account);
  return there;
}
