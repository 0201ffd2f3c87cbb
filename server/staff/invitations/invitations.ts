import type { Database, Transaction } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { deleteInvitation, findInvitation, saveInvitation, selectEnds, type Invitation } from './invitations.store.ts';

/** Makes a person's link, which ends one before. @returns its token, which is stored as a hash alone */
export async function makeInvitation(tx: Transaction, staffId: string): Promise<string> {
  const token = randomToken();
  await saveInvitation(tx, staffId, hashToken(token));
  return token;
}

/** @throws Refusal invalid-invitation for a link that is unknown, used or past its end */
export async function openInvitation(db: Database, token: string): Promise<Invitation> {
  const invitation = await findInvitation(db, hashToken(token));
  if (!invitation) throw new Refusal('invalid-invitation');
  return invitation;
}

/** Uses a link up, in the transaction of what it is used for. @throws Refusal invalid-invitation */
export async function useInvitation(tx: Transaction, token: string): Promise<void> {
  if (!(await deleteInvitation(tx, hashToken(token)))) throw new Refusal('invalid-invitation');
}

/** When each person's link stops working, or stopped. */
export const listInvitationEnds = (db: Database): Promise<Map<string, Date>> => selectEnds(db);
