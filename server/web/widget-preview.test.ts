import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const policyOf = async (path: string) =>
  (await fetch(product.url + path)).headers.get('content-security-policy')?.split('; ') ?? [];

test('the page that shows the widget has no origin, calls nothing, and stands in our own pages alone', async () => {
  const answer = await fetch(`${product.url}/console/preview`);
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  const policy = await policyOf('/console/preview');
  expect(policy).toEqual(
    expect.arrayContaining([
      'sandbox allow-scripts',
      "connect-src 'none'",
      `frame-ancestors ${product.url.replace('127.0.0.1', 'localhost')}`,
    ]),
  );
  expect(await answer.text()).not.toMatch(/<script>|\sstyle=|\son\w+=/);
  // Negative control: the console itself stands in no frame.
  expect(await policyOf('/console')).toContain("frame-ancestors 'none'");
});

test('its script may be loaded by a page without an origin', async () => {
  const answer = await fetch(`${product.url}/console/preview.js`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')]);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
