import type { Database } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import {
  deleteOldFormerAddresses,
  findFormerAddress,
  insertFormerAddress,
  isKeptForAnother,
  takeFormerAddress,
  type FormerAddress,
} from './former-addresses.store.ts';

/** A member whose address was changed may come back to the old one for so long; nobody else gets it meanwhile. */
export const keptHours = 72;

/** Keeps the address a member is about to leave. @returns the token of the link that brings them back */
export async function keepAddress(tx: Database, former: FormerAddress): Promise<string> {
  const token = randomToken();
  await insertFormerAddress(tx, former, { tokenHash: hashToken(token), hours: keptHours });
  return token;
}

/** Whose address a link brings back. */
export const findKept = (db: Database, token: string): Promise<FormerAddress | undefined> =>
  findFormerAddress(db, hashToken(token));

/** Uses a link up, with the links of all later changes. @returns false for everyone but the first */
export const takeKept = (tx: Database, memberId: string, token: string): Promise<boolean> =>
  takeFormerAddress(tx, memberId, hashToken(token));

/** Whether an address waits for another member to come back to it. */
export const isKept = (db: Database, wanted: FormerAddress): Promise<boolean> => isKeptForAnother(db, wanted);

export const forgetFormerAddresses = (db: Database): Promise<void> => deleteOldFormerAddresses(db);

export type { FormerAddress };
