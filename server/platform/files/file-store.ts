import path from 'node:path';
import { createFileBucket } from './file-bucket.ts';
import { createFileDirectory } from './file-directory.ts';
import type { Files } from './files.ts';
import type { Log } from '../log.ts';

/**
 * @param dataDir the directory of this installation's data, where files are kept if no bucket is named
 * @param filesUrl a bucket that all processes share
 */
export function createFiles(
  { dataDir, filesUrl }: { dataDir: string; filesUrl?: string | undefined },
  log: Log,
): Files {
  const store = filesUrl ? createFileBucket(filesUrl, log) : createFileDirectory(path.join(dataDir, 'files'), log);
  return {
    save: async (name, bytes, type) => store.save(requireName(name), bytes, type),
    read: async (name) => store.read(requireName(name)),
    remove: async (name) => store.remove(requireName(name)),
  };
}

/** Guards against path traversal: names are generated, so any other one is a fault of ours. */
function requireName(name: string): string {
  if (!/^[a-z0-9]{16,64}\.[a-z0-9]{2,5}$/.test(name)) throw new Error('This is no name of a stored file.');
  return name;
}
