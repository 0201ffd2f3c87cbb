import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretKey } from './membership/administration/secret-keys.ts';
import { eventually, startTestProduct, type TestProduct } from './testing/product.ts';

interface Field {
  key: string;
  label: string;
  writableBy: string;
  type?: string;
}

let product: TestProduct;
let headers: Record<string, string>;
beforeAll(async () => {
  product = await startTestProduct();
  const site = { id: 'app_enrolment', mode: 'sandbox' } as const;
  const { key } = await createSecretKey(product.database.db, { site, label: 'a test', actor: 'a test' });
  headers = { 'x-api-key': key };
});
afterAll(() => product.stop());

const read = async (): Promise<{ fields: Field[] }> => (await product.call('GET', '/admin/app', { headers })).body.data;
async function put(settings: object) {
  // A key may make few such calls a second.
  await product.database.pool.query('delete from rate_limit');
  return (await product.call('PUT', '/admin/app', { headers, body: { ...(await read()), ...settings } })).body;
}

test.for(['payment-status', 'first-name'])('the portal’s site cannot lose the field %s', async (key) => {
  const { fields } = await read();
  const { error } = await put({ fields: fields.filter((field) => field.key !== key) });
  expect(error).toMatchObject({ code: 'invalid-settings', faults: [{ path: 'fields' }] });
  expect(error.faults[0].message).toContain(`${key} is missing`);
  expect((await read()).fields).toEqual(fields);
});

test.for([
  ['payment-status', 'member'],
  ['first-name', 'server'],
] as const)('who writes the field %s of the portal’s site stays', async ([key, writableBy]) => {
  const { fields } = await read();
  const at = fields.findIndex((field) => field.key === key);
  const { error } = await put({ fields: fields.with(at, { ...fields[at]!, writableBy }) });
  expect(error.faults).toMatchObject([{ path: `fields[${at}].writableBy` }]);
});

test.for([
  ['first-name', 'type', 'boolean'],
  ['password-set', 'derivedFrom', undefined],
] as const)('what the field %s of the portal’s site holds stays, by its %s', async ([key, name, value]) => {
  const { fields } = await read();
  const at = fields.findIndex((field) => field.key === key);
  const { error } = await put({ fields: fields.with(at, { ...fields[at]!, [name]: value }) });
  expect(error.faults).toMatchObject([{ path: `fields[${at}].${name}` }]);
});

test('every mistake in the portal’s site is told at once', async () => {
  const { fields } = await read();
  const kept = fields.filter(({ key }) => key !== 'stage');
  const { error } = await put({ fields: kept, publicKey: 'pk_sb_demo' });
  expect(error.faults).toMatchObject([{ path: 'fields' }, { path: 'publicKey' }]);
});

test('where a field that is needed is missing or otherwise as stored, the portal’s site still takes changes', async () => {
  const { fields } = await read();
  const others = fields.filter(({ key }) => key !== 'password-set');
  const at = others.findIndex(({ key }) => key === 'first-name');
  const earlier = others.with(at, { ...others[at]!, type: 'boolean' });
  const store = (stored: readonly Field[]) =>
    product.database.pool.query(
      `update site set settings = settings || jsonb_build_object('fields', $1::jsonb) where id = 'app_enrolment'`,
      [JSON.stringify(stored)],
    );
  await store(earlier);
  expect((await put({ dictionary: { login: 'Come in' } })).data.applied).toBe(true);
  // What is right in it stays so, and what is added has to be.
  const added = { key: 'password-set', label: 'Password set', writableBy: 'server', type: 'boolean' };
  const { error } = await put({ fields: [...earlier.filter(({ key }) => key !== 'stage'), added] });
  expect(error.faults).toMatchObject([
    { path: 'fields', message: expect.stringContaining('stage is missing') },
    { path: `fields[${earlier.length - 1}].derivedFrom` },
  ]);
  await store(fields);
  expect((await put({ dictionary: {} })).data.applied).toBe(true);
});

test('the portal’s site takes other labels and fields of its own', async () => {
  const { fields } = await read();
  const own = { key: 'shirt-size', label: 'Shirt size' };
  const { data } = await put({ fields: [...fields.map((field) => ({ ...field, label: `${field.label}.` })), own] });
  expect(data.applied).toBe(true);
  expect((await read()).fields.map(({ key }) => key)).toContain('shirt-size');
});

test.for(['captchaRequired', 'privateSignup'])('the portal’s site cannot set %s', async (key) => {
  const { error } = await put({ [key]: true });
  expect(error.faults).toMatchObject([{ path: key }]);
  // Negative control: a visitor can still sign up.
  const student = await product.buildStudent();
  expect(student.memberId).toMatch(/^mem_/);
});

test('the portal’s pages tell how many characters a password has on its site', async () => {
  const open = async () => {
    const answer = await fetch(`${product.url}/uts/register`, { headers: { accept: 'text/html' } });
    return answer.text();
  };
  const before = await open();
  expect(before).toContain('At least 8 characters.');
  expect(before).not.toMatch(/data-password|⟦/);
  expect((await put({ passwordMinLength: 12 })).data.applied).toBe(true);
  await eventually(async () => (await open()).includes(' data-password="12"'));
  const html = await open();
  expect(html).toContain('At least 12 characters.');
  expect(html).not.toMatch(/At least 8 characters|⟦/);
});

test('the portal’s pages call with the public key that is stored, once it is changed', async () => {
  const open = (path: string, tag = '') =>
    fetch(product.url + path, { headers: { accept: 'text/html', 'if-none-match': tag } });
  const named = (key: string) => `<meta name="intake-key" content="${key}"`;
  const before = await open('/uts/login');
  expect(await before.text()).toContain(named('pk_sb_enrolment'));
  expect((await put({ publicKey: 'pk_sb_portal' })).data.applied).toBe(true);
  for (const path of ['/uts/login', '/uts/faq', '/uts/nowhere'])
    await eventually(async () => (await (await open(path)).text()).includes(named('pk_sb_portal')));
  expect((await open('/uts/login', before.headers.get('etag')!)).status).toBe(200);
  const called = (key: string) => product.call('GET', '/app', { headers: { 'x-api-key': key } });
  expect((await called('pk_sb_portal')).status).toBe(200);
  expect((await called('pk_sb_enrolment')).status).not.toBe(200);
});
