import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { serverAddresses } from './addresses.ts';
import type { Database } from './database.ts';

/** Database credentials. */
export interface Login {
  account: string;
  password: string;
}

/** The credentials in a database address. */
export function loginOf(url: string): Login {
  const { username, password } = new URL(serverAddresses(url)[0]);
  return { account: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Thrown when the product's account is missing and the owner may not create one. */
class AccountMissing extends Error {
  constructor(account: string, cause: unknown) {
    super(
      `the account "${account}" in DATABASE_URL does not exist, and the one in DATABASE_OWNER_URL may not create it. Create it as the server's administrator, "create role ${account} login password '…'", then run this again.`,
      { cause },
    );
    this.name = 'AccountMissing';
  }
}

/** Creates the account unless it is there; one that is there keeps its password. */
export async function ensureAccount(db: Database, { account, password }: Login): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${account}`.execute(db);
  if (rows.length > 0) return;
  try {
    await sql`create role ${sql.id(account)} login password ${sql.lit(scramVerifier(password))}`.execute(db);
  } catch (error) {
    const { code } = error as { code?: string };
    // A race: another process has just created it.
    if (code === '42710' || code === '23505') return;
    throw code === '42501' ? new AccountMissing(account, error) : error;
  }
}

/** RFC 7677; PostgreSQL's own default. */
const scramIterations = 4_096;

/**
 * PostgreSQL's SCRAM verifier of a password (RFC 5803), so that no statement, which a server may log, has the password.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, scramIterations, 32, 'sha256');
  const keyed = (words: string) => createHmac('sha256', salted).update(words).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const parts = [
    `${scramIterations}:${salt.toString('base64')}`,
    `${stored}:${keyed('Server Key').toString('base64')}`,
  ];
  return `SCRAM-SHA-256$${parts.join('$')}`;
}
