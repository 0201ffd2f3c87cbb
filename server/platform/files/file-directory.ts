import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from './files.ts';
import { Refusal } from '../refusal.ts';

/** Files in a directory of this machine, made with the first one. */
export function createFileDirectory(directory: string): Files {
  const at = (name: string) => path.join(directory, name);
  return {
    async save(name, bytes) {
      const whole = at(name);
      const part = `${whole}.part`;
      await mkdir(directory, { recursive: true });
      try {
        await writeDurably(part, bytes);
        await rename(part, whole);
      } catch (error) {
        await rm(part, { force: true });
        throw isFull(error) ? new Refusal('storage-full') : error;
      }
    },
    read: (name) =>
      readFile(at(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    async remove(name) {
      // A process that was killed while it wrote left the part.
      for (const file of [at(name), `${at(name)}.part`]) await rm(file, { force: true });
    },
  };
}

/** On the disk before anything refers to it. */
async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
