import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFull, isPassing, openBucket, refusalCodeOf, type BucketAnswer } from './bucket-calls.ts';
import type { Files } from './files.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';

/** Milliseconds for one call, with its second try. */
const patienceMs = 5_000;
const pauseMs = 200;

/**
 * Files in a bucket of an S3-compatible store, addressed by path. Calls are retried; they are idempotent, since a name
 * always has the same bytes.
 *
 * @param filesUrl `https://KEY:SECRET@host/bucket?region=…`, validated by `readEnv`
 */
export function createFileBucket(filesUrl: string, log: Log): Files {
  const callBucket = openBucket(filesUrl);

  /** @throws Refusal storage-full; service-unavailable when the bucket does not answer, or not as it should */
  async function ask(name: string, init: RequestInit, fine: readonly number[]): Promise<BucketAnswer> {
    const signal = AbortSignal.timeout(patienceMs);
    const call = () => callBucket(name, { ...init, signal });
    try {
      const first = await call().catch(() => undefined);
      if (first && !isPassing(first)) return requireFine(first, fine);
      await sleep(pauseMs, undefined, { signal });
      return requireFine(await call(), fine);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      log.warn({ err: error }, 'The bucket for files does not answer as it should.');
      throw new Refusal('service-unavailable', { retryAfterSeconds: 1 });
    }
  }

  return {
    async save(name, bytes, type) {
      const body = Buffer.from(bytes);
      const hash = createHash('sha256').update(body).digest('hex');
      // Signing the hash protects the file's integrity in transit.
      const headers = { 'content-type': type, 'x-amz-content-sha256': hash };
      await ask(name, { method: 'PUT', headers, body }, [200, 201]);
    },
    async read(name) {
      const { status, body } = await ask(name, { method: 'GET' }, [200, 404]);
      return status === 404 ? undefined : body;
    },
    remove: async (name) => void (await ask(name, { method: 'DELETE' }, [200, 204, 404])),
  };
}

function requireFine(answer: BucketAnswer, fine: readonly number[]): BucketAnswer {
  if (fine.includes(answer.status)) return answer;
  if (isFull(answer)) throw new Refusal('storage-full');
  throw new Error(`the bucket answered ${answer.status} ${refusalCodeOf(answer)}`);
}
