import { expect, test, type APIRequestContext } from '@playwright/test';
import { buildPerson, randomAddress, type Person } from './portal.ts';

/** Requests that only older versions of the client send, and CORS. */

const origin = 'http://localhost:8080';
const headers = { origin, 'x-api-key': 'pk_sb_demo', 'x-user-agent': '@memberstack/client@1.2.0' };

// oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what a fixture needs.
test.use({ extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': randomAddress() }) });

async function signUp(request: APIRequestContext, person: Person): Promise<{ authorization: string }> {
  const answer = await request.post('/auth/signup', { headers, data: person });
  return { authorization: `Bearer ${(await answer.json()).data.tokens.accessToken}` };
}

test('site and member come in one, asked for in the address', async ({ request }) => {
  const session = await signUp(request, buildPerson());
  const address = '/app-member?includeSSOText=undefined&trackPageView=true';
  const visitor = (await (await request.get(address, { headers })).json()).data;
  expect(visitor).toMatchObject({ app: { id: 'app_demo' }, member: null });
  expect(visitor.app).not.toHaveProperty('ssoText');
  const member = await (await request.get(address, { headers: { ...headers, ...session } })).json();
  expect(member.data.member.auth.email).toContain('@');
});

test('an address and a password beside the question sign nobody in', async ({ request }) => {
  const person = buildPerson();
  await signUp(request, person);
  const data = { data: { includeSSOText: 'undefined', sessionData: { sessionId: null } }, ...person };
  const answer = await request.post('/app-member', { headers, data });
  expect(answer.status()).toBe(200);
  const { data: got } = await answer.json();
  expect(got).toMatchObject({ app: { id: 'app_demo' }, member: null });
  expect(got.sessionData.sessionId).toMatch(/^\S{1,26}$/);
});

test('a word in place of a value asks for nothing', async ({ request }) => {
  const answer = await request.get('/app?includeSSOText=undefined', { headers });
  expect((await answer.json()).data).not.toHaveProperty('ssoText');
  // Some clients have stored the word "undefined" as their session.
  const data = { data: { sessionData: { sessionId: 'undefined' } } };
  const view = await request.post('/page-view', { headers: { ...headers, 'x-session-id': 'undefined' }, data });
  expect((await view.json()).data.sessionData.sessionId).not.toBe('undefined');
});

test('logging out needs no body and no session that is worth anything', async ({ request }) => {
  const session = await signUp(request, buildPerson());
  for (const authorization of [session.authorization, session.authorization, 'Bearer nothing', '']) {
    const answer = await request.post('/member/logout', { headers: { ...headers, authorization } });
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({ _internalUseOnly: { message: 'You have been logged out.' } });
  }
  const answer = await request.get('/member', { headers: { ...headers, ...session } });
  expect(await answer.json()).toEqual({ data: null });
});

test('a page may read every answer, refusals too, and asks before it calls', async ({ request }) => {
  const readable = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
  for (const [path, status] of [
    ['/app', 200],
    ['/member/json', 401],
    ['/data-tables', 404],
    ['/nothing', 404],
  ] as const) {
    const answer = await request.get(path, { headers });
    expect(answer.status()).toBe(status);
    expect(answer.headers()).toMatchObject({ ...readable, vary: expect.stringContaining('Origin') });
    if (status !== 200) expect((await answer.json()).error).toMatchObject({ code: expect.any(String) });
  }

  const sent = 'authorization,content-type,referring-path,x-api-key,x-app-id,x-session-id,x-user-agent';
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const asks = { origin, 'access-control-request-method': method, 'access-control-request-headers': sent };
    const answer = await request.fetch('/member', { method: 'OPTIONS', headers: asks });
    expect(answer.headers()).toMatchObject(readable);
    expect(answer.headers()['access-control-allow-methods']).toContain(method);
    for (const name of sent.split(',')) expect(answer.headers()['access-control-allow-headers']).toContain(name);
  }
});

test('a page of another site reads nothing', async ({ request }) => {
  const foreign = { ...headers, origin: 'https://elsewhere.example' };
  const answer = await request.get('/app', { headers: foreign });
  expect(answer.status()).toBe(403);
  expect(await answer.json()).toMatchObject({ error: { code: 'origin-not-allowed' } });
  expect(answer.headers()).not.toHaveProperty('access-control-allow-origin');
});
