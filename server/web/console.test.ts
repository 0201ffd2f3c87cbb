import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(product.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

describe('the console', () => {
  test.for(['/console', '/console/', '/console/sign-in', '/console/staff?q=ana', '/console/anything/there/is'])(
    'is one page at %s',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await answer.text()).toContain('<div id="root">');
    },
  );

  test('runs its own files alone, stands in no frame, is stored nowhere and is in no index', async () => {
    const { headers } = await get('/console/sign-in');
    const policy = headers.get('content-security-policy')!;
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(rule);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('has no script or style in its page that the policy would refuse', async () => {
    const html = await (await get('/console')).text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\s(?:style|on\w+)="/);
  });

  test('fetches files that are there and may be kept, since a change gives them another name', async () => {
    const html = await (await get('/console')).text();
    const files = [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files.some((file) => file.endsWith('.js'))).toBe(true);
    expect(files.some((file) => file.endsWith('.css'))).toBe(true);
    for (const file of files) {
      const answer = await get(file, { 'accept-encoding': 'br' });
      expect({ file, status: answer.status }).toEqual({ file, status: 200 });
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
  });

  test.for(['/console/api', '/console/api/nothing', '/console/assets/nothing.js'])(
    '%s is not the page',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('application/json');
    },
  );

  test('leaves addresses that only begin like it to others', async () => {
    expect((await get('/consoles')).status).toBe(404);
  });
});
