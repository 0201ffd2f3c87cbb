import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  site: { id: string };
  member: {
    id: string;
    site_id: string;
    email: string;
    pending_email: Generated<string | null>;
    verified: Generated<boolean>;
    password_hash: string | null;
    custom_fields: Generated<Record<string, string>>;
    meta_data: Generated<Record<string, unknown>>;
    profile_image: Generated<string | null>;
    login_redirect: Generated<string | null>;
    card_customer_id: Generated<string | null>;
    permissions: Generated<string[]>;
    wished_plans: Generated<string[]>;
    created_at: Generated<Date>;
  };
};

export type MemberRow = Awaited<ReturnType<typeof selectById>>;
type Found = NonNullable<MemberRow>;

const selectById = (db: Database, memberId: string) =>
  db.withTables<Tables>().selectFrom('member').selectAll().where('id', '=', memberId).executeTakeFirst();

export const findRow = (db: Database, memberId: string): Promise<Found | undefined> => selectById(db, memberId);

export const findRowByEmail = (db: Database, siteId: string, email: string): Promise<Found | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('member')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('email', '=', email)
    .executeTakeFirst();

export const listRows = (db: Database, memberIds: string[]): Promise<Found[]> =>
  db.withTables<Tables>().selectFrom('member').selectAll().where('id', 'in', memberIds).execute();

/** The row, kept from changing until the transaction ends. */
export const lockRow = (tx: Transaction, memberId: string): Promise<Found | undefined> =>
  tx.withTables<Tables>().selectFrom('member').selectAll().where('id', '=', memberId).forUpdate().executeTakeFirst();

export const lockRowByEmail = (tx: Transaction, siteId: string, email: string): Promise<Found | undefined> =>
  tx
    .withTables<Tables>()
    .selectFrom('member')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();

/**
 * How many members a site has. The site stays locked until the transaction ends, so that of those who come at the same
 * moment each sees the ones before.
 */
export async function countMembersLocked(tx: Transaction, siteId: string): Promise<number> {
  const tables = tx.withTables<Tables>();
  await tables.selectFrom('site').select('id').where('id', '=', siteId).forNoKeyUpdate().execute();
  const { count } = await tables
    .selectFrom('member')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewMember {
  id: string;
  siteId: string;
  email: string;
  passwordHash: string | null;
  verified: boolean;
  fields: Record<string, string>;
  metaData: Record<string, unknown>;
  loginRedirect?: string | null | undefined;
  permissions?: string[] | undefined;
}

/** @returns whether the address was free */
export async function insertMember(tx: Transaction, member: NewMember): Promise<boolean> {
  const inserted = await tx
    .withTables<Tables>()
    .insertInto('member')
    .values({
      id: member.id,
      site_id: member.siteId,
      email: member.email,
      password_hash: member.passwordHash,
      verified: member.verified,
      custom_fields: json(member.fields),
      meta_data: json(member.metaData),
      login_redirect: member.loginRedirect ?? null,
      permissions: member.permissions ?? [],
    })
    .onConflict((conflict) => conflict.constraint('member_email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Changes the named fields and leaves the others, in one statement, so that two writers do not undo each other.
 *
 * @returns the member's site, or undefined where that changed nothing
 */
export async function mergeFields(
  tx: Transaction,
  memberId: string,
  fields: Record<string, string>,
): Promise<string | undefined> {
  const changed = await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({ custom_fields: sql`custom_fields || ${JSON.stringify(fields)}::jsonb` })
    .where('id', '=', memberId)
    .where(sql<boolean>`not custom_fields @> ${JSON.stringify(fields)}::jsonb`)
    .returning('site_id')
    .executeTakeFirst();
  return changed?.site_id;
}

export interface MemberChanges {
  email?: string | undefined;
  pendingEmail?: string | null | undefined;
  verified?: boolean | undefined;
  passwordHash?: string | null | undefined;
  /** Merged into the others. */
  fields?: Record<string, string> | undefined;
  /** All of it. */
  metaData?: Record<string, unknown> | undefined;
  loginRedirect?: string | null | undefined;
  permissions?: string[] | undefined;
}

export async function updateRow(tx: Transaction, memberId: string, changes: MemberChanges): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({
      email: changes.email,
      pending_email: changes.pendingEmail,
      verified: changes.verified,
      password_hash: changes.passwordHash,
      custom_fields: changes.fields && sql`custom_fields || ${JSON.stringify(changes.fields)}::jsonb`,
      meta_data: changes.metaData && json(changes.metaData),
      login_redirect: changes.loginRedirect,
      permissions: changes.permissions,
    })
    .where('id', '=', memberId)
    .execute();
}

/** @returns whether there was none before */
export async function insertFirstPassword(tx: Transaction, memberId: string, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({ password_hash: passwordHash })
    .where('id', '=', memberId)
    .where('password_hash', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Every row that belongs to the member goes with this one. */
export async function deleteRow(tx: Transaction, memberId: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('member').where('id', '=', memberId).execute();
}

const json = <T>(value: T) => sql<T>`${JSON.stringify(value)}::jsonb`;
