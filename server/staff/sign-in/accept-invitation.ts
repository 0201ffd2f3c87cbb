import { secondFactorsPerStaff, staffSignInsPerNetwork } from '../../../contract/console/sign-in.ts';
import { actorOf } from '../../platform/audit/actor-of.ts';
import { recordEntry } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/database.ts';
import { hashToken } from '../../platform/keys.ts';
import { hashPassword } from '../../platform/password-hashing.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  type NewAuthenticator,
} from '../../platform/second-factor/authenticator-codes.ts';
import {
  addPasskey,
  beginRegistration,
  checkRegistration,
  type NewPasskey,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '../../platform/second-factor/passkeys.ts';
import { makeRecoveryCodes, replaceRecoveryCodes } from '../../platform/second-factor/recovery-codes.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { recordEvent } from '../../platform/security-events/record-event.ts';
import { openInvitation, useInvitation } from '../invitations/invitations.ts';
import { changePerson, getStaff, holderOf, lockPersonIfThere, type StaffRecord } from '../people/people.ts';
import type { StaffServices } from '../services.ts';
import { consoleAudience, consoleParty } from './relying-party.ts';
import { forgiveAllTries } from './sign-in-tries.ts';
import { beginSession, type SignedIn, type Visitor } from './sign-in.ts';
import { requireStaffPassword } from './staff-passwords.ts';

/** An invited person, by a link that works. */
export interface Invited {
  person: StaffRecord;
  endsAt: Date;
}

/** Reads whom a link is for. @throws Refusal invalid-invitation */
export async function readInvitation(services: StaffServices, token: string, client: string): Promise<Invited> {
  await services.limits.take(staffSignInsPerNetwork, client);
  const { staffId, endsAt } = await openInvitation(services.db, token);
  return { person: await getStaff(services.db, staffId), endsAt };
}

/** Makes an authenticator's secret for the person of a link. @throws Refusal invalid-invitation */
export async function offerAuthenticator(
  services: StaffServices,
  token: string,
  client: string,
): Promise<NewAuthenticator> {
  const { person } = await readInvitation(services, token, client);
  return transaction(services.db, (tx) =>
    beginAuthenticator(tx, services.keys, holderOf(person), { issuer: 'Intake', account: person.email }),
  );
}

/** Asks the browser of a link's person for a new passkey. @throws Refusal invalid-invitation */
export async function offerPasskey(
  services: StaffServices,
  token: string,
  client: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { person } = await readInvitation(services, token, client);
  const owner = { holder: holderOf(person), userName: person.email };
  return beginRegistration(services.db, owner, passkeyOf(services.appUrl, token));
}

/** What a person registers first. */
export type FirstFactor =
  | { way: 'passkey'; credential: unknown; name: string }
  | { way: 'authenticator'; code: string };

/** What a link is accepted with. */
export interface Acceptance {
  token: string;
  name: string;
  password: string;
  factor: FirstFactor;
}

/**
 * Accepts an invitation: name, password, first second factor and recovery codes at once, so that there is never a person
 * on the staff with a password alone. Signs in.
 *
 * @throws Refusal invalid-invitation, invalid-second-factor-code, passkey-refused and those of a bad password
 */
export async function acceptInvitation(
  services: StaffServices,
  { token, name, password, factor }: Acceptance,
  visitor: Visitor,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const { db } = services;
  const client = visitor.clientAddress;
  const { person } = await readInvitation(services, token, client);
  await services.limits.take(secondFactorsPerStaff, person.id);
  requireStaffPassword(services, password, person.email);
  const passkey = await checkPasskey(services, person, { token, factor });
  const whom = { client, account: person.id };
  const passwordHash = await hashPassword(password, whom);
  const recovery = await makeRecoveryCodes(whom);
  const signedIn = await transaction(db, async (tx) => {
    const locked = await lockPersonIfThere(tx, person.id);
    if (!locked) throw new Refusal('invalid-invitation');
    await useInvitation(tx, token);
    const holder = holderOf(locked);
    const accepted = await changePerson(tx, locked.id, { name, passwordHash, isAccepted: true });
    if (passkey) await addPasskey(tx, holder, passkey, factor.way === 'passkey' ? factor.name : '');
    else if (
      !(await confirmAuthenticator(tx, services.keys, holder, factor.way === 'authenticator' ? factor.code : ''))
    )
      throw new Refusal('invalid-second-factor-code');
    await replaceRecoveryCodes(tx, holder, recovery);
    await recordEntry(tx, {
      siteId: null,
      actor: actorOf(accepted),
      staffId: locked.id,
      action: 'staff.accepted',
      subject: locked.id,
      note: factor.way,
    });
    return beginSession(services, tx, { person: accepted, way: factor.way, visitor, isFirst: true });
  });
  await forgiveAllTries(services, person);
  recordEvent('staff-change', { outcome: 'accepted', staff: ref(person.id) });
  return { ...signedIn, recoveryCodes: recovery.codes };
}

const checkPasskey = async (
  { db, appUrl }: StaffServices,
  person: StaffRecord,
  { token, factor }: Pick<Acceptance, 'token' | 'factor'>,
): Promise<NewPasskey | undefined> =>
  factor.way === 'passkey'
    ? checkRegistration(db, holderOf(person), passkeyOf(appUrl, token), factor.credential as RegistrationResponseJSON)
    : undefined;

const passkeyOf = (appUrl: string, token: string) => ({
  relyingParty: consoleParty(appUrl),
  audience: consoleAudience,
  boundTo: `invitation ${hashToken(token).toString('base64url')}`,
});
