import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import type { Files } from './files.ts';

/** Files in a local directory, created with the first one. */
export function createFileDirectory(directory: string, log: Log): Files {
  const at = (name: string) => path.join(directory, name);

  /** Every error of the disk answers 503: the request was right. */
  function unavailable(error: unknown): Refusal {
    log.warn({ err: error }, 'The directory for files does not work as it should.');
    return new Refusal('service-unavailable', { retryAfterSeconds: 1 });
  }

  return {
    async save(name, bytes) {
      const part = `${at(name)}.part`;
      try {
        await mkdir(directory, { recursive: true });
        await writeDurably(part, bytes);
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw isFull(error) ? new Refusal('storage-full') : unavailable(error);
      }
      try {
        await rename(part, at(name));
        await syncDirectory(directory);
      } catch (error) {
        throw unavailable(error);
      }
    },
    read: (name) =>
      readFile(at(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw unavailable(error);
      }),
    async remove(name) {
      // A process that was killed while it wrote left the part.
      for (const file of [at(name), `${at(name)}.part`]) await rm(file, { force: true });
    },
  };
}

/** fsync before anything refers to the file. */
async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** fsync of the directory: without it a new name is lost in a power failure. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
