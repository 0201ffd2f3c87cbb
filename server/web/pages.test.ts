import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partnerCodes, partners, partnerTitle } from '../../shared/partners.ts';
import { portalPages } from '../../shared/portal-pages.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { startTestProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
let port: number;
beforeAll(async () => {
  product = await startTestProduct();
  port = Number(new URL(product.url).port);
});
afterAll(() => product.stop());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(product.url + path, { headers, redirect: 'manual' });
/** As it is written, without a client that tidies it up first. */
const getRaw = (path: string, headers: string[] = []) =>
  sendRaw(port, [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '']);

describe('a page', () => {
  test.for(partnerCodes.flatMap((code) => Object.values(portalPages).map(({ path }) => `/${code}/${path}`)))(
    '%s is there, under its partner',
    async (path) => {
      const partner = partners[path.split('/')[1] as keyof typeof partners];
      const answer = await get(path, browser);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const html = await answer.text();
      expect(html).toContain(`<html lang="${partner.languageTag}" class="${partner.code}">`);
      expect(/<title>(?:.+ – )?(.*)<\/title>/.exec(html)?.[1]).toBe(partnerTitle(partner));
      expect(html).toMatch(/<meta name="description" content="[^"{}]{50,160}"/);
      expect(html).not.toMatch(/%\w+%/);
    },
  );

  test.for(['/uc', '/uc/', '/uc/login/', '/uc/login?next=%2Fenrol&next=a', '/uc/payment/success?session_id=cs_test_1'])(
    '%s is there',
    async (path) => expect((await get(path, browser)).status).toBe(200),
  );

  test('is there for programs as well, which accept anything or say nothing', async () => {
    expect((await get('/uc/login', { accept: '*/*' })).status).toBe(200);
    expect((await getRaw('/uc/login')).status).toBe(200);
    expect((await fetch(`${product.url}/uc/login`, { method: 'HEAD' })).status).toBe(200);
  });

  test('runs nothing but our own files, stands in no frame, and is asked for again each time', async () => {
    const answer = await get('/uc/login', browser);
    const { headers } = answer;
    const html = await answer.text();
    const policy = headers.get('content-security-policy')!;
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'sha256-${hashOf(styleOf(html))}'`,
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
    ])
      expect(policy.split('; ')).toContain(rule);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script(?![^>]* src=)|<link rel="stylesheet"|\s(?:style|on\w+)="/);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  });

  test('that has not changed is not sent again', async () => {
    const first = await get('/uc/login', browser);
    const tag = first.headers.get('etag')!;
    const again = await get('/uc/login', { ...browser, 'if-none-match': tag });
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
    expect((await get('/uts/login', { ...browser, 'if-none-match': tag })).status).toBe(200);
  });
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const styleOf = (html: string) => /<style>(.*)<\/style>/s.exec(html)![1]!;

describe('the first screen', () => {
  // An expired session selects the members' first screen too; the page itself checks whether it is valid.
  const members = { ...browser, cookie: 'a=b; intake_session=ended' };
  const open = async (path: string, headers: Record<string, string>) => (await get(path, headers)).text();
  const forVisitors = ['login', 'register', 'forgotPassword', 'outlineForm', 'terms', 'privacy', 'refunds'] as const;
  const forMembers = ['cyber', 'data', 'software', 'enrol'] as const;

  test.for(partnerCodes.flatMap((code) => forVisitors.map((name) => `/${code}/${portalPages[name].path}`)))(
    '%s stands in the page for visitors, in front of every script',
    async (path) => {
      const html = await open(path, browser);
      expect(html).toContain('<div id="root" data-rendered="visitors">');
      expect(html.split('<script')[0]).toMatch(/<main .*<h1.*<footer /);
      expect(await open(path, members)).not.toContain('data-rendered');
    },
  );

  test.for(partnerCodes.flatMap((code) => forMembers.map((name) => `/${code}/${portalPages[name].path}`)))(
    '%s stands in the page for members alone',
    async (path) => {
      const html = await open(path, members);
      expect(html).toContain('<div id="root" data-rendered="members">');
      expect(html.split('<script')[0]).toMatch(/<main .*<footer /);
      expect(await open(path, browser)).not.toContain('data-rendered');
      expect(await open(path, { ...members, cookie: `${members.cookie}; sidebar_state=false` })).not.toContain(
        'data-rendered',
      );
    },
  );

  test('of the page one returns to after paying says at once that there is nothing to do', async () => {
    const html = await open('/sg/payment/success?session_id=cs_test_1', members);
    expect(html.split('<script')[0]).toContain('Please do not pay again.');
  });

  test('of a page for members is not sent to visitors, whom the page redirects', async () => {
    for (const name of ['enrol', 'profile'] as const) {
      expect(await open(`/uts/${portalPages[name].path}`, browser)).toContain('<div id="root" data-visitor>');
      expect(await open(`/uts/${portalPages[name].path}`, members)).not.toContain('data-visitor');
    }
  });

  test('of enrol tells what holds at every step', async () => {
    expect((await open('/uts/enrol', members)).split('<script')[0]).toContain('Your course and cohort are saved');
  });

  test('of a course tells what it is and what it promises', async () => {
    const [read] = (await open('/vcu/courses/data-science', members)).split('<script');
    expect(read).toMatch(/<h1[^>]*>Data Science &amp; AI<\/h1>/);
    expect(read).toContain('12 weeks');
  });

  test('differs in its ETag from the others of its address', async () => {
    const [visitor, member] = await Promise.all([get('/uc/login', browser), get('/uc/login', members)]);
    expect(visitor.headers.get('etag')).not.toBe(member.headers.get('etag'));
    expect(visitor.headers.get('vary')).toBe('accept-encoding, cookie');
    const tag = visitor.headers.get('etag')!;
    expect((await get('/uc/login', { ...members, 'if-none-match': tag })).status).toBe(200);
  });

  test('preloads everything its page asks for, at low priority and each once', async () => {
    const html = await open('/uts/login', browser);
    const asked = [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"[^>]*>/g)];
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter(([tag]) => !tag.includes('fetchpriority="low"'))).toEqual([]);
    const addresses = asked.map(([, address]) => address!);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) expect((await get(address)).status).toBe(200);
  });

  test.for([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('for a browser that reads "%s" comes as %s', async ([accepted, encoding]) => {
    const answer = await getRaw('/uts/login', [`Accept-Encoding: ${accepted}`]);
    expect(answer.headers['content-encoding']).toBe(encoding);
    // TCP's initial congestion window is about 14,600 bytes: the page has to fit into the first round trip.
    if (encoding) expect(Number(answer.headers['content-length'])).toBeLessThan(14_600);
  });
});

describe('an address without a page', () => {
  test.for([
    '/nowhere',
    '/UC/login',
    '/uc/nowhere',
    '/uc/login/more',
    '/uc//login',
    '/uc/LOGIN',
    '/__proto__/login',
    '/constructor',
    '/uc/%6cogin',
    '/favicon.ico',
    '/.env',
    '/index.html',
    '/portal/index.html',
    '/server/main.ts',
  ])('%s is a 404 page for browsers and an error for programs', async (path) => {
    const page = await get(path, browser);
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toMatch(/<div id="root">|Oops! Page not found/);
    const error = await get(path, { accept: 'application/json' });
    expect(error.status).toBe(404);
    expect(await error.json()).toEqual({ error: { code: 'not-found', message: expect.any(String) } });
  });

  test.for(['//', '//elsewhere.example/uc', '/\\elsewhere.example', '/uc/..;/login', '/uc/<script>'])(
    '%s neither leads anywhere nor is repeated in the page',
    async (path) => {
      const answer = await getRaw(path, ['Accept: text/html']);
      expect(answer.status).toBe(404);
      expect(answer.headers['location']).toBeUndefined();
      expect(answer.body).not.toMatch(/elsewhere|<script>\W/);
    },
  );
});

describe('a file', () => {
  const fileOf = async (pattern: RegExp) => pattern.exec(await (await get('/uc/login')).text())![1]!;
  const script = () => fileOf(/src="(\/assets\/[^"]+\.js)"/);

  test.for([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
  ])('for a browser that reads "%s" comes compressed as %s', async ([accepted, encoding]) => {
    const answer = await getRaw(await script(), [`Accept-Encoding: ${accepted}`]);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(answer.headers['vary']).toMatch(/accept-encoding/i);
  });

  test('for a reader without compression comes as it is, and says that there are others', async () => {
    const answer = await getRaw(await script());
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['vary']).toMatch(/accept-encoding/i);
    expect(answer.body).toContain('import');
  });

  test("with a hash in its name is kept for a year, a partner's drawing for an hour", async () => {
    const hashed = await get(await script());
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const drawing = await get(await fileOf(/href="(\/assets\/favicon-uc\.svg)"/));
    expect(drawing.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(drawing.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    for (const { headers } of [hashed, drawing]) {
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('that has not changed is not sent again', async () => {
    const path = await script();
    const tag = (await getRaw(path)).headers['etag'];
    expect((await getRaw(path, [`If-None-Match: ${tag}`])).status).toBe(304);
  });

  test.for([
    '/assets/',
    '/assets',
    '/assets/missing-12345678.js',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%5cindex.html',
    '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets//etc/passwd',
    '/assets/.env',
    '/assets/.vite/manifest.json',
    '/.vite/manifest.json',
    '/assets/%00',
    '/assets/a%00.js',
    '/dist/portal/index.html',
    '/node_modules/pg/package.json',
  ])('%s is not there', async (path) => {
    const answer = await getRaw(path);
    expect([400, 404]).toContain(answer.status);
    expect(JSON.parse(answer.body)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });
});

describe('a person who comes by another name of this machine', () => {
  const person = { 'sec-fetch-dest': 'document', accept: 'text/html' };
  const open = (path: string, headers: Record<string, string>) =>
    getRaw(
      path,
      Object.entries({ ...person, ...headers }).map(([name, value]) => `${name}: ${value}`),
    );

  test('is redirected to the name of our origin, where log-in works', async () => {
    const answer = await get('/uc/login?next=a', person);
    expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({
      status: 302,
      to: `http://localhost:${port}/uc/login?next=a`,
    });
  });

  test('stays when the name is right, or the request is not a page of its own', async () => {
    const named = await fetch(`http://localhost:${port}/uc/login`, { headers: person, redirect: 'manual' });
    expect(named.status).toBe(200);
    expect((await get('/uc/login', browser)).status).toBe(200);
  });

  test.for(['intake.example', '127.0.0.1:1', 'localhost.elsewhere.example', '127.0.0.1.elsewhere.example'])(
    'stays where a proxy asks for %s',
    async (host) => {
      const answer = await sendRaw(port, [
        'GET /uc/login HTTP/1.1',
        `Host: ${host}`,
        'Sec-Fetch-Dest: document',
        'Accept: text/html',
        'Connection: close',
        '',
      ]);
      expect(answer.status).toBe(200);
    },
  );

  test('is never redirected to another site (open redirect)', async () => {
    const answer = await open('//elsewhere.example/uc/login', {});
    expect(answer.headers['location']).toBeUndefined();
  });
});

test('the privacy page tells how long each cookie of a log-in lasts', async () => {
  const joined = await product.call('POST', '/auth/signup', {
    body: { email: `reader-${Date.now()}@example.org`, password: 'slow-river-lantern-42' },
    headers: { origin: `http://localhost:${port}`, 'x-session-transport': 'cookie' },
  });
  const cookies = joined.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  const page = (await (await get('/uts/legal/privacy', browser)).text()).replaceAll('<!-- -->', '');
  const told = page.split('In your browser')[1]!.split('</section>')[0];
  for (const cookie of cookies) {
    const days = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]) / 86_400;
    expect(told).toContain(`${days} days`);
  }
});

test('robots.txt excludes private paths', async () => {
  const answer = await get('/robots.txt');
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toContain('Disallow: /dev/');
});

describe('of the folder we run in', () => {
  test.for([
    '/.git/config',
    '/assets/.git/config',
    '/package.json',
    '/server/main.ts',
    '/pages.json',
    '/assets/../pages.json',
    '/assets/%2e%2e/pages.json',
    '/assets/..%2fpages.json',
    '/widget/v1/../../portal/pages.json',
    '/widget/v1/.git/HEAD',
    '/widget/v1/package.json',
    '/widget/v1/again-1/../../../portal/pages.json',
    '/widget/v1/again-1/..%2f..%2fportal/pages.json',
    '/widget/v1/again-x/client.js',
    '/outlines/..%5c..%5cpackage.json',
  ])('%s is not served', async (path) => {
    const { status, body } = await getRaw(path);
    expect([400, 403, 404]).toContain(status);
    expect(body).toMatch(/^\{"error":/);
  });

  test.for(['/assets/', '/widget/v1/', '/outlines/', '/outlines/uc/'])('%s is not listed', async (path) => {
    const { status, body } = await getRaw(path);
    expect([400, 403, 404]).toContain(status);
    expect(body).not.toMatch(/\.(?:js|pdf|svg)\b/);
  });

  test('a file of the widget that is missing is a 404 which pages of other origins may read', async () => {
    for (const path of ['/widget/v1/intake.min.js', '/widget/v1/again-1/intake.min.js']) {
      const { status, headers } = await getRaw(path);
      expect([status, headers['cross-origin-resource-policy'], headers['access-control-allow-origin']]).toEqual([
        404,
        'cross-origin',
        '*',
      ]);
    }
    const asScript = await getRaw('/widget/v1/intake.min.js', ['Sec-Fetch-Dest: script']);
    expect([asScript.status, asScript.headers['content-type']]).toEqual([404, 'text/javascript; charset=utf-8']);
    // Of everything else no other origin reads a refusal.
    expect((await getRaw('/assets/gone.js')).headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('a file that is meant for everybody is served', async () => {
    expect((await getRaw('/widget/v1/client.js')).status).toBe(200);
    expect((await getRaw('/widget/v1/again-12/client.js')).status).toBe(200);
  });
});
