import type { Database, Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  deleteIdentitiesOf,
  deleteIdentity,
  findOwner,
  insertIdentity,
  listProviderKeys,
  type Identity,
} from './identities.store.ts';

/** The providers a member is connected to, on the wire. */
export const listProviders = async (db: Database, memberId: string): Promise<{ provider: string }[]> =>
  (await listProviderKeys(db, memberId)).map((provider) => ({ provider }));

/** The member an identity is connected to, if any. */
export const findMemberOf = (db: Database, identity: Identity): Promise<string | undefined> => findOwner(db, identity);

/**
 * Connects an identity to a member, whom the caller has locked. Idempotent.
 *
 * @throws Refusal account-already-connected when it is another member's, or the member has another of that provider
 */
export async function connectIdentity(
  tx: Transaction,
  identity: Identity & { memberId: string; provider: string },
): Promise<void> {
  if (await insertIdentity(tx, identity)) return;
  const owner = await findOwner(tx, identity);
  if (owner === identity.memberId) return;
  throw owner === undefined
    ? new Refusal('account-already-connected', {
        message: 'Another account of this provider is connected to your account here.',
      })
    : new Refusal('account-already-connected');
}

/** Disconnects one provider from an account. Idempotent. */
export const disconnectIdentity = (tx: Transaction, memberId: string, provider: string): Promise<void> =>
  deleteIdentity(tx, memberId, provider);

/** Disconnects every provider from an account. */
export const forgetIdentitiesOf = (tx: Transaction, memberId: string): Promise<void> =>
  deleteIdentitiesOf(tx, memberId);

export type { Identity };
