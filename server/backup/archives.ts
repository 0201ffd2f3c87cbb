import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Account } from '../platform/database/embedded-account.ts';
import { hashFile, type Part } from './manifest.ts';

/** Level 3, zstd's own default: higher ones cost more time than they save disk. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/**
 * Writes a compressed file durably, mode 0600.
 *
 * @param fill writes the bytes; it does not end the stream
 */
export async function writeCompressed<T>(file: string, fill: (to: Writable) => Promise<T>): Promise<T> {
  const input = new PassThrough({ highWaterMark: 1 << 20 });
  // `flush`: fsync before the file is closed.
  const output = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  const written = pipeline(input, createZstdCompress(compression), output);
  // Awaited below; until then a failure must not be unhandled.
  written.catch(() => undefined);
  try {
    const filled = await fill(input);
    input.end();
    await written;
    return filled;
  } catch (error) {
    input.destroy(error as Error);
    throw error;
  }
}

/** Length and checksum of a finished file of a backup, as they are read back from the disk. */
export async function describePart(folder: string, name: string): Promise<Part> {
  const file = path.join(folder, name);
  return { name, bytes: (await stat(file)).size, sha256: await hashFile(file) };
}

/** Makes an archive of files of a folder. A file that vanishes meanwhile is left out. */
export const createArchive = (archive: string, folder: string, names: readonly string[]): Promise<void> =>
  packInto('-c', archive, folder, names);

/** Adds files of a folder to an archive in the same way. */
export const appendToArchive = (archive: string, folder: string, names: readonly string[]): Promise<void> =>
  packInto('-r', archive, folder, names);

const packInto = (mode: '-c' | '-r', archive: string, folder: string, names: readonly string[]) => {
  // The folder is made with its first file.
  const from = names.length === 0 ? '/' : folder;
  return runTar([mode, '-f', archive, '-C', from, '--null', '-T', '-'], { input: pipeNames(names), mayMiss: true });
};

const pipeNames = (names: readonly string[]) => (to: Writable) => to.end(names.map((name) => `./${name}\0`).join(''));

/** The stored files of a folder: half-written ones, which end in `.part`, are left out. */
export const listStoredFiles = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.filter((name) => !name.endsWith('.part')),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );

/** Unpacks a compressed archive into a folder, under the account that is to own what is in it. */
export async function unpackCompressed(archive: string, folder: string, account: Account | undefined): Promise<void> {
  const input = createReadStream(archive, { highWaterMark: 1 << 20 });
  await runTar(['-x', '-p', '-f', '-', '-C', folder], {
    input: (to) => pipeline(input, createZstdDecompress(), to),
    account,
  });
}

/** Unpacks an archive of uploaded files. */
export const unpackFiles = (archive: string, folder: string): Promise<void> =>
  runTar(['-x', '-f', archive, '-C', folder], { input: (to) => to.end() });

interface TarOptions {
  input(to: Writable): unknown;
  account?: Account | undefined;
  /** Whether files may vanish before they are read, which ends BSD's tar with 1 and GNU's with 2. */
  mayMiss?: boolean;
}

async function runTar(words: string[], { input, account, mayMiss = false }: TarOptions): Promise<void> {
  const tar = spawn('tar', words, {
    // The account may have no access to our working directory.
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    ...account,
  });
  const said = collect(tar.stderr);
  const ended = once(tar, 'close');
  // A tar that ends early closes the pipe; its exit code and words tell why.
  tar.stdin.on('error', () => undefined);
  const fed = Promise.resolve(input(tar.stdin)).catch((error: NodeJS.ErrnoException) => error);
  const [code] = (await ended) as [number | null];
  const failure = await fed;
  const isGone = mayMiss && (code === 1 || code === 2) && said().split('\n').every(tellsOfMissing);
  if (code !== 0 && !isGone) throw new Error(`tar ended with ${code}: ${said().slice(0, 300) || 'it gave no reason'}`);
  if (failure instanceof Error) throw failure;
}

const tellsOfMissing = (line: string) =>
  line === '' ||
  /No such file|File removed before we read it|Exiting with failure status due to previous errors/.test(line);

function collect(stream: Readable): () => string {
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  return () => text.trim();
}

/** fsync of a folder: without it a new or renamed entry may be lost in a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
