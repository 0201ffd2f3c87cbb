import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** The disk of one server, which can be full without this machine's being so. */
export interface Disk {
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  remove(): void;
}

/** Bytes: twice what the write-ahead log takes at most, `max_wal_size` 1 GB. Only what is written takes memory. */
const sizeBytes = 2e9;

/** Mounts a disk in memory on a folder. @returns undefined where this machine allows none, as many containers do */
export function mountDisk(folder: string): Disk | undefined {
  const filler = path.join(folder, 'filler');
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${sizeBytes},mode=0700`, 'intake', folder);
  } catch {
    return undefined;
  }
  const remove = () => {
    process.off('exit', remove);
    run('umount', '--lazy', folder);
  };
  // Also of a run that was interrupted: a mount outlives the processes that use it.
  process.on('exit', remove);
  return {
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      run('fallocate', '--length', String(bavail * bsize), filler);
    },
    free: () => rmSync(filler, { force: true }),
    remove,
  };
}

const run = (command: string, ...words: string[]) => void execFileSync(command, words, { stdio: 'ignore' });
