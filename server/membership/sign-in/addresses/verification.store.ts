import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';

type Tables = {
  verification_link: { token_hash: Buffer; member_id: string; email: string; expires_at: Date };
};

export const verificationLinkHours = 24;

/** Stores a link. */
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
      expires_at: sql<Date>`now() + make_interval(hours => ${verificationLinkHours})`,
    })
    .execute();
}

/** The member and address of an unexpired link. */
export const findLink = (db: Database, tokenHash: Buffer): Promise<{ memberId: string; email: string } | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('verification_link')
    .select(['member_id as memberId', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses a link up. @returns whether it was still there; of concurrent calls one alone gets true */
export async function deleteLink(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .withTables<Tables>()
    .deleteFrom('verification_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all links of a member. */
export async function deleteLinksOf(tx: Transaction, memberId: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('verification_link').where('member_id', '=', memberId).execute();
}
