import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createHttpServer } from './platform/http/server.ts';
import { createLog } from './platform/log.ts';
import { securityTxtRoutes } from './security-txt.routes.ts';
import { startTestProduct } from './testing/product.ts';

const appUrl = 'https://members.example.org';
const dayMs = 86_400_000;

async function ask(path: string, { contact, now = new Date() }: { contact?: string; now?: Date } = {}) {
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
  await securityTxtRoutes(app, { appUrl, clock: { now: () => now }, contact });
  const answer = await app.inject(path);
  await app.close();
  return answer;
}

/** The fields of a security.txt. @throws Error for a line that is none, and for a field that comes twice */
function readFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const line of text.trim().split('\r\n')) {
    const [, name, value] = /^([A-Z][A-Za-z-]+): (\S+)$/.exec(line) ?? [];
    if (!name || !value || name in fields) throw new Error(`"${line}" is no field, or comes twice`);
    fields[name] = value;
  }
  return fields;
}

test('security.txt says whom to tell, its own address and what may be expected', async () => {
  const { headers, payload } = await ask('/.well-known/security.txt', { contact: 'mailto:security@example.org' });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(readFields(payload)).toEqual({
    Contact: 'mailto:security@example.org',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT23:59:59Z$/),
    'Preferred-Languages': 'en',
    Canonical: `${appUrl}/.well-known/security.txt`,
    Policy: `${appUrl}/.well-known/security-policy.txt`,
  });
  expect((await ask('/.well-known/security-policy.txt')).payload).toBe(
    readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8'),
  );
});

test.for(['2026-11-22T12:00:00Z', '2031-02-28T23:59:59Z'])(
  'security.txt that is asked for at %s does not lapse for two months, nor last a year',
  async (time) => {
    const now = new Date(time);
    const { payload } = await ask('/.well-known/security.txt', { now });
    const days = (Date.parse(readFields(payload)['Expires']!) - now.getTime()) / dayMs;
    expect(days).toBeGreaterThan(60);
    expect(days).toBeLessThan(365);
  },
);

test('security.txt of the product names the support where no contact is set', async ({ onTestFinished }) => {
  const product = await startTestProduct();
  onTestFinished(() => product.stop());
  const answer = await fetch(`${product.url}/.well-known/security.txt`);
  expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  const fields = readFields(await answer.text());
  expect(fields['Contact']).toMatch(/^mailto:\S+@\S+$/);
  expect((await fetch(fields['Policy']!)).status).toBe(200);
});
