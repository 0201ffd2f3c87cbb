import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { openConsole, staffPassword, type TestConsole } from '../../testing/staff-console.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';

const appUrl = 'https://localhost';
/** What the proxy in front of production sends along (deploy/haproxy.cfg), which ends TLS. */
const headers = { host: 'localhost', 'x-forwarded-proto': 'https' };

let product: TestProduct;
let console: TestConsole;
beforeAll(async () => {
  product = await startTestProduct({ envFor: () => ({ APP_URL: appUrl }) });
  console = openConsole(product);
});
afterAll(() => product.stop());

const call = (method: string, path: string, body?: unknown, cookie?: string) =>
  console.call(method, path, { body, origin: appUrl, headers, cookie });

test('behind a proxy that ends TLS the cookie of staff is __Secure-, for the console alone', async () => {
  const { token } = await console.invite({ role: 'owner' });
  const { data } = (await call('POST', '/invitations/passkey', { token })).body;
  const credential = createSoftwareAuthenticator().create(data, { origin: appUrl });
  const factor = { way: 'passkey', name: 'Phone', credential };
  const accepted = await call('POST', '/invitations/accept', { token, name: 'Ana', password: staffPassword, factor });
  expect(accepted.status).toBe(200);
  const session = accepted.headers.getSetCookie().find((line) => line.startsWith('__Secure-intake-staff='))!;
  expect(session).toMatch(/; Path=\/console; /);
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict']) expect(session.split('; ')).toContain(attribute);
  expect(accepted.headers.getSetCookie().every((line) => line.startsWith('__Secure-'))).toBe(true);

  const value = session.split(';', 1)[0]!;
  expect((await call('GET', '/me', undefined, value)).status).toBe(200);
  // A page over plain http, of a subdomain say, can set a cookie by the other name alone: it opens nothing.
  const plain = value.replace('__Secure-intake-staff', 'intake_staff');
  expect((await call('GET', '/me', undefined, plain)).body.error.code).toBe('login-required');
  const outside = await console.call('GET', '/me', { origin: 'http://localhost', headers, cookie: value });
  expect(outside.body.error.code).toBe('origin-not-allowed');
});

test('without it the same product of a plain address has a plain cookie, the negative control', async () => {
  const plain = await startTestProduct();
  const other = openConsole(plain);
  try {
    const out = await other.call('POST', '/sign-out');
    expect(out.headers.getSetCookie().join()).toMatch(/^intake_staff=;/);
    expect((await call('POST', '/sign-out')).headers.getSetCookie().join()).toMatch(/^__Secure-intake-staff=;/);
  } finally {
    await plain.stop();
  }
});
