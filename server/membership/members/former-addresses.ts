import type { Database, Transaction } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import {
  deleteFormerAddressesOf,
  deleteKeptForOthers,
  deleteOldFormerAddresses,
  findFormerAddress,
  findKeepers,
  insertAnotherLink,
  insertFormerAddress,
  listFormerAddresses,
  takeFormerAddress,
  type FormerAddress,
} from './former-addresses.store.ts';
import { retention } from '../retention.ts';

/**
 * A member who has left a proved address may come back to it for so long: decisions 0011 and 0016. Meanwhile another
 * member gets it only by proving the mailbox.
 */
export const keptHours = retention.formerAddressHours;

/**
 * Keeps the address a member is about to leave. The caller has made sure that it was proved: the link counts as proof
 * of the mailbox, and an address that was only typed may be a stranger's.
 *
 * @returns the token of the link that brings them back
 */
export async function keepAddress(tx: Transaction, former: FormerAddress): Promise<string> {
  const token = randomToken();
  await insertFormerAddress(tx, former, { tokenHash: hashToken(token), hours: keptHours });
  return token;
}

/** Every mailbox that mails about a member may have gone to: their address, and those they may still go back to. */
export const mailboxesOf = async (tx: Transaction, { id, email }: { id: string; email: string }): Promise<string[]> => [
  email,
  ...(await listFormerAddresses(tx, id)),
];

/** Another link for a kept address, in case the first mail is lost. @returns undefined where the address is not kept */
export async function linkBackTo(
  tx: Transaction,
  address: { siteId: string; email: string },
): Promise<string | undefined> {
  const token = randomToken();
  return (await insertAnotherLink(tx, address, hashToken(token))) ? token : undefined;
}

/** Whose address a link brings back. */
export const findKept = (db: Database, token: string): Promise<FormerAddress | undefined> =>
  findFormerAddress(db, hashToken(token));

/** Uses a link up, with the links of all later changes. @returns false for everyone but the first */
export const takeKept = (tx: Transaction, memberId: string, token: string): Promise<boolean> =>
  takeFormerAddress(tx, memberId, hashToken(token));

/** Whether a member may come back to an address. @param except a member who does not count */
export const isKept = async (
  db: Database,
  address: { siteId: string; email: string },
  except?: string,
): Promise<boolean> => (await findKeepers(db, address)).some((memberId) => memberId !== except);

/** Lets a member have an address for good who has proved its mailbox: no other member comes back to it. */
export const releaseTo = (tx: Transaction, owner: FormerAddress): Promise<void> => deleteKeptForOthers(tx, owner);

/** Ends every way back to an earlier address of a member. */
export const forgetFormerAddressesOf = (tx: Transaction, memberId: string): Promise<void> =>
  deleteFormerAddressesOf(tx, memberId);

export const forgetFormerAddresses = (db: Database): Promise<void> => deleteOldFormerAddresses(db);

export type { FormerAddress };
