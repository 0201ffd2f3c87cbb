import path from 'node:path';
import { createFileBucket } from './file-bucket.ts';
import { createFileDirectory } from './file-directory.ts';
import type { Log } from './log.ts';

/** Where uploaded files are kept. A name is used once and never again, so a file never changes. */
export interface Files {
  /**
   * Keeps a file whole or not at all.
   *
   * @param name letters, digits and one ending: `5k2….webp`
   * @param type its media type
   * @throws Refusal storage-full
   */
  save(name: string, bytes: Uint8Array, type: string): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  /** Safe to repeat, also for a file that was never there. */
  remove(name: string): Promise<void>;
}

/**
 * @param dataDir the directory of this installation's data, where files are kept if no bucket is named
 * @param filesUrl a bucket that all processes share
 */
export function createFiles(
  { dataDir, filesUrl }: { dataDir: string; filesUrl?: string | undefined },
  log: Log,
): Files {
  const store = filesUrl ? createFileBucket(filesUrl, log) : createFileDirectory(path.join(dataDir, 'files'));
  return {
    save: async (name, bytes, type) => store.save(requireName(name), bytes, type),
    read: async (name) => store.read(requireName(name)),
    remove: async (name) => store.remove(requireName(name)),
  };
}

/** Names are ours; one that could lead elsewhere is a fault of ours. */
function requireName(name: string): string {
  if (!/^[a-z0-9]{16,64}\.[a-z0-9]{2,5}$/.test(name)) throw new Error('This is no name of a stored file.');
  return name;
}
