import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../lib/project.mjs';

const run = promisify(execFile);

/**
 * The day of the last commit of each file below a folder, by its path. Empty outside a repository, and in a shallow
 * clone, in which every file seems to be as young as the clone.
 */
export async function lastEdits(folder: string): Promise<ReadonlyMap<string, string>> {
  const edits = new Map<string, string>();
  try {
    const git = async (...words: string[]) => (await run('git', words, { cwd: root, maxBuffer: 64 << 20 })).stdout;
    if ((await git('rev-parse', '--is-shallow-repository')).trim() !== 'false') return edits;
    let day = '';
    for (const line of (await git('log', '--format=@%cs', '--name-only', '--', folder)).split('\n')) {
      if (line.startsWith('@')) day = line.slice(1);
      else if (line !== '' && !edits.has(line)) edits.set(line, day);
    }
  } catch {
    // An archive without its history, or a machine without git: pages then have no date.
  }
  return edits;
}
