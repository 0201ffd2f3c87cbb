import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { enterList } from './member-list.store.ts';

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
    logged_in_at: Date | null;
    partner: Generated<string | null>;
    suspended_at: Generated<Date | null>;
    suspension_reason: Generated<string | null>;
    /** Written by a trigger alone, when the row leaves a proved state. */
    proved_once: Generated<boolean>;
    address_proved_once: Generated<boolean>;
    /** Written by the feature `sessions`. */
    device_epoch: Generated<number>;
  };
};

/** A member's row, if there is one. */
export type MemberRow = Awaited<ReturnType<typeof selectById>>;
type Found = NonNullable<MemberRow>;

const selectById = (db: Database, memberId: string) =>
  db.withTables<Tables>().selectFrom('member').selectAll().where('id', '=', memberId).executeTakeFirst();

/** A member's row by id. */
export const findRow = (db: Database, memberId: string): Promise<Found | undefined> => selectById(db, memberId);

/** A member's row by canonical address. */
export const findRowByEmail = (db: Database, siteId: string, email: string): Promise<Found | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('member')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('email', '=', email)
    .executeTakeFirst();

/** Rows of these members; missing ones are left out. */
export const listRows = (db: Database, memberIds: string[]): Promise<Found[]> =>
  db.withTables<Tables>().selectFrom('member').selectAll().where('id', 'in', memberIds).execute();

/** The row, locked (FOR UPDATE). */
export const lockRow = (tx: Transaction, memberId: string): Promise<Found | undefined> =>
  tx.withTables<Tables>().selectFrom('member').selectAll().where('id', '=', memberId).forUpdate().executeTakeFirst();

/** A member's row by canonical address, locked (FOR UPDATE). */
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
 * Members of a site. The site's row stays locked until the transaction ends, so that concurrent sign-ups count one
 * another.
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

/** A member to store. */
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
  createdAt?: Date | undefined;
  /** On whose page the account was made. */
  partner?: string | undefined;
}

/**
 * Stores a member. The place in the member list is a default, which is evaluated for the row of `listed`: after the
 * lock of the list is taken.
 *
 * @returns false when the address has an account
 */
export async function insertMember(tx: Transaction, member: NewMember): Promise<boolean> {
  const { createdAt } = member;
  // Abandoned accounts are counted from either date: one that joined elsewhere long ago would end at once.
  const isBack = createdAt !== undefined && !member.verified;
  const { rows } = await sql`
    with listed as materialized (${enterList(member.siteId)})
    insert into member (id, site_id, email, password_hash, verified, custom_fields, meta_data, login_redirect, permissions,
      created_at, logged_in_at, partner)
    select ${member.id}, ${member.siteId}, ${member.email}, ${member.passwordHash}, ${member.verified},
      ${json(member.fields)}, ${json(member.metaData)}, ${member.loginRedirect ?? null}, ${member.permissions ?? []},
      coalesce(${createdAt ?? null}::timestamptz, now()), case when ${isBack} then now() end,
      ${member.partner ?? null}
    from listed
    on conflict on constraint member_email do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Merges fields in one statement, so that concurrent writers lose no update.
 *
 * @returns the member's site, or undefined where nothing changed
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

/** Columns of a member to change; undefined ones stay. */
export interface MemberChanges {
  email?: string | undefined;
  pendingEmail?: string | null | undefined;
  verified?: boolean | undefined;
  passwordHash?: string | null | undefined;
  /** Merged into the others; null takes a value away. */
  fields?: Record<string, string | null> | undefined;
  /** Replaced as a whole. */
  metaData?: Record<string, unknown> | undefined;
  loginRedirect?: string | null | undefined;
  permissions?: string[] | undefined;
}

/** Changes a member's columns. */
export async function updateRow(tx: Transaction, memberId: string, changes: MemberChanges): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({
      email: changes.email,
      pending_email: changes.pendingEmail,
      verified: changes.verified,
      password_hash: changes.passwordHash,
      custom_fields:
        changes.fields && sql`jsonb_strip_nulls(custom_fields || ${JSON.stringify(changes.fields)}::jsonb)`,
      meta_data: changes.metaData && json(changes.metaData),
      login_redirect: changes.loginRedirect,
      permissions: changes.permissions,
    })
    .where('id', '=', memberId)
    .execute();
}

/** Suspends a member for a reason, or lifts it with null. @returns since when the member is suspended */
export async function updateSuspension(tx: Transaction, memberId: string, reason: string | null): Promise<Date | null> {
  const { suspended_at: since } = await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({ suspended_at: reason === null ? null : sql<Date>`now()`, suspension_reason: reason })
    .where('id', '=', memberId)
    .returning('suspended_at')
    .executeTakeFirstOrThrow();
  return since;
}

/** Sets a password where there is none (compare and set). @returns whether there was none */
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

/** Deletes a member, and by cascade every row that belongs to them. */
export async function deleteRow(tx: Transaction, memberId: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('member').where('id', '=', memberId).execute();
}

const json = <T>(value: T) => sql<T>`${JSON.stringify(value)}::jsonb`;
