import {
  addressChangesPerMember,
  oldPasswordsPerMember,
  wrongOldPasswordsInARow,
} from '../../../../contract/calls/credentials.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordEvent, recordRefusals } from '../../../platform/security-events/record-event.ts';
import {
  changeMember,
  findCredentials,
  giveFirstPassword,
  lockMember,
  lockUnchanged,
  type Credentials,
  type MemberRecord,
} from '../../members/members.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { lockMailboxes } from '../mails/mail-budgets.ts';
import { endCodesFor } from '../codes/mailed-codes.ts';
import { addressChangeMail, firstPasswordMail, passwordChangedMail } from '../mails/mails.ts';
import { queueNotice } from '../mails/notices.ts';
import { hashPassword, isPassword, type HashingFor } from '../../../platform/password-hashing.ts';
import { isHashable, requireGoodPassword } from './passwords.ts';
import { endSessionsOf, isRunning, requireRecentProof, type Session } from '../../sessions/sessions.ts';
import { requireVerification } from '../addresses/verification.ts';
import { isFactorNeeded } from '../second-factor/show-factor.ts';

/** A change of a member's own address or password. */
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
 * Changes the address, the password or both. Every other session ends, and the owner gets a mail. A new address is
 * pending until it is proved (decision 0006); the answer does not tell whether another account has it (enumeration).
 *
 * @returns whether a link that proves the address is mailed: to a new one, or once more to the pending one
 * @throws Refusal invalid-request, invalid-password, login-required, invalid-password-…, too-many-requests;
 *   recent-login-required without the old password, and for a member with a second factor
 */
export async function changeCredentials(services: Services, change: CredentialChange): Promise<boolean> {
  const { email, newPassword } = change;
  const what = newPassword === undefined ? 'address' : email === undefined ? 'password' : 'password-and-address';
  const facts = { change: what } as const;
  const isLinkMailed = await recordRefusals('credential-change', facts, refusedOutcomes, () =>
    changeAll(services, change),
  );
  recordEvent('credential-change', { ...facts, outcome: 'success' });
  return isLinkMailed;
}

const refusedOutcomes = {
  'invalid-password': 'wrong',
  'recent-login-required': 'refused',
  'login-required': 'refused',
  'password-already-set': 'refused',
} as const;

async function changeAll(services: Services, change: CredentialChange): Promise<boolean> {
  const { site, session, clientAddress, email, oldPassword, newPassword } = change;
  if (email === undefined && newPassword === undefined) throw new Refusal('invalid-request');
  const member = await getCredentials(services, session);
  const whom = { client: clientAddress, account: member.id };
  if (oldPassword !== undefined) {
    // To a member with a second factor the password is the first step alone.
    if (await isFactorNeeded(services, member.id)) requireRecentProof(session);
    await requireOldPassword(services, { member, oldPassword, whom });
  } else if (newPassword !== undefined) throw new Refusal('invalid-password');
  else requireRecentProof(session);
  if (newPassword !== undefined) requireGoodPassword(newPassword, { email: member.email, site });
  const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword, whom);
  // Limited, since each change mails the old address.
  if (email !== undefined && email !== member.email) await services.limits.take(addressChangesPerMember, member.id);
  return transaction(services.db, async (tx) => {
    const current = await lockForChange(services, tx, { member, session, byPassword: oldPassword !== undefined });
    const isNew = email !== undefined && email !== (current.pendingEmail ?? current.email);
    // The log-in address drops the pending one; the pending one, sent again, gets another link.
    const toProve = email === current.email ? undefined : email;
    if (passwordHash !== undefined) await changeMember(services, tx, member.id, { passwordHash });
    if (isNew) await changeMember(services, tx, member.id, { pendingEmail: toProve ?? null });
    if (isNew || passwordHash !== undefined) {
      // Codes of an unproved address stay: its mailbox's owner may be taking the account over from its maker.
      if (current.verified) await endCodesFor(tx, site.id, member.email);
      await endSessionsOf(tx, member.id, session);
    }
    await lockMailboxes(tx, toProve === undefined ? [current.email] : [current.email, toProve]);
    if (passwordHash !== undefined) await queueNotice(services, tx, current, passwordChangedMail(site, current.email));
    // A form of a password may send the pending address along, which asks for nothing.
    if (toProve === undefined || (!isNew && passwordHash !== undefined)) return false;
    // Refused beyond the new address's budget; the change is rolled back.
    await requireVerification(tx, { memberId: member.id, email: toProve, path: site.mailLook?.path });
    if (isNew) await queueNotice(services, tx, current, addressChangeMail(site, current.email));
    return true;
  });
}

/**
 * Locks the member and checks again that session and old password are still valid: a concurrent reset or change may
 * have ended them (TOCTOU).
 *
 * @throws Refusal login-required, invalid-password
 */
async function lockForChange(
  services: Services,
  tx: Transaction,
  { member, session, byPassword }: { member: Credentials; session: Session; byPassword: boolean },
): Promise<MemberRecord> {
  const current = await lockMember(services, tx, member.id);
  if (!(await isRunning(tx, session))) throw new Refusal('login-required');
  if (byPassword && !(await lockUnchanged(services, tx, member))) throw new Refusal('invalid-password');
  return current;
}

/**
 * Sets a first password; the member's other sessions end. Needs a recent proof: a stolen session must not become
 * permanent access.
 *
 * @throws Refusal password-already-set, recent-login-required, login-required, invalid-password-…
 */
export async function setFirstPassword(services: Services, choice: FirstPassword): Promise<void> {
  const facts = { change: 'first-password' } as const;
  await recordRefusals('credential-change', facts, refusedOutcomes, () => setFirst(services, choice));
  recordEvent('credential-change', { ...facts, outcome: 'success' });
}

interface FirstPassword extends Pick<CredentialChange, 'site' | 'session' | 'clientAddress'> {
  password: string;
}

async function setFirst(services: Services, { site, session, password, clientAddress }: FirstPassword): Promise<void> {
  const member = await getCredentials(services, session);
  if (member.hasPassword) throw new Refusal('password-already-set');
  requireRecentProof(session);
  requireGoodPassword(password, { email: member.email, site });
  const passwordHash = await hashPassword(password, { client: clientAddress, account: member.id });
  await transaction(services.db, async (tx) => {
    const current = await lockForChange(services, tx, { member, session, byPassword: false });
    if (!(await giveFirstPassword(tx, member.id, passwordHash))) throw new Refusal('password-already-set');
    await endSessionsOf(tx, member.id, session);
    await queueNotice(services, tx, current, firstPasswordMail(site, current.email));
  });
}

async function getCredentials(services: Services, { memberId }: Session): Promise<Credentials> {
  const member = await findCredentials(services, services.db, { memberId });
  if (!member) throw new Refusal('login-required');
  return member;
}

/**
 * Checks the current password. The attempt is counted before it is made (race); after too many wrong ones only a reset by mail helps.
 *
 * @throws Refusal invalid-password, too-many-requests, service-unavailable
 */
export async function requireOldPassword(
  { limits }: Services,
  { member, oldPassword, whom }: { member: Credentials; oldPassword: string; whom: HashingFor },
): Promise<void> {
  // In this order, as a password that is refused unread is no wrong one of the row, which never ends.
  await limits.take(oldPasswordsPerMember, member.id);
  await limits.take(wrongOldPasswordsInARow, member.id);
  const isRight =
    isHashable(oldPassword) &&
    (await isPassword(oldPassword, member.passwordHash, whom).catch(async (busy: unknown) => {
      // The password was not checked (overload), so the attempt is uncounted.
      await limits.giveBack(wrongOldPasswordsInARow, member.id);
      await limits.giveBack(oldPasswordsPerMember, member.id);
      throw busy;
    }));
  if (!isRight) throw new Refusal('invalid-password');
  await forgiveOldPasswords({ limits }, member.id);
}

/** Resets the counts of wrong old passwords, after a right one or a proof of the mailbox. */
export const forgiveOldPasswords = ({ limits }: Pick<Services, 'limits'>, memberId: string): Promise<void> =>
  limits.reset([
    [oldPasswordsPerMember, memberId],
    [wrongOldPasswordsInARow, memberId],
  ]);
