import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writesPerStaff } from '../contract/call.ts';
import { limits } from '../contract/limits.ts';
import { sendRaw } from './testing/raw-request.ts';
import { startTestProduct, type TestProduct } from './testing/product.ts';
import { cookiesOf, openConsole, type Employed, type TestConsole } from './testing/staff-console.ts';

let product: TestProduct;
let console: TestConsole;
let owner: Employed;
let port: number;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  owner = await console.employ({ role: 'owner' });
  port = Number(new URL(product.url).port);
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

const codeOf = ({ status, body }: { status: number; body: any }) => body?.error?.code ?? String(status);
const builder = () => console.employ({ role: 'site-builder', sites: ['app_demo'] });
const change = (sql: string, id: string) => product.database.pool.query(sql, [id]);
const statusOf = (answer: string) => Number(answer.split(' ')[1]);

/** A write whose body arrives once something has happened. @returns the whole answer */
async function sendSlowly(cookie: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const body = JSON.stringify({ label: 'slow', days: null });
  const head = [
    'POST /console/api/sites/app_demo/keys HTTP/1.1',
    `Host: localhost:${port}`,
    `Origin: ${console.origin}`,
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 1)}`);
  // Long enough for the guard to have judged the head.
  await sleep(300);
  await meanwhile();
  socket.write(body.slice(1));
  return text(socket);
}

describe('a write whose body takes long', () => {
  test('is done where nothing has changed meanwhile', async () => {
    const { id, cookie } = await builder();
    expect(statusOf(await sendSlowly(cookie, () => change('select $1', id)))).toBe(200);
  });

  test.for([
    ['is removed', 'delete from staff where id = $1', 'login-required'],
    ['is signed out', 'delete from staff_session where staff_id = $1', 'login-required'],
    ['gets a role without it', `update staff set role = 'reader' where id = $1`, 'access-denied'],
    ['gets another scope', `update staff set sites = '{app_enrolment}' where id = $1`, 'not-found'],
  ] as const)('is refused where its sender %s meanwhile, and nothing is written', async ([, act, code]) => {
    const { id, cookie } = await builder();
    expect(await sendSlowly(cookie, () => change(act, id))).toContain(`"code":"${code}"`);
    const { rows } = await product.database.pool.query(`select from audit_entry where staff_id = $1`, [id]);
    expect(rows).toEqual([]);
  });

  test('is refused where the proof is not fresh any more by then', async () => {
    const { id, cookie } = await builder();
    const act = `update staff_session set proved_at = now() - interval '1 hour' where staff_id = $1`;
    expect(await sendSlowly(cookie, () => change(act, id))).toContain('"code":"recent-login-required"');
  });
});

/** Rows of some forty megabytes: more than buffers between server and reader hold. */
const manyRows = 20_000;
const exportPath = '/console/api/audit.csv?site=app_demo&action=guard.filled';

async function fillAudit(): Promise<void> {
  await product.database.pool.query(
    `insert into audit_entry (site_id, actor, action, subject, note)
     select 'app_demo', 'guard', 'guard.filled', 'row-' || n, repeat('x', 2000) from generate_series(1, $1::int) n`,
    [manyRows],
  );
}

/** Reads the beginning of an export, waits until something has happened, and reads the rest. @returns its rows; undefined where it broke off */
async function readWhile(cookie: string, meanwhile: () => Promise<unknown>): Promise<number | undefined> {
  const asked = request({ port, host: '127.0.0.1', path: exportPath, headers: { cookie }, agent: false });
  asked.on('error', () => undefined).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  await once(answer, 'readable');
  await meanwhile();
  // The guard looks again after a second.
  await sleep(1_100);
  try {
    return (await text(answer)).split('\r\n').filter((line) => line.includes('row-')).length;
  } catch {
    return undefined;
  }
}

describe('an export', () => {
  beforeAll(fillAudit);

  test('is whole where nothing changes while it is read', async () => {
    const { id, cookie } = await builder();
    expect(await readWhile(cookie, () => change('select $1', id))).toBe(manyRows);
  });

  test('goes on when its reader proves anew who they are, which replaces the session’s token', async () => {
    const hired = await console.hire({ role: 'owner' });
    const prove = async () => {
      const body = { way: 'authenticator', code: await hired.phone.nextCode() };
      const proved = await console.call('POST', '/proof', { body, cookie: hired.cookie });
      expect(cookiesOf(proved)).not.toBe('');
    };
    expect(await readWhile(hired.cookie, prove)).toBe(manyRows);
  });

  test.for([
    ['is removed', 'delete from staff where id = $1'],
    ['is signed out', 'delete from staff_session where staff_id = $1'],
    ['gets a role without it', `update staff set role = 'reader' where id = $1`],
    ['gets another scope', `update staff set sites = '{app_enrolment}' where id = $1`],
  ] as const)('breaks off where its reader %s', async ([, act]) => {
    const { id, cookie } = await builder();
    expect(await readWhile(cookie, () => change(act, id))).toBeUndefined();
  });
});

describe('a request that a foreign page makes', () => {
  test.for(['cross-site', 'same-site', 'anything'])('is refused as %s, a read without Origin too', async (site) => {
    const headers = { 'sec-fetch-site': site };
    for (const origin of [null, console.origin])
      expect(codeOf(await console.call('GET', '/sites', { cookie: owner.cookie, origin, headers }))).toBe(
        'origin-not-allowed',
      );
  });

  test.for(['same-origin', 'none'])('is none where the browser calls it %s, the negative control', async (site) => {
    const headers = { 'sec-fetch-site': site };
    expect((await console.call('GET', '/sites', { cookie: owner.cookie, origin: null, headers })).status).toBe(200);
  });

  test('leaves no export in the audit trail', async () => {
    const count = async () => {
      const of = `select count(*)::int as n from audit_entry where staff_id = $1 and action = 'audit.exported'`;
      return (await product.database.pool.query<{ n: number }>(of, [owner.id])).rows[0]!.n;
    };
    const ask = (headers: Record<string, string>) =>
      console.call('GET', '/audit.csv?site=app_none', { cookie: owner.cookie, origin: null, headers });
    const before = await count();
    await ask({ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' });
    expect(await count()).toBe(before);
    await ask({});
    expect(await count()).toBe(before + 1);
  });

  test.for(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'])(
    'of the type %s, which needs no preflight, is refused from our own origin, too',
    async (type) => {
      const body = { name: 'Mallory' };
      const headers = { 'content-type': type };
      const ask = (origin: string) => console.call('PATCH', '/me', { cookie: owner.cookie, origin, headers, body });
      expect(codeOf(await ask('https://evil.example'))).toBe('origin-not-allowed');
      expect(codeOf(await ask(console.origin))).toBe('unsupported-media-type');
    },
  );

  test('is answered to a preflight without any permission', async () => {
    const headers = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' };
    const { status, headers: answered } = await console.call('OPTIONS', '/me', {
      origin: 'https://evil.example',
      headers,
    });
    expect(status).toBe(204);
    expect([...answered.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('another way to the same address', () => {
  const own = '/console/api/staff';
  test.for([
    '//console/api/staff',
    '/console//api/staff',
    '/console/api//staff',
    '/console/api/staff/',
    '/CONSOLE/api/staff',
    '/console/API/staff',
    '/console/api%2Fstaff',
    '/console%2fapi/staff',
    '/console/./api/staff',
    '/console/x/../api/staff',
    '/console/api/staff;x=1',
    '/console/api/staff%00',
    '/console/api/%73taff%2F',
    '/%63onsole/api/staff/..%2f',
    '/console/api/staff%20',
    '/console\\api\\staff',
  ])('%s tells nothing, to an owner neither', async (path) => {
    const ask = (cookie: string[]) =>
      sendRaw(port, [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, ...cookie, 'Connection: close', '']);
    for (const cookie of [[], [`Cookie: ${owner.cookie}`]]) {
      const { body } = await ask(cookie);
      expect(body).not.toContain(owner.email);
    }
  });

  test.for([own, '/console/api/%73taff', '/%63onsole/api/staff'])('%s is judged like the others', async (path) => {
    const lines = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, 'Connection: close'];
    expect((await sendRaw(port, [...lines, ''])).status).toBe(401);
    expect((await sendRaw(port, [...lines, `Cookie: ${owner.cookie}`, ''])).body).toContain(owner.email);
  });

  test('by HEAD is judged like GET', async () => {
    const { cookie } = await builder();
    expect((await console.call('HEAD', '/staff')).status).toBe(401);
    expect((await console.call('HEAD', '/staff', { cookie })).status).toBe(403);
    expect((await console.call('HEAD', '/staff', { cookie: owner.cookie })).status).toBe(200);
  });

  test.for(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'by a header %s changes no method',
    async (name) => {
      const person = await builder();
      const headers = { [name]: 'DELETE' };
      const path = `/staff/${person.id}`;
      const asked = await console.call('GET', `${path}?_method=DELETE`, { cookie: owner.cookie, headers });
      expect(asked.status).toBe(200);
      expect((await console.call('GET', path, { cookie: owner.cookie })).status).toBe(200);
      expect((await console.call('POST', path, { cookie: owner.cookie, headers, body: {} })).status).toBe(405);
    },
  );
});

describe('a body or an address made to break', () => {
  const ask = (body: string) =>
    sendRaw(
      port,
      [
        'PATCH /console/api/me HTTP/1.1',
        `Host: localhost:${port}`,
        `Origin: ${console.origin}`,
        `Cookie: ${owner.cookie}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
      ],
      body,
    );

  test.for([
    ['__proto__', '{"name":"Ana","__proto__":{"role":"owner"}}', 'invalid-json'],
    ['constructor.prototype', '{"name":"Ana","constructor":{"prototype":{"role":"owner"}}}', 'invalid-json'],
    ['a key twice', '{"name":"Ana","name":"Bea"}', 'invalid-json'],
    ['an unknown field', '{"name":"Ana","role":"owner"}', 'invalid-request'],
    ['another type', '{"name":{"$ne":""}}', 'invalid-request'],
    ['a deep nest', `{"name":${'['.repeat(200)}${']'.repeat(200)}}`, 'invalid-json'],
    ['too much', `{"name":"${'x'.repeat(limits.jsonBodyMaxBytes)}"}`, 'body-too-large'],
  ] as const)('with %s is refused', async ([, body, code]) => {
    expect((await ask(body)).body).toContain(`"code":"${code}"`);
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('with what the call takes is done, the negative control', async () => {
    expect((await ask('{"name":"Ana"}')).status).toBe(200);
  });

  test.for([
    ['an unknown parameter', '?scope=all', 400],
    ['a parameter that is an object', '?site[__proto__]=x', 400],
    ['too many values', `?${'site=app_demo&'.repeat(200)}`, 400],
    ['a query of 15 KB', `?site=${'x'.repeat(15_000)}`, 400],
    ['a query of 20 KB', `?site=${'x'.repeat(20_000)}`, 431],
  ] as const)('with %s is refused', async ([, query, status]) => {
    expect((await console.call('GET', `/audit${query}`, { cookie: owner.cookie })).status).toBe(status);
  });
});

describe('the limit of changes', () => {
  test('counts a person of staff, from whatever address, and nobody else', async () => {
    const [one, other] = [await builder(), await builder()];
    const write = (cookie: string) => console.call('PATCH', '/me', { cookie, body: {} });
    expect(codeOf(await write(one.cookie))).toBe('invalid-request');
    const used = { points: writesPerStaff.points, name: writesPerStaff.name };
    const { rows } = await product.database.pool.query<{ key: string }>('select * from rate_limit');
    expect(rows.length).toBeGreaterThan(0);
    const codes = new Set<string>();
    for (let sent = 1; sent <= used.points; sent++) codes.add(codeOf(await write(one.cookie)));
    expect([...codes]).toEqual(['invalid-request', 'too-many-requests']);
    const elsewhere = await console.session(one.id);
    expect(codeOf(await write(elsewhere))).toBe('too-many-requests');
    expect(codeOf(await write(other.cookie))).toBe('invalid-request');
  });
});

describe('an answer of the console', () => {
  test('sets its cookie for its own path alone, out of reach of scripts and of other sites', async () => {
    const { cookie } = await console.hire({ role: 'owner' });
    const { headers } = await console.call('POST', '/sign-out', { cookie });
    for (const line of headers.getSetCookie()) expect(line).toMatch(/Path=\/console; HttpOnly; SameSite=Strict/i);
    expect(headers.getSetCookie().length).toBeGreaterThan(0);
  });

  test('with its cookie opens no call of members or of a site’s server', async () => {
    const token = owner.cookie.split('=')[1]!;
    const headers = {
      cookie: `${owner.cookie}; intake_session=${token}`,
      authorization: `Bearer ${token}`,
      'x-api-key': token,
    };
    for (const path of ['/member', '/admin/members', '/admin/app', '/enrolment/order'])
      expect((await product.call('GET', path, { headers })).status).toBeGreaterThanOrEqual(400);
  });
});
