import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { keptHours } from '../../members/former-addresses.ts';

type Tables = {
  first_factor_link: {
    token_hash: Buffer;
    site_id: string;
    member_id: string;
    email: string;
    created_at: Generated<Date>;
    expires_at: Date;
  };
};

/** How long the mailbox may undo a first factor: as long as a changed address (decision 0102). */
export const firstFactorLinkHours = keptHours;

/** An account, and the address a link was mailed to. */
export interface LinkHolder {
  siteId: string;
  memberId: string;
  email: string;
}

/** Stores a link, in the transaction that sets the factor up. */
export async function insertFirstFactorLink(
  tx: Transaction,
  tokenHash: Buffer,
  { siteId, memberId, email }: LinkHolder,
): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('first_factor_link')
    .values({
      token_hash: tokenHash,
      site_id: siteId,
      member_id: memberId,
      email,
      expires_at: sql<Date>`now() + make_interval(hours => ${firstFactorLinkHours})`,
    })
    .execute();
}

/** Whether the address was mailed an unexpired link of its account within so many hours. */
export async function hasRecentLink(
  tx: Transaction,
  { siteId, memberId, email }: LinkHolder,
  hours: number,
): Promise<boolean> {
  const found = await tx
    .withTables<Tables>()
    .selectFrom('first_factor_link')
    .select('email')
    .where('site_id', '=', siteId)
    .where('member_id', '=', memberId)
    .where('email', '=', email)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The account of an unexpired link. */
export const findFirstFactorLink = (db: Database, tokenHash: Buffer): Promise<LinkHolder | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('first_factor_link')
    .select(['site_id as siteId', 'member_id as memberId', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses a link up. @returns when its factor was set up; undefined for a later call */
export async function takeFirstFactorLink(tx: Transaction, tokenHash: Buffer): Promise<Date | undefined> {
  const taken = await tx
    .withTables<Tables>()
    .deleteFrom('first_factor_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('created_at')
    .executeTakeFirst();
  return taken?.created_at;
}
