import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBucketServer, type BucketServer } from '../../testing/bucket-server.ts';
import { countOutsideCalls } from '../../testing/outside-calls.ts';
import { createFiles } from './file-store.ts';
import type { Files } from './files.ts';
import { newId } from '../keys.ts';
import { createLog } from '../log.ts';
import { Refusal } from '../refusal.ts';

const log = createLog('silent');
const newName = () => `${newId('')}.webp`;
const bytes = Buffer.from([0, 1, 2, 250, 255, 13, 10, 0]);
let dataDir: string;
let bucket: BucketServer;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'intake-files-'));
  bucket = await startBucketServer();
});
afterAll(async () => {
  await bucket.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const inDirectory = () => createFiles({ dataDir }, log);
const inBucket = (filesUrl = bucket.filesUrl) => createFiles({ dataDir, filesUrl }, log);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

describe.each<[string, () => Files]>([
  ['a directory', inDirectory],
  ['a bucket', () => inBucket()],
])('in %s', (_, open) => {
  test('a file is read as it was saved', async () => {
    const name = newName();
    await open().save(name, bytes, 'image/webp');
    expect(await open().read(name)).toEqual(bytes);
  });

  test('saving again changes nothing', async () => {
    const name = newName();
    await open().save(name, bytes, 'image/webp');
    await open().save(name, bytes, 'image/webp');
    expect(await open().read(name)).toEqual(bytes);
  });

  test('an unknown file is undefined, not an error', async () => {
    expect(await open().read(newName())).toBeUndefined();
  });

  test('a removed file is gone, and may be removed again', async () => {
    const name = newName();
    await open().save(name, bytes, 'image/webp');
    await open().remove(name);
    await open().remove(name);
    expect(await open().read(name)).toBeUndefined();
  });

  test.each(['../secret.webp', 'a/b.webp', '/etc/passwd', newId(''), `${newId('')}.webp/../x`, `${newId('')}.webp?x`])(
    'the name %j is refused (path traversal)',
    async (name) => {
      await expect(open().read(name)).rejects.toThrow('no name');
      await expect(open().save(name, bytes, 'image/webp')).rejects.toThrow('no name');
      await expect(open().remove(name)).rejects.toThrow('no name');
    },
  );
});

describe('a directory', () => {
  test('removing also deletes the partial file that a killed process left', async () => {
    const name = newName();
    await inDirectory().save(name, bytes, 'image/webp');
    await writeFile(path.join(dataDir, 'files', `${name}.part`), 'half');
    await inDirectory().remove(name);
    expect((await readdir(path.join(dataDir, 'files'))).filter((each) => each.startsWith(name))).toEqual([]);
  });

  test('on a full disk refuses, and leaves no partial file', async () => {
    const [fitting, unfitting] = [newName(), newName()];
    const directory = path.join(dataDir, 'files');
    await inDirectory().save(fitting, bytes, 'image/webp');
    // Writes there fail with ENOSPC.
    await symlink('/dev/full', path.join(directory, `${unfitting}.part`));
    expect(await refusalOf(inDirectory().save(unfitting, bytes, 'image/webp'))).toBe('storage-full');
    expect((await readdir(directory)).filter((each) => each.startsWith(unfitting))).toEqual([]);
    expect(await inDirectory().read(fitting)).toEqual(bytes);
    await inDirectory().save(unfitting, bytes, 'image/webp');
    expect(await inDirectory().read(unfitting)).toEqual(bytes);
  });
});

describe('a directory that cannot be used', () => {
  test('refuses to keep, and to read, for the moment', async () => {
    // A file stands where the directory belongs.
    const broken = path.join(dataDir, 'broken');
    await mkdir(broken);
    await writeFile(path.join(broken, 'files'), 'in the way');
    const files = createFiles({ dataDir: broken }, log);
    expect(await refusalOf(files.save(newName(), bytes, 'image/webp'))).toBe('service-unavailable');
    expect(await refusalOf(files.read(newName()))).toBe('service-unavailable');
  });
});

describe('a bucket', () => {
  const lastCalls = async (work: Promise<unknown>) => {
    bucket.calls.length = 0;
    await work.catch(() => undefined);
    return bucket.calls.map((call) => call.split(' ')[0]);
  };

  test('is given the media type of a file', async () => {
    const name = newName();
    await inBucket().save(name, bytes, 'image/webp');
    expect(bucket.objects.get(`/pictures/${name}`)).toEqual({ bytes, type: 'image/webp' });
  });

  test.each([
    ['another secret', (url: URL) => (url.password = 'wrong')],
    ['another key', (url: URL) => (url.username = 'AKWRONG')],
    ['another region', (url: URL) => url.searchParams.set('region', 'elsewhere')],
  ])('opens to no signature under %s', async (_, change) => {
    const url = new URL(bucket.filesUrl);
    change(url);
    const name = newName();
    expect(await refusalOf(inBucket(url.href).save(name, bytes, 'image/webp'))).toBe('service-unavailable');
    expect(bucket.objects.has(`/pictures/${name}`)).toBe(false);
  });

  test('opens to no request without a signature', async () => {
    const { origin } = new URL(bucket.filesUrl);
    expect((await fetch(`${origin}/pictures/x`, { method: 'PUT', body: 'x' })).status).toBe(403);
  });

  test('that fails once is retried', async () => {
    bucket.failures.push({ status: 503, code: 'SlowDown' });
    const name = newName();
    expect(await lastCalls(inBucket().save(name, bytes, 'image/webp'))).toEqual(['PUT', 'PUT']);
    expect(await inBucket().read(name)).toEqual(bytes);
  });

  test('that fails twice is unavailable', async () => {
    bucket.failures.push({ status: 500, code: 'InternalError' }, { status: 500, code: 'InternalError' });
    expect(await refusalOf(inBucket().read(newName()))).toBe('service-unavailable');
  });

  test('that refuses is not retried', async () => {
    bucket.failures.push({ status: 403, code: 'AccessDenied' });
    expect(await lastCalls(inBucket().read(newName()))).toEqual(['GET']);
  });

  test('that refuses the key counts as failed, and one that has no such file does not', async () => {
    const { answered, failed } = await countOutsideCalls('files');
    await inBucket().read(newName());
    expect(await countOutsideCalls('files')).toEqual({ answered: answered + 1, failed });
    bucket.failures.push({ status: 403, code: 'InvalidAccessKeyId' });
    await refusalOf(inBucket().read(newName()));
    expect(await countOutsideCalls('files')).toEqual({ answered: answered + 1, failed: failed + 1 });
  });

  test('that is full refuses as a full disk does', async () => {
    bucket.failures.push({ status: 507, code: 'XMinioStorageFull' });
    expect(await refusalOf(inBucket().save(newName(), bytes, 'image/webp'))).toBe('storage-full');
  });

  test('that never answers ends with a timeout', async () => {
    bucket.failures.push('silence');
    expect(await refusalOf(inBucket().read(newName()))).toBe('service-unavailable');
  });
});
