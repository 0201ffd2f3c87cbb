import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** The port of a server that already runs on this directory, or undefined. */
export async function runningPort(directory: string): Promise<number | undefined> {
  const pidFile = path.join(directory, 'postmaster.pid');
  const [pid, , , port] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  if (!pid || !port) return undefined;
  const state = await stateOf(Number(pid), directory);
  // After a crash the number may belong to anybody, and the server would take that for itself.
  if (state === 'somebody else') await rm(pidFile, { force: true });
  return state === 'running' ? Number(port) : undefined;
}

/** What the process is that a directory names as its server. */
async function stateOf(pid: number, directory: string): Promise<'running' | 'ended' | 'somebody else'> {
  if (!isAlive(pid)) return 'ended';
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // Where processes cannot be looked at, the number must do.
  if (command === undefined) return 'running';
  const words = command.split('\0');
  const data = words[words.indexOf('-D') + 1] ?? directory;
  // A process that has ended but was not fetched by its parent has no command any more.
  const isServer = path.basename(words[0]!) === 'postgres';
  return isServer && (data === directory || !path.isAbsolute(data)) ? 'running' : 'somebody else';
}

/** Whether a process has this number now; it may be another than the one that is meant. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
