import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import { columnOf, columnsOf, holderOf, type Holder, type HolderColumns } from './holder.ts';

type Tables = {
  passkey: HolderColumns & {
    id: string;
    relying_party: string;
    credential_id: string;
    public_key: Buffer;
    /** A 32-bit counter; as text, because the driver gives a bigint. */
    sign_count: string;
    transports: string[];
    name: string;
    is_backed_up: boolean;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
};

/** A passkey as its holder sees it. */
export interface Passkey {
  id: string;
  name: string;
  /** The domain it is good for. */
  relyingParty: string;
  /** Whether it is kept in several places, by the provider of the holder's devices say. */
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** What a passkey's signature is verified with. */
export interface Credential {
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
}

/** A passkey that was registered and is to be stored. */
export interface NewPasskey extends Credential {
  relyingParty: string;
  isBackedUp: boolean;
}

const shown = [
  'id',
  'name',
  'relying_party as relyingParty',
  'is_backed_up as isBackedUp',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

/** @throws a violation of `passkey_credential` where the credential is registered already */
export const insertPasskey = (
  tx: Transaction,
  holder: Holder,
  { id, name, ...passkey }: NewPasskey & { id: string; name: string },
): Promise<Passkey> =>
  tx
    .withTables<Tables>()
    .insertInto('passkey')
    .values({
      id,
      name,
      ...columnsOf(holder),
      relying_party: passkey.relyingParty,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: String(passkey.signCount),
      transports: passkey.transports,
      is_backed_up: passkey.isBackedUp,
    })
    .returning(shown)
    .executeTakeFirstOrThrow();

/** A person's passkeys, the oldest first. */
export const selectPasskeys = (db: Database, holder: Holder): Promise<Passkey[]> =>
  db
    .withTables<Tables>()
    .selectFrom('passkey')
    .select(shown)
    .where(columnOf(holder.kind), '=', holder.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** What a browser has to know to ask for one of a person's passkeys. */
export const selectCredentials = (
  db: Database,
  holder: Holder,
  relyingParty: string,
): Promise<{ id: string; transports: string[] }[]> =>
  db
    .withTables<Tables>()
    .selectFrom('passkey')
    .select(['credential_id as id', 'transports'])
    .where(columnOf(holder.kind), '=', holder.id)
    .where('relying_party', '=', relyingParty)
    .execute();

/** The passkey with a credential id, with its holder. */
export async function findCredential(
  db: Database,
  relyingParty: string,
  credentialId: string,
): Promise<(Credential & { id: string; holder: Holder }) | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('passkey')
    .select(['id', 'staff_id', 'member_id', 'public_key', 'sign_count', 'transports'])
    .where('credential_id', '=', credentialId)
    .where('relying_party', '=', relyingParty)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    // A check of the table: one of the two is set.
    holder: holderOf(row)!,
    credentialId,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    transports: row.transports,
  };
}

/** Whether a person has this passkey. */
export async function isPasskeyOf(db: Database, holder: Holder, id: string): Promise<boolean> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('passkey')
    .select('id')
    .where('id', '=', id)
    .where(columnOf(holder.kind), '=', holder.id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notes a use. A counter must rise, or stay 0 as that of synced passkeys does: compare-and-swap, so that of two
 * concurrent uses with one counter value one is refused.
 *
 * @returns whether the counter was accepted
 */
export async function noteUse(
  db: Database,
  id: string,
  { signCount, isBackedUp }: { signCount: number; isBackedUp: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .withTables<Tables>()
    .updateTable('passkey')
    .set({ sign_count: String(signCount), is_backed_up: isBackedUp, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(({ or, and, eb }) =>
      or([
        eb('sign_count', '<', String(signCount)),
        and([eb('sign_count', '=', '0'), eb(sql<number>`${signCount}::bigint`, '=', 0)]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns undefined where it is not this person's */
export const updateName = (tx: Transaction, holder: Holder, id: string, name: string): Promise<Passkey | undefined> =>
  tx
    .withTables<Tables>()
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where(columnOf(holder.kind), '=', holder.id)
    .returning(shown)
    .executeTakeFirst();

/** @returns the passkey; undefined where it is not this person's */
export const deletePasskey = (tx: Transaction, holder: Holder, id: string): Promise<Passkey | undefined> =>
  tx
    .withTables<Tables>()
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where(columnOf(holder.kind), '=', holder.id)
    .returning(shown)
    .executeTakeFirst();
