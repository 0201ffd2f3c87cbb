import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { courseCodes, courses } from '../../shared/courses.ts';
import { outlineAddress, outlineDownload } from '../../shared/outline-files.ts';
import { partners } from '../../shared/partners.ts';
import { startTestProduct, type TestProduct } from '../testing/product.ts';
import { sendRaw } from '../testing/raw-request.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** As it is written, without a client that tidies it up first. */
const getRaw = (path: string, headers: string[] = []) =>
  sendRaw(Number(new URL(product.url).port), [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers,
    '',
  ]);

const everyOutline = Object.values(partners).flatMap((partner) => courseCodes.map((course) => ({ partner, course })));

test.each(everyOutline)(
  '$partner.code has an outline of $course, to look at and to keep',
  async ({ partner, course }) => {
    const shown = await fetch(product.url + outlineAddress(partner, course));
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    expect((await shown.text()).slice(0, 5)).toBe('%PDF-');
    const name = `${partner.code}-${courses[course].slug}.pdf`;
    expect(shown.headers.get('content-disposition')).toBe(`inline; filename="${name}"`);
    const kept = await fetch(product.url + outlineDownload(partner, course), { method: 'HEAD' });
    expect(kept.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  },
);

describe('an outline', () => {
  test('can be framed by our own pages only, and its type is not sniffed', async () => {
    const { headers } = await fetch(product.url + outlineAddress(partners.uts, 'cyber'), { method: 'HEAD' });
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('public, no-cache');
  });

  test('that has not changed is not sent again, and a viewer may ask for a part', async () => {
    const address = outlineAddress(partners.uts, 'data');
    const tag = (await fetch(product.url + address, { method: 'HEAD' })).headers.get('etag')!;
    expect((await getRaw(address, [`If-None-Match: ${tag}`])).status).toBe(304);
    const part = await fetch(product.url + address, { headers: { range: 'bytes=0-4' } });
    expect({ status: part.status, body: await part.text() }).toEqual({ status: 206, body: '%PDF-' });
  });

  test.for([
    '/outlines/',
    '/outlines/uts',
    '/outlines/uts/',
    '/outlines/uts/nothing.pdf',
    '/outlines/xyz/cyber-security.pdf',
    '/outlines/UTS/cyber-security.pdf',
    '/outlines/uts/..%2f..%2fbuilt-from.sha256',
    '/outlines/../built-from.sha256',
    '/outlines/uts/cyber-security.pdf%00',
  ])('is not at %s', async (path) => {
    const answer = await getRaw(path);
    expect([400, 404]).toContain(answer.status);
    expect(JSON.parse(answer.body)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  });
});

test('pages may show outlines, and nothing else, inside themselves', async () => {
  const { headers } = await fetch(`${product.url}/uts/login`);
  const policy = headers.get('content-security-policy')!.split('; ');
  expect(policy).toEqual(expect.arrayContaining(["object-src 'none'", "frame-src 'self'", "frame-ancestors 'none'"]));
});
