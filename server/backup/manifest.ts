import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { WrongWords } from '../platform/commands.ts';

/** One file of a backup. */
const Part = z.object({
  name: z.string().check(z.regex(/^[a-z.]+$/)),
  bytes: z.number(),
  sha256: z.string(),
});
export type Part = z.infer<typeof Part>;

/** What a backup is and holds. It is written last: a folder without it is no backup. */
const Manifest = z.object({
  /** Of the backup's own layout. A newer one is refused. */
  format: z.literal(1),
  /** The version of Intake that took it. */
  intake: z.string(),
  /** ISO time of the database's clock: what was committed before is in it. */
  takenAt: z.string(),
  postgres: z.object({ version: z.string(), major: z.number(), startLsn: z.string(), endLsn: z.string() }),
  /** Names of the migrations the database has been through, oldest first. */
  migrations: z.array(z.string()),
  members: z.number(),
  database: Part,
  /** Uploaded files; null where they lie in a bucket, which is not part of the backup. */
  files: z.nullable(z.extend(Part, { count: z.number() })),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestName = 'manifest.json';

/** Writes the manifest durably into a backup's folder. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(path.join(folder, manifestName), 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws WrongWords when the folder holds no backup, or one of a layout that this version cannot read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new WrongWords(
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `${folder} is no backup: it has no ${manifestName}. One whose name ends in ".partial" was never finished.`
        : `The backup in ${folder} cannot be read (${error.code}).`,
    );
  });
  const read = Manifest.safeParse(parse(text));
  if (read.success) return read.data;
  const { format } = (parse(text) ?? {}) as { format?: unknown };
  throw new WrongWords(
    typeof format === 'number' && format > 1
      ? `The backup in ${folder} was taken by a newer Intake. Restore it with that version.`
      : `The backup in ${folder} is damaged: its ${manifestName} cannot be read. Take another backup.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads every file of a backup and compares length and checksum, before anything is touched.
 *
 * @throws WrongWords naming the file that is missing, short or changed
 */
export async function verifyParts(folder: string, { database, files }: Manifest): Promise<void> {
  for (const part of files ? [database, files] : [database]) {
    const file = path.join(folder, part.name);
    const bytes = await stat(file).then(
      ({ size }) => size,
      () => undefined,
    );
    if (bytes === undefined) throw damaged(folder, `${part.name} is missing`);
    if (bytes !== part.bytes) throw damaged(folder, `${part.name} has ${bytes} bytes and should have ${part.bytes}`);
    if ((await hashFile(file)) !== part.sha256)
      throw damaged(folder, `the checksum of ${part.name} is not the one it was taken with`);
  }
}

const damaged = (folder: string, why: string) =>
  new WrongWords(`The backup in ${folder} is damaged: ${why}. Nothing was restored. Use another backup.`);

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
