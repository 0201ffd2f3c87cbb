import { sql, type Generated } from 'kysely';
import { limits } from '../../../../contract/limits.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';

export const codePurposes = ['reset', 'login', 'signup', 'verify', 'prove'] as const;
export type CodePurpose = (typeof codePurposes)[number];

type Tables = {
  mailed_code: {
    id: string;
    site_id: string;
    email: string;
    purpose: CodePurpose;
    code_hash: Buffer | null;
    link_hash: Buffer | null;
    context_hash: Buffer;
    /** Null for a code that any browser may bring. */
    browser_hash: Buffer | null;
    requester: string;
    tries: Generated<number>;
    expires_at: Date;
  };
};

/** Wrong guesses one code survives. */
export const triesMost = 5;

export interface NewCode {
  id: string;
  siteId: string;
  email: string;
  purpose: CodePurpose;
  codeHash: Buffer | null;
  linkHash: Buffer | null;
  contextHash: Buffer;
  browserHash: Buffer | null;
  requester: string;
}

/** Puts a code in the place of the one that waited for the same purpose. */
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
    .values({ site_id: code.siteId, email: code.email, purpose: code.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['site_id', 'email', 'purpose']).doUpdateSet(fresh))
    .execute();
}

export interface WaitingCode {
  id: string;
  email: string;
  codeHash: Buffer;
}

/** Who asked for the code, as far as the guess tells. */
export type Asker = { email?: string; contextHash?: Buffer; requester?: string; browserHash?: Buffer };

/**
 * Takes one try from every waiting code the guess could be meant for, before anybody looks whether it is right:
 * parallel guesses wait for each other here, so none is free.
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
    .where('purpose', '=', purpose)
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
  const rows = await waiting.returning(['id', 'email', 'code_hash']).execute();
  return rows.map((row) => ({ id: row.id, email: row.email, codeHash: row.code_hash! }));
}

/** Gives a try back, after a right guess: to the code, and to those the guess was not meant for. */
export async function returnTry(db: Database, ids: string[]): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('mailed_code')
    .set((row) => ({ tries: row('tries', '-', 1) }))
    .where('id', 'in', ids)
    .execute();
}

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

/** @returns whether it was still there: of several at the same moment one alone gets it */
export async function deleteCode(tx: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .withTables<Tables>()
    .deleteFrom('mailed_code')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteCodesOf(tx: Transaction, siteId: string, email: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('mailed_code')
    .where('site_id', '=', siteId)
    .where('email', '=', email)
    .execute();
}

export async function deleteDeadCodes(db: Database): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('mailed_code')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}
