import { AwsClient } from 'aws4fetch';
import { callOutside } from '../outside-call.ts';

/** What a bucket answered. */
export interface BucketAnswer {
  status: number;
  body: Buffer;
}

/** One signed call to a bucket. @param path a file's name, or a query about the bucket itself */
export type CallBucket = (path: string, init: RequestInit) => Promise<BucketAnswer>;

/**
 * Signs calls to a bucket of an S3-compatible store, addressed by path.
 *
 * @param filesUrl `https://KEY:SECRET@host/bucket?region=…`, validated by `readEnv`
 */
export function openBucket(filesUrl: string): CallBucket {
  const { protocol, host, pathname, username, password, searchParams } = new URL(filesUrl);
  const bucket = `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
  const signer = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
  });
  return async (path, { signal = null, ...init }) => {
    const request = await signer.sign(`${bucket}/${path}`, init);
    const { method } = request;
    return callOutside(
      { to: 'files', what: method, host, attributes: { 'http.request.method': method } },
      async ({ status }) => {
        const response = await fetch(request, { signal, redirect: 'manual' });
        // A start has found every right there, so 403 is the key that is not taken any more.
        status(response.status, response.status === 401 || response.status === 403);
        return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
      },
    );
  };
}

/** Whether a second try may succeed. */
export const isPassing = ({ status }: BucketAnswer): boolean => status === 429 || (status >= 500 && status !== 507);

/** The store's code for a refusal, such as AccessDenied. Other elements of its answer may contain keys. */
export const refusalCodeOf = ({ body }: BucketAnswer): string =>
  /<Code>(\w{1,60})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? '';

/** Whether it has no room left, which stores say in several ways. */
export const isFull = (answer: BucketAnswer): boolean =>
  answer.status === 507 || /StorageFull|QuotaExceeded|InsufficientStorage/.test(refusalCodeOf(answer));
