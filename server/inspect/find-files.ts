import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CannotInspect } from './cannot-inspect.ts';
import { pageMaxBytes, readPageText, tooLarge } from './page-text.ts';

/**
 * Every page of a path: a file, or all files below a folder.
 *
 * @param folder where the command was typed
 * @throws CannotInspect where there is none
 */
export async function findFiles(word: string, folder: string): Promise<string[]> {
  const kind = await stat(path.resolve(folder, word)).catch(explainFile);
  if (kind.isFile()) return [word];
  if (!kind.isDirectory()) throw new CannotInspect('it is neither a file nor a folder');
  const files = await htmlBelow(folder, word);
  if (files.length === 0) throw new CannotInspect('there is no .html file below it');
  return files;
}

/** Installed packages and hidden folders are not part of the site. */
const isForeign = ({ name }: Dirent) => name === 'node_modules' || name.startsWith('.');

async function htmlBelow(folder: string, word: string): Promise<string[]> {
  const found: string[] = [];
  const waiting = [word];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(path.resolve(folder, next), { withFileTypes: true }).catch(explainFile)) {
      if (isForeign(entry)) continue;
      const inside = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(inside);
      else if (/\.html?$/i.test(entry.name)) found.push(inside);
    }
  }
  return found.toSorted();
}

/** @throws CannotInspect saying what it is instead of a page */
export async function readPageFile(file: string): Promise<string> {
  const { size } = await stat(file).catch(explainFile);
  if (size > pageMaxBytes) throw tooLarge();
  return readPageText(await readFile(file).catch(explainFile));
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
};

function explainFile(error: NodeJS.ErrnoException): never {
  throw new CannotInspect(reasons[error.code ?? ''] ?? error.message);
}
