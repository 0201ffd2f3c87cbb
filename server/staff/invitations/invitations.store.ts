import { sql } from 'kysely';
import { staffLimits } from '../../../contract/staff-limits.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = { staff_invitation: { staff_id: string; token_hash: Buffer; expires_at: Date } };

/** Stores the hash of a person's link, in place of one before. @returns when it stops working */
export async function saveInvitation(tx: Transaction, staffId: string, tokenHash: Buffer): Promise<Date> {
  const link = {
    token_hash: tokenHash,
    expires_at: sql<Date>`now() + make_interval(hours => ${staffLimits.staffInvitationHours})`,
  };
  const { expires_at: endsAt } = await tx
    .withTables<Tables>()
    .insertInto('staff_invitation')
    .values({ staff_id: staffId, ...link })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(link))
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return endsAt;
}

/** A link that works. */
export interface Invitation {
  staffId: string;
  endsAt: Date;
}

/** The invitation of a link, while it works. */
export const findInvitation = (db: Database, tokenHash: Buffer): Promise<Invitation | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('staff_invitation')
    .select(['staff_id as staffId', 'expires_at as endsAt'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses a link up. @returns whether it worked; of concurrent calls one alone gets true */
export async function deleteInvitation(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .withTables<Tables>()
    .deleteFrom('staff_invitation')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** When each person's link stops working, or stopped. */
export async function selectEnds(db: Database): Promise<Map<string, Date>> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('staff_invitation')
    .select(['staff_id', 'expires_at'])
    .execute();
  return new Map(rows.map((row) => [row.staff_id, row.expires_at]));
}
