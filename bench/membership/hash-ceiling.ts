import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./hashes.ts', import.meta.url));

/** What of a password's hash is measured: the comparison of a log-in, or the making of a sign-up. */
export type HashWork = 'verify' | 'hash';

/**
 * The most that any service can answer with this hash on this machine: hashes in a second by a process that does nothing
 * else, as many at once as the product has.
 */
export async function measureHashes(work: HashWork, seconds: number): Promise<number> {
  const child = fork(program, [work, String(seconds)]);
  const [perSecond] = (await once(child, 'message')) as [number];
  return perSecond;
}
