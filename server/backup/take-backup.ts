import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { WrongWords } from '../platform/commands.ts';
import { takeBaseBackup } from '../platform/database/base-backup.ts';
import { createDatabase, createPool, endPool } from '../platform/database/database.ts';
import {
  appendToArchive,
  createArchive,
  describePart,
  listStoredFiles,
  syncFolder,
  writeCompressed,
} from './archives.ts';
import { findVersion } from '../platform/product-version.ts';
import { readFacts } from './backup.store.ts';
import { writeManifest, type Manifest, type Part } from './manifest.ts';

/** What is backed up, and to where. */
export interface BackupOrder {
  /** Address of the owner of the embedded database. */
  ownerUrl: string;
  /** Folder of the uploaded files; undefined where a bucket has them. */
  filesFolder: string | undefined;
  /** The folder to make; there must be nothing of that name. */
  target: string;
  /** Told of progress, a line at a time. */
  tell(line: string): void;
}

/** Milliseconds between two lines about progress. */
const tellEveryMs = 2_000;

/**
 * Takes a backup of a running or stopped product. It is written beside its place and renamed when it is whole and on the
 * disk, so that a killed or failed one is never taken for a backup.
 *
 * @throws WrongWords when the target exists; the system's error when the disk is full
 */
export async function takeBackup({ ownerUrl, filesFolder, target, tell }: BackupOrder): Promise<Manifest> {
  const partial = `${target}.${process.pid}.partial`;
  await mkdir(path.dirname(target), { recursive: true });
  await requireFree(target);
  await mkdir(partial, { mode: 0o700 });
  try {
    const manifest = await fill(partial, { ownerUrl, filesFolder, tell });
    await writeManifest(partial, manifest);
    await syncFolder(partial);
    await requireFree(target);
    await rename(partial, target);
    await syncFolder(path.dirname(target));
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function requireFree(target: string): Promise<void> {
  const existing = await open(target, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (!existing) return;
  await existing.close();
  throw new WrongWords(`${target} exists, and a backup never overwrites anything. Name another place with --to.`);
}

async function fill(
  folder: string,
  { ownerUrl, filesFolder, tell }: Pick<BackupOrder, 'ownerUrl' | 'filesFolder' | 'tell'>,
): Promise<Manifest> {
  const filesName = 'files.tar';
  const databaseName = 'database.tar.zst';
  const archive = path.join(folder, filesName);
  // Stored files never change. Packed before the database and, if new, after it, they are all that the database may name.
  const before = filesFolder === undefined ? [] : await listStoredFiles(filesFolder);
  if (filesFolder !== undefined) await createArchive(archive, filesFolder, before);
  const { version, major, now, migrations, members } = await askFacts(ownerUrl);
  const databaseFile = path.join(folder, databaseName);
  const stopTelling = tellGrowth(databaseFile, tell);
  const { startLsn, endLsn } = await writeCompressed(databaseFile, (to) =>
    takeBaseBackup({ url: ownerUrl, to }),
  ).finally(stopTelling);
  const files = filesFolder === undefined ? null : await addNewFiles(folder, { filesName, filesFolder, before });
  const database = await describePart(folder, databaseName);
  return {
    format: 1,
    intake: await findVersion(),
    takenAt: now.toISOString(),
    postgres: { version, major, startLsn, endLsn },
    migrations,
    members,
    database,
    files,
  };
}

interface Packed {
  filesName: string;
  filesFolder: string;
  /** Names in the archive. */
  before: readonly string[];
}

async function addNewFiles(
  folder: string,
  { filesName, filesFolder, before }: Packed,
): Promise<Part & { count: number }> {
  const archive = path.join(folder, filesName);
  const packed = new Set(before);
  const added = (await listStoredFiles(filesFolder)).filter((name) => !packed.has(name));
  if (added.length > 0) await appendToArchive(archive, filesFolder, added);
  await chmod(archive, 0o600);
  await syncFolder(archive);
  return { ...(await describePart(folder, filesName)), count: before.length + added.length };
}

/** Tells the size of a growing file, now and then. @returns a function that stops it */
function tellGrowth(file: string, tell: (line: string) => void): () => void {
  const timer = setInterval(() => {
    stat(file).then(
      ({ size }) => tell(`database: ${describeBytes(size)} written`),
      () => undefined,
    );
  }, tellEveryMs);
  return () => clearInterval(timer);
}

/** A size for people: `1.2 GB`. */
export function describeBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

async function askFacts(url: string) {
  const pool = createPool({ url, maxConnections: 1, patient: true });
  try {
    return await readFacts(createDatabase(pool));
  } finally {
    await endPool(pool);
  }
}
