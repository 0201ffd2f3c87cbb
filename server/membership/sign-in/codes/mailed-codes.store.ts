import { sql, type Generated } from 'kysely';
import { limits } from '../../../../contract/limits.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';

/** What a code may be used for; a code of one purpose is not accepted for another. */
export const codePurposes = ['reset', 'login', 'signup', 'verify', 'prove'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/**
 * The stored purpose of a code requested by the proved owner of an address. It has its own row, so that a request by a
 * stranger does not overwrite it (decision 0098).
 */
const ofOwner = <P extends CodePurpose>(purpose: P) => `owner-${purpose}` as const;

type Tables = {
  mailed_code: {
    id: string;
    site_id: string;
    email: string;
    purpose: CodePurpose | ReturnType<typeof ofOwner<CodePurpose>>;
    code_hash: Buffer | null;
    link_hash: Buffer | null;
    context_hash: Buffer;
    /** null for a code that is not bound to a browser. */
    browser_hash: Buffer | null;
    requester: string;
    tries: Generated<number>;
    expires_at: Date;
  };
};

/** Guesses per code; then it is void. */
export const triesMost = 5;

/** A code to store. */
export interface NewCode {
  id: string;
  siteId: string;
  email: string;
  purpose: CodePurpose;
  /** Whether the owner of the proved address asked for it. */
  isOwners: boolean;
  codeHash: Buffer | null;
  linkHash: Buffer | null;
  contextHash: Buffer;
  browserHash: Buffer | null;
  requester: string;
}

/** Stores a code, replacing an earlier one of the same address, purpose and kind of asker (upsert). */
export async function saveCode(tx: Transaction, code: NewCode): Promise<void> {
  const fresh = {
    id: code.id,
    code_hash: code.codeHash,
    link_hash: code.linkHash,
    context_hash: code.contextHash,
    browser_hash: code.browserHash,
    requester: code.requester,
    tries: 0,
    expires_at: sql<Date>`now() + make_interval(mins => ${limits.codeMinutes})`,
  };
  await tx
    .withTables<Tables>()
    .insertInto('mailed_code')
    .values({
      site_id: code.siteId,
      email: code.email,
      purpose: code.isOwners ? ofOwner(code.purpose) : code.purpose,
      ...fresh,
    })
    .onConflict((conflict) => conflict.columns(['site_id', 'email', 'purpose']).doUpdateSet(fresh))
    .execute();
}

/** A code that a guess may match. */
export interface WaitingCode {
  id: string;
  email: string;
  codeHash: Buffer;
  /** Whether the owner of the proved address asked for it. */
  isOwner: boolean;
  /** Whether it is compared with guesses from one browser alone. */
  isBound: boolean;
}

/** What a guess tells about the request of the code it is for. */
export type Asker = { email?: string; contextHash?: Buffer; requester?: string; browserHash?: Buffer };

/**
 * Takes one try from every pending code that the guess may match, before it is compared: concurrent guesses wait for
 * the row lock here, so none is uncounted (race).
 */
export async function takeTry(
  db: Database,
  siteId: string,
  purpose: CodePurpose,
  { email, contextHash, requester, browserHash }: Asker,
): Promise<WaitingCode[]> {
  let waiting = db
    .withTables<Tables>()
    .updateTable('mailed_code')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('site_id', '=', siteId)
    .where('purpose', 'in', [purpose, ofOwner(purpose)])
    .where('tries', '<', triesMost)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('code_hash', 'is not', null)
    .where(({ or, eb }) =>
      or([
        eb('browser_hash', 'is', null),
        ...(browserHash === undefined ? [] : [eb('browser_hash', '=', browserHash)]),
      ]),
    );
  if (email !== undefined) waiting = waiting.where('email', '=', email);
  if (contextHash !== undefined) waiting = waiting.where('context_hash', '=', contextHash);
  if (requester !== undefined) waiting = waiting.where('requester', '=', requester);
  const rows = await waiting.returning(['id', 'email', 'purpose', 'code_hash', 'browser_hash']).execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    codeHash: row.code_hash!,
    isOwner: row.purpose === ofOwner(purpose),
    isBound: row.browser_hash !== null,
  }));
}

/** Gives a try back after a right guess, to every code it was taken from. */
export async function returnTry(db: Database, ids: string[]): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('mailed_code')
    .set((row) => ({ tries: row('tries', '-', 1) }))
    .where('id', 'in', ids)
    .execute();
}

/** The code of an unexpired link. */
export const findByLink = (
  db: Database,
  linkHash: Buffer,
): Promise<{ id: string; siteId: string; email: string } | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('mailed_code')
    .select(['id', 'site_id as siteId', 'email'])
    .where('link_hash', '=', linkHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses a code up. @returns whether it was still there; of concurrent calls one alone gets true */
export async function deleteCode(tx: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .withTables<Tables>()
    .deleteFrom('mailed_code')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all codes of an address. */
export async function deleteCodesOf(tx: Transaction, siteId: string, email: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('mailed_code')
    .where('site_id', '=', siteId)
    .where('email', '=', email)
    .execute();
}
