import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { WrongWords } from '../platform/commands.ts';
import { createDatabase, createPool, endPool } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { findBinaries, findMajorVersion } from '../platform/database/embedded-binaries.ts';
import {
  asideName,
  hasCluster,
  makeWay,
  placeCluster,
  sweepUnfinished,
  unfinishedName,
  type ClusterPlace,
} from '../platform/database/embedded-place.ts';
import { runningPort } from '../platform/database/embedded-state.ts';
import { noteStaffCommand } from '../platform/security-events/staff-commands.ts';
import { afterRestore, type AfterRestore } from './after-restore.ts';
import { syncFolder, unpackCompressed, unpackFiles } from './archives.ts';
import { isInUse } from './backup.store.ts';
import { readManifest, verifyParts, type Manifest } from './manifest.ts';

/** What is restored, and to where. */
export interface RestoreOrder {
  /** The folder of the backup. */
  folder: string;
  /** The data directory of the installation. */
  dataDir: string;
  /** Whether data that is there is moved aside first; else it is a reason to refuse. */
  replaces: boolean;
  /** Names of this version's migrations. */
  knownMigrations: readonly string[];
  tell(line: string): void;
}

/** What a restore has done. */
export interface Restored {
  manifest: Manifest;
  /** Folders with the data from before. */
  movedAside: string[];
  after: AfterRestore;
}

/**
 * Restores a backup of the embedded database and its files. Everything is verified, unpacked and started beside its place
 * before the first folder is renamed, so that a failed restore leaves what was there.
 *
 * @throws WrongWords with what to do: the backup is damaged, newer, or of another PostgreSQL; the product runs; there is
 *   data already
 */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  const { folder, dataDir, replaces, tell } = order;
  const manifest = await readManifest(folder);
  await requireReadable(manifest, order.knownMigrations);
  const wanted = path.resolve(dataDir, 'postgres');
  const place = await placeCluster(wanted);
  const targets = [place.directory, ...(manifest.files ? [path.resolve(dataDir, 'files')] : [])];
  await requireStopped(wanted, place);
  const inTheWay = await listFilled(targets);
  if (!replaces && inTheWay.length > 0)
    throw new WrongWords(
      `${inTheWay.join(' and ')} ${inTheWay.length === 1 ? 'holds' : 'hold'} data already. Name an empty DATA_DIR, or add --replace, which moves the data aside and deletes nothing.`,
    );
  tell('verifying the checksums');
  await verifyParts(folder, manifest);
  tell('unpacking');
  for (const target of targets) await sweepUnfinished(target);
  const pairs = targets.map((target): Unpacked => [unfinishedName(target), target]);
  try {
    await unpack(folder, { manifest, place, pairs });
    tell('starting the database, which replays its log');
    const after = await prepare(pairs[0]![0]);
    // Again: a product may have been started meanwhile, and would lose its data's name.
    await requireStopped(wanted, place);
    return { manifest, movedAside: await swapIn(pairs), after };
  } finally {
    for (const [made] of pairs) await rm(made, { recursive: true, force: true });
  }
}

/** @throws WrongWords when this version or its PostgreSQL cannot read the data */
async function requireReadable({ intake, migrations, postgres }: Manifest, known: readonly string[]): Promise<void> {
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new WrongWords(
      `The backup was taken by a newer Intake (${intake}): its database has been through ${unknown.join(', ')}, which this version does not have. Restore it with that version or a later one.`,
    );
  const major = await findMajorVersion(await findBinaries());
  if (major !== postgres.major)
    throw new WrongWords(
      `The backup is of PostgreSQL ${postgres.major}, and this Intake comes with PostgreSQL ${major}, which cannot read its files. Restore it with the version of Intake that took it (${intake}).`,
    );
}

/** @throws WrongWords while a product or a command uses the data directory */
async function requireStopped(wanted: string, { directory }: ClusterPlace): Promise<void> {
  if ((await runningPort(directory)) === undefined) return;
  const embedded = await startEmbeddedPostgres({ directory: wanted, mustExist: true });
  const pool = createPool({ url: embedded.ownerUrl, maxConnections: 1, applicationName: 'intake-restore' });
  let isUsed: boolean;
  try {
    isUsed = await isInUse(createDatabase(pool));
  } finally {
    await endPool(pool);
  }
  // A server without clients was left behind by a killed product.
  if (!isUsed) await embedded.stop();
  if ((await runningPort(directory)) !== undefined)
    throw new WrongWords(
      `The product runs on ${path.dirname(wanted)}, or a command does. Stop it, then restore. Nothing was changed.`,
    );
}

async function listFilled(targets: readonly string[]): Promise<string[]> {
  const filled = await Promise.all(
    targets.map(async (target) => existsSync(target) && (await readdir(target)).length > 0),
  );
  return targets.filter((_, at) => filled[at]);
}

/** Where a part is unpacked, and where it belongs. */
type Unpacked = readonly [made: string, target: string];

interface Unpacking {
  manifest: Manifest;
  place: ClusterPlace;
  /** The database, then the uploaded files if there are any. */
  pairs: readonly Unpacked[];
}

async function unpack(folder: string, { manifest, place, pairs }: Unpacking): Promise<void> {
  await makeWay(place.directory, place.account);
  const [cluster, uploads] = pairs.map(([made]) => made) as [string, string?];
  for (const [made] of pairs) {
    await rm(made, { recursive: true, force: true });
    await mkdir(made, { recursive: true, mode: 0o700 });
  }
  if (place.account) await chown(cluster, place.account.uid, place.account.gid);
  await unpackCompressed(path.join(folder, manifest.database.name), cluster, place.account);
  await chmod(cluster, 0o700);
  if (!hasCluster(cluster)) throw new Error('the archive of the database holds no database');
  if (manifest.files) await unpackFiles(path.join(folder, manifest.files.name), uploads!);
}

/**
 * Puts what was unpacked into its place and moves what is there aside; nothing is deleted, and a failure puts all of it
 * back. The database leaves first and comes last, so that the product starts on no mixture of old and new: without a
 * database beside one that was moved aside it does not start.
 *
 * @returns where what was there lies now
 */
async function swapIn(pairs: readonly Unpacked[]): Promise<string[]> {
  const now = new Date();
  const aside = (await listFilled(pairs.map(([, target]) => target))).map(
    (target) => [target, asideName(target, now)] as const,
  );
  const renamed: (readonly [from: string, to: string])[] = [];
  try {
    for (const [from, to] of [...aside, ...pairs.toReversed()]) {
      // Replaces an empty folder, and fails where there is a filled one.
      await rename(from, to);
      renamed.push([from, to]);
      await syncFolder(path.dirname(to));
    }
  } catch (error) {
    await putBack(renamed, error as Error);
  }
  return aside.map(([, to]) => to);
}

/** @throws Error always: why the restore failed, and where the data is that was there */
async function putBack(renamed: readonly (readonly [from: string, to: string])[], cause: Error): Promise<never> {
  const left: string[] = [];
  for (const [from, to] of renamed.toReversed())
    await rename(to, from).catch((error: Error) => left.push(`${to} to ${from} (${error.message})`));
  const outcome =
    left.length === 0
      ? 'The data that was there is in its place again.'
      : `The data that was there could not be put back. Rename, in this order: ${left.join('; ')}.`;
  throw new Error(`The backup could not be put into its place: ${cause.message}. ${outcome}`, { cause });
}

/**
 * Starts the unpacked database once, which replays the log and syncs every file to the disk, and ends what a database
 * that went back in time must not let in again.
 *
 * @returns what ended with it
 */
async function prepare(directory: string): Promise<AfterRestore> {
  const embedded = await startEmbeddedPostgres({ directory, mustExist: true });
  const pool = createPool({ url: embedded.ownerUrl, maxConnections: 1, patient: true });
  const db = createDatabase(pool);
  try {
    const after = await afterRestore(db);
    await noteStaffCommand(db, { command: 'restore', outcome: 'done' });
    return after;
  } finally {
    await endPool(pool);
    await embedded.stop();
  }
}
