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

/** The providers a member signs in with, as the wire knows them. */
export const listProviders = async (db: Database, memberId: string): Promise<{ provider: string }[]> =>
  (await listProviderKeys(db, memberId)).map((provider) => ({ provider }));

/** The member an identity opens, if any. */
export const findMemberOf = (db: Database, identity: Identity): Promise<string | undefined> => findOwner(db, identity);

/**
 * Lets an identity open a member's account from now on. The caller has locked the member. Safe to repeat.
 *
 * @throws Refusal account-already-connected when it opens another one, or another identity of that provider this one
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

/** Closes the door one provider has to an account. */
export const disconnectIdentity = (tx: Transaction, memberId: string, provider: string): Promise<void> =>
  deleteIdentity(tx, memberId, provider);

/** Closes every door a provider has to an account. */
export const forgetIdentitiesOf = (tx: Transaction, memberId: string): Promise<void> =>
  deleteIdentitiesOf(tx, memberId);

export type { Identity };
