import { statfs } from 'node:fs/promises';
import path from 'node:path';

interface Failure {
  /** Output of the database's programs. */
  said: string;
  /** Where the cluster is, or was to be. */
  directory: string;
  /** Path of the server's log. */
  log?: string;
  cause: unknown;
}

/** Bytes of free space below which the server cannot even log why it does not start. */
const leastSpace = 1024 * 1024;

/**
 * Sums up the output of the database's programs in an error of a sentence or two.
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

/** The first fault is the cause; those after it are consequences. */
const faultIn = (said: string) => /(?:FATAL|PANIC|error): +(.{1,200})/.exec(said)?.[1] ?? 'it gave no reason';
