import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  former_address: {
    token_hash: Buffer;
    member_id: string;
    site_id: string;
    email: string;
    created_at: Generated<Date>;
    kept_until: Date;
  };
};

interface Address {
  siteId: string;
  email: string;
}

/** An address that a member has left and may come back to. */
export interface FormerAddress extends Address {
  memberId: string;
}

/** Keeps an address with the first link back. */
export async function insertFormerAddress(
  tx: Transaction,
  { memberId, siteId, email }: FormerAddress,
  { tokenHash, hours }: { tokenHash: Buffer; hours: number },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('former_address')
    .values({
      token_hash: tokenHash,
      member_id: memberId,
      site_id: siteId,
      email,
      kept_until: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .execute();
}

/** The kept address of an unexpired link. */
export const findFormerAddress = (db: Database, tokenHash: Buffer): Promise<FormerAddress | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('former_address')
    .select(['member_id as memberId', 'site_id as siteId', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('kept_until', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Former addresses that are kept for a member. */
export async function listFormerAddresses(tx: Transaction, memberId: string): Promise<string[]> {
  const kept = await tx
    .withTables<Tables>()
    .selectFrom('former_address')
    .select('email')
    .distinct()
    .where('member_id', '=', memberId)
    .execute();
  return kept.map(({ email }) => email);
}

/**
 * Uses a link up atomically, and voids the links of all later changes.
 *
 * @returns when the address was left; undefined for a link that was not there any more: of concurrent calls one alone gets it
 */
export async function takeFormerAddress(
  tx: Transaction,
  memberId: string,
  tokenHash: Buffer,
): Promise<Date | undefined> {
  const tables = tx.withTables<Tables>();
  const taken = await tables
    .deleteFrom('former_address')
    .where('token_hash', '=', tokenHash)
    .where('kept_until', '>', sql<Date>`now()`)
    .returning('created_at')
    .executeTakeFirst();
  if (!taken) return undefined;
  await tables
    .deleteFrom('former_address')
    .where('member_id', '=', memberId)
    .where('created_at', '>=', taken.created_at)
    .execute();
  return taken.created_at;
}

const selectKept = (db: Database, { siteId, email }: Address) =>
  db
    .withTables<Tables>()
    .selectFrom('former_address')
    .where('site_id', '=', siteId)
    .where('email', '=', email)
    .where('kept_until', '>', sql<Date>`now()`);

/** Ids of members for whom an address is kept. */
export const findKeepers = async (db: Database, address: Address): Promise<string[]> =>
  (await selectKept(db, address).select('member_id').distinct().execute()).map((row) => row.member_id);

/**
 * Adds a link to a kept address, with the age of the first one: the age decides which later links its use voids, and
 * until when it works.
 *
 * @returns the member it is kept for; undefined for an address that is not kept
 */
export async function insertAnotherLink(
  tx: Transaction,
  address: Address,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const columns = ['token_hash', 'member_id', 'site_id', 'email', 'created_at', 'kept_until'] as const;
  const copy = selectKept(tx, address)
    .select(sql<Buffer>`${tokenHash}::bytea`.as('token_hash'))
    .select(['member_id', 'site_id', 'email', 'created_at', 'kept_until'])
    .orderBy('created_at')
    .limit(1);
  const inserted = await tx
    .withTables<Tables>()
    .insertInto('former_address')
    .columns(columns)
    .expression(copy)
    .returning('member_id')
    .executeTakeFirst();
  return inserted?.member_id;
}

/** Deletes other members' claims to an address. */
export async function deleteKeptForOthers(tx: Transaction, { siteId, email, memberId }: FormerAddress): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('former_address')
    .where('site_id', '=', siteId)
    .where('email', '=', email)
    .where('member_id', '!=', memberId)
    .execute();
}

/** Deletes all former addresses of a member. */
export async function deleteFormerAddressesOf(tx: Transaction, memberId: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('former_address').where('member_id', '=', memberId).execute();
}
