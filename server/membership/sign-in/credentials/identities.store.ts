import type { Generated } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';

type Tables = {
  member_identity: {
    site_id: string;
    issuer: string;
    subject: string;
    member_id: string;
    provider: string;
    connected_at: Generated<Date>;
  };
};

/** Who somebody is at a provider, at one site. */
export interface Identity {
  siteId: string;
  issuer: string;
  subject: string;
}

export async function findOwner(db: Database, { siteId, issuer, subject }: Identity): Promise<string | undefined> {
  const row = await db
    .withTables<Tables>()
    .selectFrom('member_identity')
    .select('member_id')
    .where('site_id', '=', siteId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.member_id;
}

export async function listProviderKeys(db: Database, memberId: string): Promise<string[]> {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('member_identity')
    .select('provider')
    .where('member_id', '=', memberId)
    .orderBy('connected_at')
    .orderBy('provider')
    .execute();
  return rows.map(({ provider }) => provider);
}

/** @returns false where the identity is somebody's already, or the member has another one of that provider */
export async function insertIdentity(
  tx: Transaction,
  { siteId, issuer, subject, memberId, provider }: Identity & { memberId: string; provider: string },
): Promise<boolean> {
  const inserted = await tx
    .withTables<Tables>()
    .insertInto('member_identity')
    .values({ site_id: siteId, issuer, subject, member_id: memberId, provider })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteIdentity(tx: Transaction, memberId: string, provider: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('member_identity')
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .execute();
}

export async function deleteIdentitiesOf(tx: Transaction, memberId: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('member_identity').where('member_id', '=', memberId).execute();
}
