import { transaction, type Database } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  changeMember,
  findCredentials,
  giveFirstPassword,
  lockMember,
  lockUnchanged,
  type Credentials,
  type MemberRecord,
} from '../members/members.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { endCodesFor } from './mailed-codes.ts';
import { addressChangeMail, passwordChangedMail } from './mails.ts';
import { hashPassword, isPassword, type HashingFor } from '../../platform/password-hashing.ts';
import { isHashable, requireGoodPassword } from './passwords.ts';
import { endSessionsOf, isRunning, renewProof, type Session } from './sessions.ts';
import { addressChangesPerMember, mayMail, oldPasswordsPerMember, wrongOldPasswordsInARow } from './sign-in-limits.ts';
import { requestVerification } from './verification.ts';

export interface CredentialChange {
  site: Site;
  session: Session;
  clientAddress: string;
  /** In its canonical form. */
  email?: string | undefined;
  oldPassword?: string | undefined;
  newPassword?: string | undefined;
}

/**
 * Changes the address, the password or both. Every other session ends, and the owner is told by mail.
 * A new address waits for its own proof; whether somebody else has it does not show.
 *
 * @throws Refusal invalid-request, invalid-password, recent-login-required, login-required, invalid-password-…, too-many-requests
 */
export async function changeCredentials(services: Services, change: CredentialChange): Promise<void> {
  const { site, session, clientAddress, email, oldPassword, newPassword } = change;
  if (email === undefined && newPassword === undefined) throw new Refusal('invalid-request');
  const member = await getCredentials(services, session);
  const whom = { client: clientAddress, account: member.id };
  if (oldPassword !== undefined) await requireOldPassword(services, { member, oldPassword, whom });
  else if (newPassword !== undefined) throw new Refusal('invalid-password');
  else if (!session.provedRecently) throw new Refusal('recent-login-required');
  if (newPassword !== undefined) requireGoodPassword(newPassword, { email: member.email, site });
  const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword, whom);
  const mayProve = email !== undefined && (await mayAskForProof(services, member, email));
  await transaction(services.db, async (tx) => {
    const { pendingEmail, verified } = await lockForChange(services, tx, {
      member,
      session,
      byPassword: oldPassword !== undefined,
    });
    const isNew = email !== undefined && email !== (pendingEmail ?? member.email);
    if (!isNew && passwordHash === undefined) return;
    if (isNew) await changeEmail(services, tx, { site, member, email, mayProve });
    if (passwordHash !== undefined) {
      await changeMember(services, tx, member.id, { passwordHash });
      await queueMail(tx, passwordChangedMail(site, member.email));
    }
    // Codes for an unproved address are for its mailbox's owner, who may be about to take the account from its maker.
    if (verified) await endCodesFor(tx, site.id, member.email);
    await endSessionsOf(tx, member.id, session);
    if (oldPassword !== undefined) await renewProof(tx, session);
  });
}

/**
 * The member, if whoever asks may still change them: a reset or another change that came first has ended the session
 * or made the old password worthless.
 *
 * @throws Refusal login-required, invalid-password
 */
async function lockForChange(
  services: Services,
  tx: Database,
  { member, session, byPassword }: { member: Credentials; session: Session; byPassword: boolean },
): Promise<MemberRecord> {
  const current = await lockMember(services, tx, member.id);
  if (!(await isRunning(tx, session))) throw new Refusal('login-required');
  if (byPassword && !(await lockUnchanged(services, tx, member))) throw new Refusal('invalid-password');
  return current;
}

/** Changes are limited, since each one mails the old address; what the new one has to bear is limited besides. */
async function mayAskForProof({ limits }: Services, member: Credentials, email: string): Promise<boolean> {
  if (email === member.email) return false;
  await limits.take(addressChangesPerMember, member.id);
  return mayMail(limits, email);
}

async function changeEmail(
  services: Services,
  tx: Database,
  { site, member, email, mayProve }: { site: Site; member: Credentials; email: string; mayProve: boolean },
): Promise<void> {
  const isBackToOld = email === member.email;
  await changeMember(services, tx, member.id, { pendingEmail: isBackToOld ? null : email });
  if (mayProve) await requestVerification(tx, member.id, { path: site.mailLook?.path });
  if (!isBackToOld) await queueMail(tx, addressChangeMail(site, member.email));
}

/**
 * Gives a first password. Only soon after log-in: whoever finds an open session must not make themself a key to it.
 *
 * @throws Refusal password-already-set, recent-login-required, login-required, invalid-password-…
 */
export async function setFirstPassword(
  services: Services,
  {
    site,
    session,
    password,
    clientAddress,
  }: Pick<CredentialChange, 'site' | 'session' | 'clientAddress'> & {
    password: string;
  },
): Promise<void> {
  const member = await getCredentials(services, session);
  if (member.hasPassword) throw new Refusal('password-already-set');
  if (!session.provedRecently) throw new Refusal('recent-login-required');
  requireGoodPassword(password, { email: member.email, site });
  const passwordHash = await hashPassword(password, { client: clientAddress, account: member.id });
  await transaction(services.db, async (tx) => {
    await lockForChange(services, tx, { member, session, byPassword: false });
    if (!(await giveFirstPassword(tx, member.id, passwordHash))) throw new Refusal('password-already-set');
    await queueMail(tx, passwordChangedMail(site, member.email));
  });
}

async function getCredentials(services: Services, { memberId }: Session): Promise<Credentials> {
  const member = await findCredentials(services, services.db, { memberId });
  if (!member) throw new Refusal('login-required');
  return member;
}

/** The attempt counts before it is made; after too many wrong ones only a reset by mail brings a new password. */
async function requireOldPassword(
  { limits }: Services,
  { member, oldPassword, whom }: { member: Credentials; oldPassword: string; whom: HashingFor },
): Promise<void> {
  await limits.take(wrongOldPasswordsInARow, member.id);
  await limits.take(oldPasswordsPerMember, member.id);
  const isRight =
    isHashable(oldPassword) &&
    (await isPassword(oldPassword, member.passwordHash, whom).catch(async (busy: unknown) => {
      // Nothing was tried: being asked to come back must not use up tries.
      await limits.giveBack(wrongOldPasswordsInARow, member.id);
      await limits.giveBack(oldPasswordsPerMember, member.id);
      throw busy;
    }));
  if (!isRight) throw new Refusal('invalid-password');
  await limits.reset([oldPasswordsPerMember, member.id], [wrongOldPasswordsInARow, member.id]);
}
