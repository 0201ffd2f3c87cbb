import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { retention } from '../../retention.ts';

type Tables = {
  verification_link: { token_hash: Buffer; member_id: string; email: string; expires_at: Date };
};

const lifetimeHours = retention.verificationLinkHours;

export async function insertLink(
  tx: Transaction,
  { tokenHash, memberId, email }: { tokenHash: Buffer; memberId: string; email: string },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('verification_link')
    .values({
      token_hash: tokenHash,
      member_id: memberId,
      email,
      expires_at: sql<Date>`now() + make_interval(hours => ${lifetimeHours})`,
    })
    .execute();
}

export const findLink = (db: Database, tokenHash: Buffer): Promise<{ memberId: string; email: string } | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('verification_link')
    .select(['member_id as memberId', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** @returns whether it was still there: of several at the same moment one alone gets it */
export async function deleteLink(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .withTables<Tables>()
    .deleteFrom('verification_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteLinksOf(tx: Transaction, memberId: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('verification_link').where('member_id', '=', memberId).execute();
}

export async function deleteDeadLinks(db: Database): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('verification_link')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
