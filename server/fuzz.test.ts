import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from './platform/http/server.ts';
import { createLog } from './platform/log.ts';
import { fuzz } from './testing/fuzz/fuzz.ts';
import { startTestProduct, type TestProduct } from './testing/product.ts';
import { testSeed } from './testing/random.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const requests = 6_000;

describe('malformed requests', () => {
  test('are all refused with a code, never with a fault', async () => {
    const { statuses, faults } = await fuzz({ url: product.url, requests, seed: testSeed });
    expect(faults).toEqual([]);
    // Many pass routing and authentication and reach validation.
    expect(statuses[400]).toBeGreaterThan(requests / 10);
    expect(statuses[200]).toBeGreaterThan(requests / 50);
  });

  test('are reported where one is answered with a fault', async () => {
    const faulty = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
    faulty.get('/docs/api/openapi.json', () => ({ paths: { '/fragile': { post: {} } } }));
    faulty.post('/auth/signup', () => ({ data: { tokens: { accessToken: 'token' } } }));
    faulty.post('/fragile', (request) => Object.keys((request.body as { missing: object }).missing));
    await faulty.listen({ port: 0, host: '127.0.0.1' });
    const address = faulty.server.address();
    const { faults } = await fuzz({ url: `http://127.0.0.1:${(address as AddressInfo).port}`, requests: 100, seed: 1 });
    await faulty.close();
    expect(faults.some(({ status }) => status === 500)).toBe(true);
  });
});
