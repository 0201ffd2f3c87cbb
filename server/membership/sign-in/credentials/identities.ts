import type { Database, Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  deleteIdentitiesOf,
  deleteIdentity,
  deleteIdentityOfOthers,
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

/** An identity to connect to a member. */
export interface NewIdentity extends Identity {
  memberId: string;
  provider: string;
  /** Whether all identities of the provider are of this issuer: one of an earlier issuer opens nothing any more, and gives way. */
  isOnlyIssuer?: boolean;
}

/**
 * Connects an identity to a member, whom the caller has locked. Idempotent.
 *
 * @throws Refusal account-already-connected when it is another member's, or the member has another of that provider
 */
export async function connectIdentity(tx: Transaction, identity: NewIdentity): Promise<void> {
  if (identity.isOnlyIssuer) await deleteIdentityOfOthers(tx, identity);
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
