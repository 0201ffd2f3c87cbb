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

/** An identity at a provider, for one site. */
export interface Identity {
  siteId: string;
  issuer: string;
  subject: string;
}

/** The member that an identity is connected to. */
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

/** Provider keys of a member's identities, the oldest first. */
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

/** Connects an identity. @returns false where it is connected, or the member has another one of that provider */
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

/** Disconnects a member's identity of one provider where it is of another issuer than this one. */
export async function deleteIdentityOfOthers(
  tx: Transaction,
  { memberId, provider, issuer }: { memberId: string; provider: string; issuer: string },
): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('member_identity')
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .where('issuer', '<>', issuer)
    .execute();
}

/** Disconnects a member's identity of one provider. Idempotent. */
export async function deleteIdentity(tx: Transaction, memberId: string, provider: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('member_identity')
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .execute();
}

/** Disconnects all identities of a member. */
export async function deleteIdentitiesOf(tx: Transaction, memberId: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('member_identity').where('member_id', '=', memberId).execute();
}
