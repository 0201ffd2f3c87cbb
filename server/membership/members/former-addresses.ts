import type { Database, Transaction } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import {
  deleteFormerAddressesOf,
  deleteKeptForOthers,
  findFormerAddress,
  findKeepers,
  insertAnotherLink,
  insertFormerAddress,
  listFormerAddresses,
  takeFormerAddress,
  type FormerAddress,
} from './former-addresses.store.ts';

/**
 * How long a member may return to a proved address that they have left (decisions 0011 and 0016); 72 hours span a weekend.
 * Meanwhile another member gets it only by proving the mailbox.
 */
export const keptHours = 72;

/**
 * Keeps the address a member is about to leave. The caller has made sure that it was proved: the link counts as proof
 * of the mailbox, and an unproved address may be another person's.
 *
 * @returns the token of the link that brings them back
 */
export async function keepAddress(tx: Transaction, former: FormerAddress): Promise<string> {
  const token = randomToken();
  await insertFormerAddress(tx, former, { tokenHash: hashToken(token), hours: keptHours });
  return token;
}

/** The addresses of a member: the one they log in with, and those they may still go back to. */
export const mailboxesOf = async (tx: Transaction, { id, email }: { id: string; email: string }): Promise<string[]> => [
  email,
  ...(await listFormerAddresses(tx, id)),
];

/**
 * Another link for a kept address, in case the first mail is lost.
 *
 * @returns undefined where the address is not kept
 */
export async function linkBackTo(
  tx: Transaction,
  address: { siteId: string; email: string },
): Promise<{ token: string; memberId: string } | undefined> {
  const token = randomToken();
  const memberId = await insertAnotherLink(tx, address, hashToken(token));
  return memberId === undefined ? undefined : { token, memberId };
}

/** The kept address and member of an unexpired link's token. */
export const findKept = (db: Database, token: string): Promise<FormerAddress | undefined> =>
  findFormerAddress(db, hashToken(token));

/** Uses a link up, with the links of all later changes. @returns when the address was left; undefined for a later call */
export const takeKept = (tx: Transaction, memberId: string, token: string): Promise<Date | undefined> =>
  takeFormerAddress(tx, memberId, hashToken(token));

/** Whether an address is kept for a member. @param except a member who does not count */
export const isKept = async (
  db: Database,
  address: { siteId: string; email: string },
  except?: string,
): Promise<boolean> => (await findKeepers(db, address)).some((memberId) => memberId !== except);

/** Gives an address for good to the member who has proved its mailbox: other members' links back are void. */
export const releaseTo = (tx: Transaction, owner: FormerAddress): Promise<void> => deleteKeptForOthers(tx, owner);

/** Voids every link back to a former address of a member. */
export const forgetFormerAddressesOf = (tx: Transaction, memberId: string): Promise<void> =>
  deleteFormerAddressesOf(tx, memberId);

export type { FormerAddress };
