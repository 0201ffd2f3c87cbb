import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Files } from './files.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';

/** Milliseconds for one call, with its second try. */
const patienceMs = 5_000;
const pauseMs = 200;

/**
 * Files in a bucket of an S3-compatible store, addressed by path. Every call may be made twice, since a name is written
 * once and always with the same bytes.
 *
 * @param filesUrl `https://KEY:SECRET@host/bucket?region=…`, as the environment was found to give it
 */
export function createFileBucket(filesUrl: string, log: Log): Files {
  const { protocol, host, pathname, username, password, searchParams } = new URL(filesUrl);
  const bucket = `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
  const signer = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
  });

  async function call(name: string, init: RequestInit, signal: AbortSignal): Promise<Answer> {
    const request = await signer.sign(`${bucket}/${name}`, init);
    const response = await fetch(request, { signal, redirect: 'error' });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  }

  /** @throws Refusal storage-full; service-unavailable when the bucket does not answer, or not as it should */
  async function ask(name: string, init: RequestInit, fine: readonly number[]): Promise<Answer> {
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const first = await call(name, init, signal).catch(() => undefined);
      if (first && !isPassing(first)) return requireFine(first, fine);
      await sleep(pauseMs, undefined, { signal });
      return requireFine(await call(name, init, signal), fine);
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
      // With its hash among what is signed, the file that is stored is the one we sent.
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

interface Answer {
  status: number;
  body: Buffer;
}

const isPassing = ({ status }: Answer) => status === 429 || (status >= 500 && status !== 507);

function requireFine(answer: Answer, fine: readonly number[]): Answer {
  if (fine.includes(answer.status)) return answer;
  const text = answer.body.toString('utf8');
  if (answer.status === 507 || /StorageFull|QuotaExceeded|InsufficientStorage/.test(text))
    throw new Refusal('storage-full');
  // Stores say what went wrong in one element; the others may name keys.
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  throw new Error(`the bucket answered ${answer.status} ${code}`);
}
