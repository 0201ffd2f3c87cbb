import { statfs } from 'node:fs/promises';
import path from 'node:path';

interface Failure {
  /** All that the database's own programs said while they were at it. */
  said: string;
  /** Where the cluster is, or was to be. */
  directory: string;
  /** Where there is more to read. */
  log?: string;
  cause: unknown;
}

/** Bytes. With fewer the server cannot even write down why it does not start. */
const leastSpace = 1024 * 1024;

/**
 * An error that says in a sentence or two what the database's own programs said in many.
 *
 * @param what happened, as the end of "the embedded PostgreSQL …"
 */
export async function embeddedFailure(what: string, { said, directory, log, cause }: Failure): Promise<Error> {
  const isFull = /No space left on device|Disk quota exceeded/.test(said) || (await spaceAt(directory)) < leastSpace;
  const reason = isFull
    ? `the disk that holds ${directory} is full. Free some space, and start again.`
    : [`${faultIn(said)}.`, ...(log ? [`Its log is ${log}.`] : [])].join(' ');
  return new Error(`the embedded PostgreSQL ${what}: ${reason}`, { cause });
}

async function spaceAt(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(path.dirname(directory));
  return bavail * bsize;
}

/** The first fault tells the reason; what follows tells of its consequences. */
const faultIn = (said: string) => /(?:FATAL|PANIC|error): +(.{1,200})/.exec(said)?.[1] ?? 'it gave no reason';
