import { sql, type Generated } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

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

export interface FormerAddress {
  memberId: string;
  siteId: string;
  email: string;
}

export async function insertFormerAddress(
  tx: Database,
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

export const findFormerAddress = (db: Database, tokenHash: Buffer): Promise<FormerAddress | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('former_address')
    .select(['member_id as memberId', 'site_id as siteId', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('kept_until', '>', sql<Date>`now()`)
    .executeTakeFirst();

/**
 * Uses a link up, and with it the links of all later changes.
 *
 * @returns whether it was still there: of several at the same moment one alone gets it
 */
export async function takeFormerAddress(tx: Database, memberId: string, tokenHash: Buffer): Promise<boolean> {
  const tables = tx.withTables<Tables>();
  const taken = await tables
    .deleteFrom('former_address')
    .where('token_hash', '=', tokenHash)
    .where('kept_until', '>', sql<Date>`now()`)
    .returning('created_at')
    .executeTakeFirst();
  if (!taken) return false;
  await tables
    .deleteFrom('former_address')
    .where('member_id', '=', memberId)
    .where('created_at', '>=', taken.created_at)
    .execute();
  return true;
}

export async function isKeptForAnother(db: Database, { siteId, email, memberId }: FormerAddress): Promise<boolean> {
  const found = await db
    .withTables<Tables>()
    .selectFrom('former_address')
    .select('member_id')
    .where('site_id', '=', siteId)
    .where('email', '=', email)
    .where('member_id', '!=', memberId)
    .where('kept_until', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteOldFormerAddresses(db: Database): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('former_address')
    .where('kept_until', '<', sql<Date>`now()`)
    .execute();
}
