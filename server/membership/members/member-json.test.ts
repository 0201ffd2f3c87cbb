import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const write = (token: string | undefined, json: unknown) => product.post('/member/json', { json }, { token });
const read = (token: string | undefined) => product.call('GET', '/member/json', { token });
const nested = (levels: number): unknown => (levels === 0 ? 'end' : { deeper: nested(levels - 1) });

test('a member has none at first', async () => {
  const { token } = await product.buildMember();
  expect(await read(token)).toMatchObject({ status: 200, json: { data: null } });
});

test.each<[string, unknown]>([
  ['an object', { zebra: 1, apple: [true, null, { kea: 'kākā' }], '': 'empty key' }],
  ['a list', [3, 'two', { one: 1 }]],
  ['a text', 'hello'],
  ['a number', -0.5],
  ['a truth', false],
  ['nothing', null],
])('%s comes back as it was sent', async (_, json) => {
  const { token } = await product.buildMember();
  const written = await write(token, json);
  expect([written.status, written.json]).toEqual([200, { data: json }]);
  const answer = await read(token);
  expect(answer.json).toEqual({ data: json });
  // The order of keys too.
  expect(answer.text).toBe(JSON.stringify({ data: json }));
});

test('the new one replaces the old one, nothing of which stays', async () => {
  const { token } = await product.buildMember();
  await write(token, { theme: 'dark', size: 2 });
  await write(token, { size: 3 });
  expect((await read(token)).data).toEqual({ size: 3 });
});

test('of two concurrent writers one wins as a whole', async () => {
  const { token } = await product.buildMember();
  const sent = Array.from({ length: 8 }, (_, writer) => ({ writer, same: Array<number>(50).fill(writer) }));
  const answers = await Promise.all(sent.map((json) => write(token, json)));
  expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
  expect(sent).toContainEqual((await read(token)).data);
});

test('it is read and written by its member alone', async () => {
  const [owner, other] = [await product.buildMember(), await product.buildMember()];
  await write(owner.token, { secret: 'diary' });
  expect((await read(other.token)).data).toBeNull();
  await write(other.token, { mine: true });
  expect((await read(owner.token)).data).toEqual({ secret: 'diary' });
  for (const answer of [await read(undefined), await write(undefined, {}), await read('x'.repeat(43))])
    expect(answer.error.code).toBe('login-required');
  const elsewhere = { token: owner.token, headers: { 'x-api-key': 'pk_live' } };
  expect((await product.call('GET', '/member/json', elsewhere)).error.code).toBe('login-required');
});

test('eight levels and sixteen kilobytes are taken, one more of either is not', async () => {
  const { token } = await product.buildMember();
  const text = (bytes: number) => 'é'.repeat((bytes - 2) / 2);
  expect((await write(token, nested(8))).status).toBe(200);
  // As many values as fit.
  expect((await write(token, Array<number>(8_191).fill(0))).status).toBe(200);
  expect((await write(token, text(16 * 1024))).status).toBe(200);
  for (const json of [nested(9), [nested(8)], `${text(16 * 1024)}x`]) {
    const { status, error } = await write(token, json);
    expect([status, error.code, error.field]).toEqual([400, 'invalid-request', 'json']);
  }
  expect((await read(token)).data).toBe(text(16 * 1024));
});

test.each([
  ['a key that changes what an object is', '{"json":{"__proto__":{"admin":true}}}', 'invalid-json'],
  ['the same in code', '{"json":{"\\u005f_proto__":{"admin":true}}}', 'invalid-json'],
  ['its other way in', '{"json":{"constructor":{"prototype":{"admin":true}}}}', 'invalid-json'],
  ['a key twice', '{"json":{"a":1,"a":2}}', 'invalid-json'],
  ['no JSON', '{}', 'invalid-request'],
  ['another field', '{"json":1,"memberId":"mem_sb_other"}', 'invalid-request'],
  ['an end of text', '{"json":"\\u0000"}', 'invalid-json'],
])('%s is refused', async (_, body, code) => {
  const { token } = await product.buildMember();
  const answer = await product.call('POST', '/member/json', { token, body });
  expect([answer.status, answer.error.code]).toEqual([400, code]);
  expect((await read(token)).data).toBeNull();
});

test('no cache keeps it', async () => {
  const { token } = await product.buildMember();
  expect((await read(token)).headers['cache-control']).toBe('private, no-store');
});
