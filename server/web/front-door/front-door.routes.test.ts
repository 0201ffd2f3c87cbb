import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partners } from '../../../shared/partners.ts';
import { startTestProduct } from '../../testing/product.ts';

let product: Awaited<ReturnType<typeof startTestProduct>>;
let appUrl: string;
beforeAll(async () => {
  product = await startTestProduct();
  appUrl = product.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => product.stop());

const get = (at: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  fetch(product.url + at, { headers, redirect: 'manual' });
const signIn = (email: string, origin = appUrl) =>
  fetch(`${product.url}/dev/sign-in`, {
    method: 'POST',
    headers: { origin, accept: 'text/html' },
    body: new URLSearchParams({ email }),
    redirect: 'manual',
  });

describe('the front door', () => {
  test('links to the addresses of this service only', async () => {
    const siteUrl = 'http://localhost:4999';
    expect(await (await get('/')).text()).toContain('The demonstration site is not running.');
    product.linkDemoSite(siteUrl);
    const html = await (await get('/')).text();
    const foreign = [...html.matchAll(/(?:href|action)="(https?:[^"]+)"/g)].map(
      ([, address]) => new URL(address!).origin,
    );
    expect(new Set(foreign)).toEqual(new Set([siteUrl]));
    expect(html).not.toContain('localhost:4000');
    const own = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, address]) => address!);
    expect(own.length).toBeGreaterThan(20);
    const missing: string[] = [];
    for (const address of new Set(own)) if ((await get(address)).status !== 200) missing.push(address);
    expect(missing).toEqual([]);
  });

  test('names each partner’s portal in full, before anything else to press', async () => {
    const html = await (await get('/')).text();
    expect(html).toContain('<a href="/uc"><b>UC</b> <small>Enrolment Portal, New Zealand</small></a>');
    expect(html).toContain('<a href="/mtu"><b>MTU</b> <small>Enrollment Portal, United States</small></a>');
    expect(html.indexOf('href="/sg"')).toBeLessThan(html.indexOf('Log in as'));
  });

  test('runs no script, allows its own style by its hash, and stands in no frame', async () => {
    const answer = await get('/');
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|script-src|\*/);
    expect(html).not.toMatch(/<script|\s(?:style|on\w+)="/);
    // A local face without a bold of its own would be smeared while the type is on its way.
    expect(html).toMatch(/local\("Arial Bold"\)[^}]*font-weight:600 900/);
  });

  test('shows pictures of less than 300 kB together', async () => {
    const folder = fileURLToPath(new URL('pictures/', import.meta.url));
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (file) => (await stat(path.join(folder, file))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
  });

  test('opened by another name of this machine, leads to the name where logging in works', async () => {
    const answer = await get('/', { accept: 'text/html', 'sec-fetch-dest': 'document' });
    expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({ status: 302, to: appUrl });
  });
});

describe('one press on an account', () => {
  test('logs in to the portal', async () => {
    const answer = await signIn('eligible@intake.example');
    expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({ status: 303, to: '/uts' });
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(/HttpOnly/i);
    const member = await product.call('GET', '/member', { headers: { cookie: cookie.split(';')[0]! } });
    expect(member.body.data.auth.email).toBe('eligible@intake.example');
  });

  test('is refused when another page posts the form, which would log its visitors in (login CSRF)', async () => {
    const answer = await signIn('eligible@intake.example', 'http://elsewhere.example');
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test.for(['nobody@intake.example', 'friend@intake.example'])(
    'is refused for %s, no account of our own pages',
    async (email) => {
      const answer = await signIn(email);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('set-cookie')).toBeNull();
    },
  );
});

describe('the 404 page of an address that belongs to no partner', () => {
  test.for(['/nowhere', '/xyz/login'])('at %s names none, and leads to the front door', async (at) => {
    const answer = await get(at);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain('<title>Page Not Found</title>');
    expect(html).toContain('Oops! Page not found');
    expect(html).toContain('<a class="door" href="/">Return to Home</a>');
    for (const { code, supportEmail, mainWebsite } of Object.values(partners)) {
      expect(html).not.toMatch(new RegExp(`\\b${code}\\b`, 'i'));
      expect(html).not.toContain(supportEmail);
      expect(html).not.toContain(mainWebsite);
    }
  });
});
