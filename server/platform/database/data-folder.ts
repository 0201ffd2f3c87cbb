import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Refuses a data path that cannot be a folder, before a fallback silently moves the data elsewhere.
 *
 * @throws Error in plain words when the folder, or the nearest above it that exists, is a file
 */
export async function requireFolder(folder: string): Promise<void> {
  const existing = nearestExisting(folder);
  if (!(await stat(existing)).isDirectory())
    throw new Error(`${existing} is a file, and DATA_DIR must be a folder. Set DATA_DIR to another one.`);
}

/**
 * Makes a folder and those above it, one by one: Node's recursive `mkdir` never ends where a file system refuses new
 * folders with ENOENT, as `/proc` does.
 *
 * @returns the first that was made; undefined when all were there
 * @throws Error in plain words where there can be no folder; the system's error where this account may make none
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  const existing = nearestExisting(folder);
  const missing = path.relative(existing, folder).split(path.sep).filter(Boolean);
  const folders = missing.map((_, at) => path.join(existing, ...missing.slice(0, at + 1)));
  for (const each of folders)
    await mkdir(each).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT')
        throw new Error(`${each} cannot be made: there can be no folder. Set DATA_DIR to another one.`, {
          cause: error,
        });
      // A race: another start has just created it.
      if (error.code !== 'EEXIST') throw error;
    });
  return folders[0];
}

function nearestExisting(folder: string): string {
  let existing = path.resolve(folder);
  while (!existsSync(existing)) existing = path.dirname(existing);
  return existing;
}
