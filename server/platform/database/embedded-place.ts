import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, requireFolder } from './data-folder.ts';
import { databaseAccount, mayReach, type Account } from './embedded-account.ts';
import { isAlive } from './embedded-state.ts';

/** Where an embedded cluster is, or is to be. */
export interface ClusterPlace {
  directory: string;
  /** The account that owns it; undefined for that of this process. */
  account: Account | undefined;
  /** Whether `directory` is another one than wanted, because the account cannot reach that. */
  isMoved: boolean;
}

/**
 * Finds the place of a cluster without making it.
 *
 * @param wanted an absolute path
 * @throws Error in plain words when there can be no folder, or no account for the server
 */
export async function placeCluster(wanted: string): Promise<ClusterPlace> {
  const account = await databaseAccount();
  await requireFolder(path.dirname(wanted));
  const isMoved = account !== undefined && !(await mayReach(account, wanted));
  return { directory: isMoved ? fallbackDirectory(wanted) : wanted, account, isMoved };
}

/** Whether a folder holds a cluster. */
export const hasCluster = (directory: string): boolean => existsSync(path.join(directory, 'PG_VERSION'));

/** Creates the folders above the cluster; as root with modes that let the server's account enter, despite the umask. */
export async function makeWay(directory: string, account: Account | undefined): Promise<void> {
  const parent = path.dirname(directory);
  const first = await makeFolder(parent);
  if (!account || first === undefined) return;
  for (let made = parent; made.length >= first.length; made = path.dirname(made)) await chmod(made, 0o755);
}

/** A stable place for a data directory that only root can enter. */
function fallbackDirectory(wanted: string): string {
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  return path.join('/var/lib/intake', name, 'postgres');
}

/**
 * The name under which a folder is made before it is renamed to its own. With the process in it, so that a later one can
 * tell and remove what a killed process left.
 */
export const unfinishedName = (folder: string): string => `${folder}.new-${process.pid}`;

/** The name under which a restore keeps the data that was there. */
export const asideName = (folder: string, at: Date): string =>
  `${folder}.before-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** What restores have moved aside from a place, oldest first. */
export async function listAside(folder: string): Promise<string[]> {
  const names = await readdir(path.dirname(folder)).catch(() => []);
  const aside = names.filter((name) => name.startsWith(`${path.basename(folder)}.before-`));
  return aside.toSorted().map((name) => path.join(path.dirname(folder), name));
}

/** Removes what killed starts and restores left beside a folder: half-made ones, and password files. */
export async function sweepUnfinished(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const prefixes = [`${path.basename(folder)}.new-`, '.password-'];
  for (const name of await readdir(parent).catch(() => [])) {
    const prefix = prefixes.find((each) => name.startsWith(each));
    const pid = prefix === undefined ? NaN : Number(name.slice(prefix.length));
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    // `initdb` may outlive the killed start for a moment; the next start removes the rest.
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}
