import { sql, type Generated } from 'kysely';
import type { Role } from '../../../contract/permissions.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  staff: {
    id: string;
    email: string;
    name: Generated<string>;
    role: Role;
    sites: string[];
    partners: string[];
    password_hash: string | null;
    accepted_at: Date | null;
    last_used_at: Date | null;
    version: Generated<number>;
    demonstration: Generated<boolean>;
    created_at: Generated<Date>;
  };
};

/** A role and the parts of its scope that were chosen. */
export interface GivenRole {
  role: Role;
  /** Ids; empty for a role that sees all of them, or none. */
  sites: string[];
  /** Codes. */
  partners: string[];
}

/** A person on the staff. */
export interface StaffRecord extends GivenRole {
  id: string;
  /** In its canonical form. */
  email: string;
  name: string;
  /** null until the invitation is accepted, and after a reset. */
  passwordHash: string | null;
  acceptedAt: Date | null;
  /** To the minute. */
  lastUsedAt: Date | null;
  version: number;
  /** Whether they were made for the demonstration, or invited by somebody who was: void in production. */
  isDemonstration: boolean;
  createdAt: Date;
}

const shown = [
  'id',
  'email',
  'name',
  'role',
  'sites',
  'partners',
  'password_hash as passwordHash',
  'accepted_at as acceptedAt',
  'last_used_at as lastUsedAt',
  'version',
  'demonstration as isDemonstration',
  'created_at as createdAt',
] as const;

const select = (db: Database) => db.withTables<Tables>().selectFrom('staff').select(shown);

/** All of them: owners first, then by address. */
export const selectStaff = (db: Database): Promise<StaffRecord[]> =>
  select(db)
    .orderBy(sql`role <> 'owner'`)
    .orderBy('email')
    .execute();

export const findStaff = (db: Database, id: string): Promise<StaffRecord | undefined> =>
  select(db).where('id', '=', id).executeTakeFirst();

/** @param email in its canonical form */
export const findStaffByEmail = (db: Database, email: string): Promise<StaffRecord | undefined> =>
  select(db).where('email', '=', email).executeTakeFirst();

/** A person, locked until the transaction ends. */
export const lockStaff = (tx: Transaction, id: string): Promise<StaffRecord | undefined> =>
  select(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * Locks every owner who has accepted, in the order of their ids, so that of two concurrent changes the later one counts
 * the owners that the earlier one has left.
 */
export const lockOwners = (tx: Transaction): Promise<StaffRecord[]> =>
  select(tx).where('role', '=', 'owner').where('accepted_at', 'is not', null).orderBy('id').forUpdate().execute();

/** An invited person. */
export interface NewPerson extends GivenRole {
  id: string;
  email: string;
  isDemonstration: boolean;
}

/** Stores an invited person. @returns undefined where the address belongs to somebody on the staff */
export async function insertStaff(
  tx: Transaction,
  { isDemonstration, ...person }: NewPerson,
): Promise<StaffRecord | undefined> {
  return tx
    .withTables<Tables>()
    .insertInto('staff')
    .values({ ...person, demonstration: isDemonstration })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(shown)
    .executeTakeFirst();
}

/** What may change of a person. */
export interface StaffChange extends Partial<GivenRole> {
  name?: string;
  passwordHash?: string | null;
  /** Whether the invitation is accepted now, or is to be once more. */
  isAccepted?: boolean;
}

/** @throws Error where there is no such person */
export function updateStaff(
  tx: Transaction,
  id: string,
  { passwordHash, isAccepted, ...columns }: StaffChange,
): Promise<StaffRecord> {
  return tx
    .withTables<Tables>()
    .updateTable('staff')
    .set((person) => ({
      ...columns,
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(isAccepted === undefined ? {} : { accepted_at: isAccepted ? sql<Date>`now()` : null }),
      version: person('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirstOrThrow();
}

/** Deletes everybody of the demonstration, with all they hold. @returns their ids */
export async function deleteDemonstration(tx: Transaction): Promise<string[]> {
  const deleted = await tx
    .withTables<Tables>()
    .deleteFrom('staff')
    .where('demonstration', '=', true)
    .returning('id')
    .execute();
  return deleted.map(({ id }) => id);
}

/** Deletes a person; sessions, invitation and second factors cascade. */
export async function deleteStaff(tx: Transaction, id: string): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('staff').where('id', '=', id).execute();
}
