import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The unprivileged account the embedded server runs under when we are root. */
export interface Account {
  uid: number;
  gid: number;
}

const accountName = 'postgres';

/**
 * The account for the server: undefined unless we are root, else the existing `postgres` or a new one.
 *
 * @throws Error when the account is missing and cannot be made
 */
export async function databaseAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await findAccount();
  if (existing) return existing;
  try {
    await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', '--user-group', accountName]);
  } catch (error) {
    throw new Error(
      `PostgreSQL refuses to run as root, and no account "${accountName}" could be made. Run as an ordinary user or set DATABASE_URL.`,
      { cause: error },
    );
  }
  const made = await findAccount();
  if (!made) throw new Error(`The account "${accountName}" was made but cannot be found.`);
  return made;
}

async function findAccount(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, accountName])).stdout)),
    );
    return uid && gid ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the account can enter a path's folder, or the nearest existing one. Tested under that account. */
export async function mayReach(account: Account, target: string): Promise<boolean> {
  let folder = path.dirname(target);
  while (!existsSync(folder)) folder = path.dirname(folder);
  return run('test', ['-x', folder], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
