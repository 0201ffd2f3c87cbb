import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BucketServer, startBucketServer } from '../../../testing/bucket-server.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type FormPart, encodeForm } from '../../../testing/form-data.ts';
import { runJob } from '../../../testing/workers.ts';
import {
  goodPassword,
  newEmail,
  startTestMembership,
  type TestMember,
  type TestMembership,
} from '../../../testing/membership.ts';
import { floodOf, photograph, picture, pictureOfSize } from '../../../testing/pictures.ts';

let product: TestMembership;
let member: TestMember;
let png: Buffer;
beforeAll(async () => {
  product = await startTestMembership();
  member = await product.buildMember();
  png = await picture('png');
});
afterAll(() => product.stop());

const imageField = (content: Buffer | string, fileName = 'me.png', type = 'image/png'): FormPart[] => [
  ['profileImage', content, fileName, type],
];

const headersFor = (token: string | undefined, type: string) => ({
  'x-api-key': 'pk_sb_demo',
  'content-type': type,
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
});

async function upload(parts: FormPart[], token: string | undefined = member.token, { app } = product) {
  const { payload, type } = await encodeForm(parts);
  const answer = await app.inject({
    method: 'POST',
    url: '/member/profile-image',
    headers: headersFor(token, type),
    payload,
  });
  return {
    status: answer.statusCode,
    ...(answer.json() as { data?: { profileImage: string }; error?: { code: string } }),
  };
}

const imageOf = async (token: string) => (await product.call('GET', '/member', { token })).data.profileImage;
const fetchImage = async (address: string, headers: Record<string, string> = {}, { app, appUrl } = product) =>
  app.inject({ method: 'GET', url: address.replace(appUrl, ''), headers });
const forgetUploads = () => product.database.pool.query("delete from rate_limit where key like 'profile-image%'");
const filesOf = async () => (await product.database.pool.query('select * from stored_file')).rows;

describe('a picture', () => {
  test('is public at its address', async () => {
    const { status, data } = await upload(imageField(await photograph(), 'me.jpg', 'image/jpeg'));
    expect(status).toBe(200);
    expect(data!.profileImage).toMatch(/^http:\/\/localhost:4000\/files\/[a-z0-9]{24}\.webp$/);
    expect(await imageOf(member.token)).toBe(data!.profileImage);
    const shown = await fetchImage(data!.profileImage);
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 512 });
  });

  test('comes with a message for dialogs that read it unguarded', async () => {
    const { payload, type } = await encodeForm(imageField(png));
    const answer = await product.app.inject({
      method: 'POST',
      url: '/member/profile-image',
      headers: headersFor(member.token, type),
      payload,
    });
    expect(answer.json()._internalUseOnly.message).toMatch(/updated/);
  });

  test('is shown as a picture and as nothing else, and may be kept for ever', async () => {
    const { data } = await upload(imageField(png));
    const { headers, statusCode } = await fetchImage(data!.profileImage, { origin: 'https://club.example' });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=86400, immutable',
    });
  });

  test.each([
    '/files/abc.webp',
    '/files/..%2f..%2fpackage.json',
    '/files/',
    `/files/${'a'.repeat(24)}.webp`,
    `/files/${'a'.repeat(24)}.html`,
  ])('is not at %s', async (address) => {
    expect((await fetchImage(address)).statusCode).toBe(404);
  });

  test('is deleted when another replaces it, and its address is not reused', async () => {
    const first = (await upload(imageField(png))).data!.profileImage;
    const second = (await upload(imageField(png))).data!.profileImage;
    expect(second).not.toBe(first);
    await eventually(async () => (await fetchImage(first)).statusCode === 404);
    expect((await fetchImage(second)).statusCode).toBe(200);
  });

  test('is removed by its member, idempotently', async () => {
    const { data } = await upload(imageField(png));
    for (let times = 0; times < 2; times++) {
      const answer = await product.call('DELETE', '/member/profile-image', { token: member.token });
      expect(answer).toMatchObject({ status: 200, data: { profileImage: null } });
      expect(answer.json._internalUseOnly.message).toMatch(/removed/);
    }
    expect(await imageOf(member.token)).toBeNull();
    await eventually(async () => (await fetchImage(data!.profileImage)).statusCode === 404);
  });

  test('is one per member: of concurrent uploads the last wins, and one file stays', async () => {
    const one = await product.buildMember();
    const answers = await Promise.all(Array.from({ length: 16 }, () => upload(imageField(png), one.token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const kept = (await imageOf(one.token)) as string;
    const addresses = answers.map(({ data }) => data!.profileImage);
    expect(addresses).toContain(kept);
    for (const address of addresses.filter((each) => each !== kept))
      await eventually(async () => (await fetchImage(address)).statusCode === 404);
    expect((await filesOf()).filter(({ member_id: owner }) => owner === one.member.id)).toHaveLength(1);
  });
});

describe('a visitor', () => {
  test('cannot upload one, and is refused before the file is read', async () => {
    const { payload, type } = await encodeForm(imageField(png));
    const { port } = await listen();
    const half = openRequest({
      port,
      method: 'POST',
      path: '/member/profile-image',
      headers: headersFor(undefined, type),
    });
    half.write(payload.subarray(0, 200));
    const [response] = await once(half, 'response');
    expect(response.statusCode).toBe(401);
    half.destroy();
  });

  test('cannot remove one', async () => {
    expect((await product.call('DELETE', '/member/profile-image')).error.code).toBe('login-required');
  });
});

describe('size', () => {
  test('four million bytes pass', async () => {
    await forgetUploads();
    expect((await upload(imageField(await pictureOfSize(4_000_000)))).status).toBe(200);
  });

  test('one more does not, in the words people know', async () => {
    const { status, error } = await upload(imageField(await pictureOfSize(4_000_001)));
    expect({ status, error }).toMatchObject({
      status: 413,
      error: { code: 'file-size-too-large', message: 'Image must be less than 2MB.' },
    });
  });

  test('of a file without end is refused while it is still coming', async () => {
    const { port } = await listen();
    const endless = openRequest({
      port,
      method: 'POST',
      path: '/member/profile-image',
      headers: headersFor(member.token, 'multipart/form-data; boundary=x'),
    });
    endless.write('--x\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\n');
    endless.on('error', () => undefined);
    const more = setInterval(() => endless.write(Buffer.alloc(200_000)), 1);
    const [response] = await once(endless, 'response');
    clearInterval(more);
    expect(response.statusCode).toBe(413);
    endless.destroy();
  });
});

describe('an upload that is not one picture in the one field', () => {
  test.each<[string, () => FormPart[] | Promise<FormPart[]>, string]>([
    ['a text', () => [['profileImage', 'https://example.org/me.png']], 'invalid-file-type'],
    ['an address that holds its picture', () => [['profileImage', 'data:image/png;base64,AAAA']], 'invalid-file-type'],
    [
      'a drawing',
      () => imageField('<svg xmlns="http://www.w3.org/2000/svg"/>', 'me.png', 'image/png'),
      'invalid-file-type',
    ],
    ['a page', () => imageField('<!doctype html><script>1</script>', 'me.png', 'image/png'), 'invalid-file-type'],
    ['too many pixels', () => imageField(floodOf(50_000, 50_000)), 'invalid-file-type'],
    ['an empty file', () => imageField(''), 'invalid-file-type'],
    ['another field', () => [['image', png, 'me.png', 'image/png']], 'invalid-request'],
    ['no field', () => [], 'invalid-request'],
    ['two files', () => [...imageField(png), ...imageField(png)], 'invalid-request'],
    ['a file and a text', () => [...imageField(png), ['more', 'text']], 'invalid-request'],
    ['a text and a file', () => [['more', 'text'], ...imageField(png)], 'invalid-file-type'],
    ['a field of every object', () => [['__proto__', png, 'me.png', 'image/png']], 'invalid-request'],
  ])('%s is refused', async (_, parts, code) => {
    await forgetUploads();
    const before = await imageOf(member.token);
    const { status, error } = await upload(await parts());
    expect(error?.code).toBe(code);
    expect(status).toBe(400);
    expect(await imageOf(member.token)).toBe(before);
  });

  test.each([
    ['JSON', 'application/json', '{"profileImage":"https://example.org/me.png"}', 415],
    ['a form without a boundary', 'multipart/form-data', 'x', 400],
    [
      'a form that ends in the middle',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\nabc',
      400,
    ],
    ['a form without a beginning', 'multipart/form-data; boundary=x', 'abc', 400],
  ])('%s is refused', async (_, type, payload, status) => {
    const answer = await product.app.inject({
      method: 'POST',
      url: '/member/profile-image',
      headers: headersFor(member.token, type),
      payload,
    });
    expect(answer.statusCode).toBe(status);
  });

  test('a file name makes no difference', async () => {
    for (const fileName of ['../../../etc/passwd', '..\\evil.exe', 'a\0b.png', '.htaccess', 'x'.repeat(5_000)]) {
      await forgetUploads();
      const { status, data } = await upload(imageField(png, fileName));
      expect(status).toBe(200);
      expect(data!.profileImage).toMatch(/\/files\/[a-z0-9]{24}\.webp$/);
    }
  });
});

test('a member sends twenty an hour, good or bad', async () => {
  const busy = await product.buildMember();
  const answers = [];
  for (let times = 0; times < 21; times++) answers.push((await upload(imageField('x'), busy.token)).status);
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
  await forgetUploads();
  expect((await upload(imageField(png), busy.token)).status).toBe(200);
});

describe('unowned files', () => {
  const sweep = () => runJob(product.membership.jobs(), 'sweep-files');

  test('are swept away an hour after a process died over them, and not before', async () => {
    const { pool } = product.database;
    const { data } = await upload(imageField(png), (await product.buildMember()).token);
    const name = data!.profileImage.split('/').at(-1);
    // As after a crash between storing the file and giving it to its member.
    await pool.query('update member set profile_image = null where profile_image = $1', [name]);
    await pool.query('update stored_file set member_id = null, was_used = false where name = $1', [name]);
    await sweep();
    expect((await fetchImage(data!.profileImage)).statusCode).toBe(200);
    await pool.query("update stored_file set created_at = now() - interval '61 minutes' where name = $1", [name]);
    await sweep();
    expect((await fetchImage(data!.profileImage)).statusCode).toBe(404);
    expect((await filesOf()).filter((file) => file.name === name)).toEqual([]);
  });

  test('are deleted at once, also more than one run of the job takes', async () => {
    const { pool } = product.database;
    await pool.query(
      "insert into stored_file (name, was_used) select lpad(n::text, 24, '0') || '.webp', true from generate_series(1, 101) n",
    );
    await sweep();
    const rest = async () => (await filesOf()).filter(({ name }) => name.startsWith('000'));
    await eventually(async () => (await rest()).length === 0);
    expect(await rest()).toEqual([]);
  });

  test('are never those of a member', async () => {
    const owner = await product.buildMember();
    const { data } = await upload(imageField(png), owner.token);
    await product.database.pool.query("update stored_file set created_at = now() - interval '9 days'");
    await sweep();
    expect((await fetchImage(data!.profileImage)).statusCode).toBe(200);
  });
});

describe('in a bucket', () => {
  let bucket: BucketServer;
  let stored: TestMembership;
  beforeAll(async () => {
    bucket = await startBucketServer();
    stored = await startTestMembership({ filesUrl: bucket.filesUrl });
  });
  afterAll(async () => {
    await stored.stop();
    await bucket.stop();
  });

  test('a picture is still at our own address', async () => {
    const { token } = await stored.buildMember();
    const { data } = await upload(imageField(png), token, stored);
    expect(data!.profileImage).toMatch(/^http:\/\/localhost:4000\/files\//);
    expect((await fetchImage(data!.profileImage, {}, stored)).headers['content-type']).toBe('image/webp');
    expect([...bucket.objects.keys()]).toEqual([`/pictures/${data!.profileImage.split('/').at(-1)}`]);
  });

  test('that is full, the picture before stays, and neither file nor row is left', async () => {
    const { token } = await stored.buildMember();
    const before = (await upload(imageField(png), token, stored)).data!.profileImage;
    const rows = (await stored.database.pool.query('select name from stored_file')).rows.length;
    bucket.failures.push({ status: 507, code: 'XMinioStorageFull' });
    const { status, error } = await upload(imageField(png), token, stored);
    expect({ status, code: error?.code }).toEqual({ status: 507, code: 'storage-full' });
    expect((await stored.call('GET', '/member', { token })).data.profileImage).toBe(before);
    expect((await stored.database.pool.query('select name from stored_file')).rows).toHaveLength(rows);
    // Nothing else needs the store.
    expect((await stored.post('/auth/signup', { email: newEmail(), password: goodPassword })).status).toBe(200);
  });

  test('that does not answer, the picture is refused for now and looked for later', async () => {
    const { token } = await stored.buildMember();
    bucket.failures.push({ status: 500, code: 'InternalError' }, { status: 500, code: 'InternalError' });
    const { status, error } = await upload(imageField(png), token, stored);
    expect({ status, code: error?.code }).toEqual({ status: 503, code: 'service-unavailable' });
    const { rows } = await stored.database.pool.query('select name from stored_file where member_id is null');
    expect(rows).toHaveLength(1);
  });

  test('a file that cannot be removed holds up no other', async () => {
    const { pool } = stored.database;
    await pool.query(`delete from stored_file`);
    await pool.query(
      `insert into stored_file (name, was_used) values ('${'a'.repeat(24)}.webp', true), ('${'b'.repeat(24)}.webp', true)`,
    );
    bucket.failures.push({ status: 403, code: 'AccessDenied' });
    await expect(runJob(stored.membership.jobs(), 'sweep-files')).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    expect((await pool.query('select from stored_file')).rowCount).toBe(1);
  });
});

async function listen(): Promise<AddressInfo> {
  if (!product.app.server.listening) await product.app.listen({ port: 0, host: '127.0.0.1' });
  return product.app.server.address() as AddressInfo;
}
