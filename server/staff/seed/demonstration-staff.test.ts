import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv } from '../../platform/env.ts';
import { createLog } from '../../platform/log.ts';
import { createProduct } from '../../product.ts';
import { freePort } from '../../testing/free-port.ts';
import { startMailSink } from '../../testing/mail-sink.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { productionVariables } from '../../testing/production.ts';
import { cookiesOf, openConsole, type TestConsole } from '../../testing/staff-console.ts';

let product: TestProduct;
let console: TestConsole;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
});
afterAll(() => product.stop());

const password = 'amber-harbour-lantern';
interface Phone {
  email: string;
  codes: { now: string; next: string };
}
const phones = async () => (await product.call('GET', '/dev/authenticator/codes')).body.data as Phone[];
const emails = ['owner', 'admissions', 'builder', 'finance', 'support'].map((name) => `${name}@intake.example`);

describe('staff of the demonstration', () => {
  test.for(emails)('%s signs in with the published password and the codes of the page', async (email) => {
    const begun = await console.call('POST', '/sign-in/password', { body: { email, password } });
    const { codes } = (await phones()).find((phone) => phone.email === email)!;
    const done = await console.call('POST', '/sign-in/second-factor', {
      body: { step: begun.body.data.step, way: 'authenticator', code: codes.now },
    });
    expect((await console.call('GET', '/me', { cookie: cookiesOf(done) })).body.data.email).toBe(email);
    // Each code works once; the next one that the page shows is taken at once.
    const again = await console.call('POST', '/sign-in/password', { body: { email, password } });
    const { next } = (await phones()).find((phone) => phone.email === email)!.codes;
    const second = await console.call('POST', '/sign-in/second-factor', {
      body: { step: again.body.data.step, way: 'authenticator', code: next },
    });
    expect(second.status).toBe(200);
  });

  test('are shown with their codes by the page, which no other name leads to', async () => {
    const page = await fetch(`${product.url}/dev/authenticator`);
    const text = await page.text();
    for (const email of emails) expect(text).toContain(`data-email="${email}"`);
    expect(text).not.toMatch(/<script/);
    const rebound = await console.call('GET', '/console/../dev/authenticator', { headers: { host: 'evil.example' } });
    expect(rebound.status).toBe(404);
  });

  test('are gone in production with everybody they invited, and so is the page; others stay', async () => {
    const sink = await startMailSink();
    const owner = await product.database.pool.query(`select id from staff where email = 'owner@intake.example'`);
    const cookie = await console.session(owner.rows[0].id);
    const body = { email: 'invited@example.org', role: 'owner', sites: [], partners: [] };
    expect((await console.call('POST', '/staff', { cookie, body })).status).toBe(200);
    const real = await console.invite({ role: 'owner' });
    const port = await freePort();
    const variables = productionVariables({ database: product.database.variables, port, smtpPort: sink.port });
    const live = await createProduct(readEnv(variables), product.database.url, createLog('silent'));
    try {
      expect(live.demonstrationStaff).toEqual([]);
      const { rows } = await product.database.pool.query('select email from staff');
      expect(rows).toEqual([{ email: real.email }]);
      for (const url of ['/dev/authenticator', '/dev/authenticator/codes'])
        expect((await live.app.inject(url)).statusCode).toBe(404);
    } finally {
      await live.stop();
      await sink.close();
    }
  });
});
