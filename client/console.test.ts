import { afterEach, expect, test, vi } from 'vitest';
import { addressOf, createConsoleSend } from './console.ts';

afterEach(() => vi.unstubAllGlobals());

test('an address has its path filled in, and several values of a filter one by one', () => {
  expect(
    addressOf('GET /console/api/sites/:siteId/members.csv', { siteId: 'app demo', search: 'ana', plan: ['a', 'b'] }),
  ).toBe('/console/api/sites/app%20demo/members.csv?search=ana&plan=a&plan=b');
  expect(addressOf('GET /console/api/audit.csv', { site: ['app_demo'] })).toBe('/console/api/audit.csv?site=app_demo');
});

/** What was sent, and an answer to it. */
function answerWith(status: number, body: unknown) {
  const sent: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push([path, init]);
    return new Response(JSON.stringify(body), { status, headers: { 'retry-after': '30' } });
  });
  return sent;
}

test('a call has the cookie and no key, and says when a page makes it by itself', async () => {
  const sent = answerWith(200, { data: [] });
  await createConsoleSend()('GET /console/api/sites');
  await createConsoleSend({ isBackground: true })('GET /console/api/sites');
  expect(sent.map(([path, { credentials, headers }]) => ({ path, credentials, headers }))).toEqual([
    { path: '/console/api/sites', credentials: 'same-origin', headers: {} },
    { path: '/console/api/sites', credentials: 'same-origin', headers: { 'X-Background': 'true' } },
  ]);
});

test('a refusal is thrown with its code and with the time to wait', async () => {
  answerWith(429, { error: { code: 'too-many-requests', message: 'Too many attempts.' } });
  await expect(createConsoleSend()('GET /console/api/sites')).rejects.toMatchObject({
    code: 'too-many-requests',
    status: 429,
    retryAfterSeconds: 30,
  });
});
