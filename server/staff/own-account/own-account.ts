import { transaction, type Transaction } from '../../platform/database/database.ts';
import { actorOf } from '../../platform/audit/actor-of.ts';
import { recordEntry } from '../../platform/audit/audit.ts';
import type { SignedInStaff } from '../../platform/http/serve.ts';
import { oneLine } from '../../platform/one-line.ts';
import { hashPassword } from '../../platform/password-hashing.ts';
import { Refusal } from '../../platform/refusal.ts';
import { deleteChallenges } from '../../platform/second-factor/challenges.store.ts';
import { readFactors } from '../../platform/second-factor/factors.store.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  type NewAuthenticator,
} from '../../platform/second-factor/authenticator-codes.ts';
import {
  addPasskey,
  beginRegistration,
  checkRegistration,
  listPasskeys,
  removePasskey,
  renamePasskey,
  type Passkey,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '../../platform/second-factor/passkeys.ts';
import { makeRecoveryCodes, replaceRecoveryCodes } from '../../platform/second-factor/recovery-codes.ts';
import { recordEvent, type Facts } from '../../platform/security-events/record-event.ts';
import { secondFactorsPerStaff } from '../../../contract/console/sign-in.ts';
import { mailCredentialNews, type CredentialNews } from '../mails.ts';
import { changePerson, holderOf, lockPerson, type StaffRecord } from '../people/people.ts';
import type { StaffServices } from '../services.ts';
import { endSessionById, endSessionsOf, readSession } from '../sessions/sessions.ts';
import { inSession } from '../sign-in/relying-party.ts';
import { forgiveFormerPassword } from '../sign-in/sign-in-tries.ts';
import { requireStaffPassword } from '../sign-in/staff-passwords.ts';

/** The signed-in person, and the client they come from. */
export interface Own {
  staff: SignedInStaff;
  clientAddress: string;
}

/**
 * Runs a change of the signed-in person in a transaction, with their row locked, and enters it in the audit trail. The
 * session has to run still: they may have been reset, or have ended it, since the request arrived (TOCTOU).
 *
 * @throws Refusal login-required
 */
async function changeOwn<T>(
  { db }: StaffServices,
  staff: SignedInStaff,
  { action, noteOf }: { action: string; noteOf?: (person: StaffRecord) => string },
  work: (tx: Transaction, person: StaffRecord) => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    const person = await lockPerson(tx, staff.id);
    await readSession(tx, staff.tokenHash);
    const result = await work(tx, person);
    await recordEntry(tx, {
      siteId: null,
      actor: actorOf(person),
      staffId: person.id,
      action: `staff.${action}`,
      subject: person.id,
      note: noteOf?.(person),
    });
    return result;
  });
}

/**
 * The same for what opens the account: it ends all other sessions and sign-ins under way, as at members (decision 0035), and
 * is mailed and logged too.
 */
async function changeCredential<T>(
  services: StaffServices,
  staff: SignedInStaff,
  { news, change }: { news: CredentialNews; change: Facts<'staff-credential'>['change'] },
  work: (tx: Transaction, person: StaffRecord) => Promise<T>,
): Promise<T> {
  const result = await changeOwn(services, staff, { action: news }, async (tx, person) => {
    const done = await work(tx, person);
    await deleteChallenges(tx, holderOf(staff));
    await endSessionsOf(tx, staff.id, staff.tokenHash);
    await mailCredentialNews(services, tx, person.email, news);
    return done;
  });
  recordEvent('staff-credential', { outcome: 'success', change });
  return result;
}

/** Changes the person's name; the audit trail keeps both. */
export function changeOwnName(services: StaffServices, staff: SignedInStaff, name: string): Promise<StaffRecord> {
  const noteOf = (person: StaffRecord) => oneLine(`“${person.name}” → “${name}”`);
  return changeOwn(services, staff, { action: 'name-changed', noteOf }, (tx) => changePerson(tx, staff.id, { name }));
}

/** Sets a new password, and ends all other sessions. @returns how many ended, and the person before and after */
export async function changeOwnPassword(
  services: StaffServices,
  { staff, clientAddress }: Own,
  password: string,
): Promise<{ ended: number; before: StaffRecord; after: StaffRecord }> {
  requireStaffPassword(services, password, staff.email);
  const passwordHash = await hashPassword(password, { client: clientAddress, account: staff.id });
  const facts = { news: 'password-changed', change: 'password' } as const;
  const changed = await changeCredential(services, staff, facts, async (tx, before) => {
    const after = await changePerson(tx, staff.id, { passwordHash });
    return { ended: await endSessionsOf(tx, staff.id, staff.tokenHash), before, after };
  });
  await forgiveFormerPassword(services, staff.email);
  return changed;
}

/** @throws Refusal session-not-found */
export const endOwnSession = (services: StaffServices, staff: SignedInStaff, id: string): Promise<void> =>
  changeOwn(services, staff, { action: 'session-ended' }, (tx) => endSessionById(tx, staff.id, id));

/** @returns how many ended */
export const endOtherSessions = (services: StaffServices, staff: SignedInStaff): Promise<number> =>
  changeOwn(services, staff, { action: 'sessions-ended' }, (tx) => endSessionsOf(tx, staff.id, staff.tokenHash));

/** What proves that it is this person, beside the password. */
export interface OwnFactors {
  passkeys: Passkey[];
  hasAuthenticator: boolean;
  recoveryCodesLeft: number;
}

export async function readOwnFactors({ db }: StaffServices, staff: { id: string }): Promise<OwnFactors> {
  const holder = holderOf(staff);
  const { hasAuthenticator, recoveryCodes } = await readFactors(db, holder);
  return { passkeys: await listPasskeys(db, holder), hasAuthenticator, recoveryCodesLeft: recoveryCodes };
}

/** @throws Refusal passkey-limit-reached */
export async function offerOwnPasskey(
  { db, appUrl }: StaffServices,
  staff: SignedInStaff,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id } = await readSession(db, staff.tokenHash);
  return beginRegistration(
    db,
    { holder: holderOf(staff), userName: staff.email, displayName: staff.name },
    inSession(appUrl, id),
  );
}

/** @throws Refusal passkey-refused, passkey-limit-reached */
export async function addOwnPasskey(
  services: StaffServices,
  staff: SignedInStaff,
  { name, credential }: { name: string; credential: unknown },
): Promise<Passkey> {
  const { db, appUrl } = services;
  const holder = holderOf(staff);
  const { id } = await readSession(db, staff.tokenHash);
  const passkey = await checkRegistration(db, holder, inSession(appUrl, id), credential as RegistrationResponseJSON);
  return changeCredential(services, staff, { news: 'passkey-added', change: 'passkey' }, (tx) =>
    addPasskey(tx, holder, passkey, name),
  );
}

/** @throws Refusal second-factor-not-found */
export const nameOwnPasskey = (
  services: StaffServices,
  staff: SignedInStaff,
  { id, name }: { id: string; name: string },
): Promise<Passkey> =>
  changeOwn(services, staff, { action: 'passkey-named' }, (tx) => renamePasskey(tx, holderOf(staff), id, name));

/** @throws Refusal second-factor-not-found, last-second-factor */
export async function removeOwnPasskey(services: StaffServices, staff: SignedInStaff, id: string): Promise<OwnFactors> {
  await changeCredential(services, staff, { news: 'passkey-removed', change: 'passkey' }, async (tx) => {
    await removePasskey(tx, holderOf(staff), id);
    await requireFactorLeft(tx, staff);
  });
  return readOwnFactors(services, staff);
}

/** A secret that counts once {@link useOwnAuthenticator} has got a code of it. */
export const offerOwnAuthenticator = ({ db, keys }: StaffServices, staff: SignedInStaff): Promise<NewAuthenticator> =>
  transaction(db, (tx) => beginAuthenticator(tx, keys, holderOf(staff), { issuer: 'Intake', account: staff.email }));

/** @throws Refusal invalid-second-factor-code */
export async function useOwnAuthenticator(
  services: StaffServices,
  staff: SignedInStaff,
  code: string,
): Promise<OwnFactors> {
  const { limits, keys } = services;
  await limits.take(secondFactorsPerStaff, staff.id);
  await changeCredential(services, staff, { news: 'authenticator-changed', change: 'authenticator' }, async (tx) => {
    if (!(await confirmAuthenticator(tx, keys, holderOf(staff), code))) throw new Refusal('invalid-second-factor-code');
  });
  await limits.giveBack(secondFactorsPerStaff, staff.id);
  return readOwnFactors(services, staff);
}

/** Without an authenticator app nothing changes. @throws Refusal last-second-factor */
export async function removeOwnAuthenticator(services: StaffServices, staff: SignedInStaff): Promise<OwnFactors> {
  await changeCredential(services, staff, { news: 'authenticator-removed', change: 'authenticator' }, async (tx) => {
    await removeAuthenticator(tx, holderOf(staff));
    await requireFactorLeft(tx, staff);
  });
  return readOwnFactors(services, staff);
}

/** Makes new recovery codes in place of those before. @returns them, to be shown once */
export async function renewOwnRecoveryCodes(services: StaffServices, { staff, clientAddress }: Own): Promise<string[]> {
  const made = await makeRecoveryCodes({ client: clientAddress, account: staff.id });
  await changeCredential(services, staff, { news: 'recovery-codes-made', change: 'recovery-codes' }, (tx) =>
    replaceRecoveryCodes(tx, holderOf(staff), made),
  );
  return made.codes;
}

/** Read in the transaction, whose person is locked: two removals at once do not take both. @throws Refusal last-second-factor */
async function requireFactorLeft(tx: Transaction, staff: SignedInStaff): Promise<void> {
  const { passkeys, hasAuthenticator } = await readFactors(tx, holderOf(staff));
  if (passkeys === 0 && !hasAuthenticator) throw new Refusal('last-second-factor');
}
