import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkBucket } from './check-bucket.ts';
import { startBucketServer, type BucketRight, type BucketServer } from '../../testing/bucket-server.ts';
import { freePort } from '../../testing/free-port.ts';

// One for each test: a check does not wait for its other calls once one has failed, and these would be answered in the next.
let bucket: BucketServer;
beforeEach(async () => {
  bucket = await startBucketServer();
});
afterEach(() => bucket.stop());

const messageOf = (work: Promise<string[]>) =>
  work.then(
    (warnings) => `warnings: ${warnings.join()}`,
    (error: Error) => error.message,
  );
const withChange = (change: (url: URL) => unknown) => {
  const url = new URL(bucket.filesUrl);
  change(url);
  return url.href;
};

describe('a bucket at the start', () => {
  test('with every right is taken without a warning, and keeps nothing (negative control)', async () => {
    expect(await checkBucket(bucket.filesUrl)).toEqual([]);
    expect(bucket.calls.map((call) => call.split(' ')[0]).toSorted()).toEqual(['DELETE', 'GET', 'GET', 'PUT']);
    expect(bucket.objects.size).toBe(0);
  });

  test.for<[BucketRight, string]>([
    ['list', 's3:ListBucket'],
    ['write', 's3:PutObject'],
    ['read', 's3:GetObject'],
    ['delete', 's3:DeleteObject'],
  ])('without the right to %s is refused, and the missing right is named', async ([right, policy]) => {
    bucket.denied.add(right);
    expect(await messageOf(checkBucket(bucket.filesUrl))).toBe(
      `the key in FILES_URL may not ${right} in its bucket (AccessDenied): allow it ${policy}.`,
    );
  });

  test('without two rights is refused with both', async () => {
    for (const right of ['list', 'delete'] as const) bucket.denied.add(right);
    expect(await messageOf(checkBucket(bucket.filesUrl))).toMatch(/allow it s3:ListBucket, s3:DeleteObject\.$/);
  });

  test.for<[string, (url: URL) => unknown, RegExp]>([
    ['another key', (url) => (url.username = 'AKWRONG'), /\(InvalidAccessKeyId\): it does not know the key/],
    ['another secret', (url) => (url.password = 'wrong'), /\(SignatureDoesNotMatch\): the secret does not belong/],
    ['another region', (url) => url.searchParams.set('region', 'elsewhere'), /it is in another region: add \?region=/],
    ['another name', (url) => (url.pathname = '/films'), /\(NoSuchBucket\): .*create it, or correct the name\.$/],
  ])('under %s is refused, and what to correct is named', async ([, change, said]) => {
    const message = await messageOf(checkBucket(withChange(change)));
    expect(message).toMatch(said);
    expect(message).not.toMatch(/AKWRONG|wrong/);
  });

  test.for([
    ['is out of order', { status: 503, code: 'SlowDown' }, /it answered 503$/],
    ['is full', { status: 507, code: 'XMinioStorageFull' }, /it answered 507$/],
    ['never answers', 'silence', /no answer within 2 s$/],
  ] as const)('that %s is a warning: a start goes on', async ([, failure, said]) => {
    bucket.failures.push(failure, failure);
    expect(await messageOf(checkBucket(bucket.filesUrl))).toMatch(said);
  });

  test('whose host refuses connections is a warning, without its secret', async () => {
    const port = String(await freePort());
    const message = await messageOf(checkBucket(withChange((url) => (url.port = port))));
    expect(message).toMatch(/^warnings: the bucket at FILES_URL is not available.*ECONNREFUSED$/);
    expect(message).not.toContain('secret');
  });

  test('is not asked for where files are kept in a directory', async () => {
    expect(await checkBucket(undefined)).toEqual([]);
  });
});
