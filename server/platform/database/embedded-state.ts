import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** The port of a server that already runs on this directory, or undefined. */
export async function runningPort(directory: string): Promise<number | undefined> {
  const pidFile = path.join(directory, 'postmaster.pid');
  const [pid, , , port] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  if (!pid || !port) return undefined;
  const state = await stateOf(Number(pid), directory);
  // A stale pid file: after a crash the pid may have been reused, and the server would take that process for itself.
  if (state === 'somebody else') await rm(pidFile, { force: true });
  return state === 'running' ? Number(port) : undefined;
}

/** The state of the process in a directory's pid file. */
async function stateOf(pid: number, directory: string): Promise<'running' | 'ended' | 'somebody else'> {
  if (!isAlive(pid)) return 'ended';
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // Without access to the process list the pid has to do.
  if (command === undefined) return 'running';
  const words = command.split('\0');
  const data = words[words.indexOf('-D') + 1] ?? directory;
  // A zombie has no command line.
  const isServer = path.basename(words[0]!) === 'postgres';
  return isServer && (data === directory || !path.isAbsolute(data)) ? 'running' : 'somebody else';
}

/** Whether a process with this pid exists; the pid may have been reused. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
