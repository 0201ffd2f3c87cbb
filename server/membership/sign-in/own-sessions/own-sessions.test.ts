import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer } from '../../../testing/administration.ts';
import {
  goodPassword,
  startTestMembership,
  type TestMember,
  type TestMembership,
} from '../../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0';
const logIn = async ({ email, password }: TestMember, headers = {}): Promise<string> =>
  (await product.post('/auth/login', { email, password }, { headers })).data.tokens.accessToken;
const list = (token: string | undefined) => product.call('GET', '/member/sessions', { token });
const end = (token: string, id: string) => product.call('DELETE', `/member/sessions/${id}`, { token });
const endOthers = (token: string) => product.call('POST', '/member/sessions/end-others', { token });
const isAlive = async (token: string) => (await product.call('GET', '/member', { token })).data !== null;
const letProofAge = ({ member }: TestMember) =>
  product.database.pool.query("update session set proved_at = now() - interval '11 minutes' where member_id = $1", [
    member.id,
  ]);
const outcome = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];
const idOf = async (token: string): Promise<string> =>
  (await list(token)).data.find(({ current }: { current: boolean }) => current).id;

describe('the list of sessions', () => {
  test('names each by method and device, marks the current one, and shows no token', async () => {
    const member = await product.buildMember();
    const token = await logIn(member, { 'user-agent': firefox });
    const { status, data, text } = await list(token);
    expect(status).toBe(200);
    const noted = { id: expect.any(String), startedAt: expect.any(String), lastUsedAt: expect.any(String) };
    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([
        { ...noted, way: 'password', provider: null, device: 'Firefox on Windows', current: true },
        { ...noted, way: 'password', provider: null, device: expect.any(String), current: false },
      ]),
    );
    expect(text).not.toContain(token);
    expect(text).not.toContain('Gecko');
  });

  test('names a mailed code as the method', async () => {
    const { email } = await product.buildMember();
    const { code } = await product.freshCode(email, 'login');
    const { data } = await product.post('/auth/passwordless/login', { email, passwordlessToken: code });
    expect((await list(data.tokens.accessToken)).data[0].way).toBe('code');
  });

  test('leaves out ended sessions and other members’, and is refused to visitors', async () => {
    const member = await product.buildMember();
    await product.buildMember();
    const gone = await logIn(member);
    await product.call('POST', '/member/logout', { token: gone });
    expect((await list(member.token)).data).toHaveLength(1);
    expect(outcome(await list(undefined))).toEqual([401, 'login-required']);
  });
});

describe('a session that a member ends', () => {
  test('is not accepted any more, and the others go on', async () => {
    const member = await product.buildMember();
    const [lost, kept] = [await logIn(member), await logIn(member)];
    const id = await idOf(lost);
    expect((await end(member.token, id)).data).toEqual({ id });
    expect([await isAlive(lost), await isAlive(kept), await isAlive(member.token)]).toEqual([false, true, true]);
    expect(outcome(await end(member.token, id))).toEqual([404, 'session-not-found']);
  });

  test('is never one of another member', async () => {
    const [member, other] = [await product.buildMember(), await product.buildMember()];
    expect(outcome(await end(member.token, await idOf(other.token)))).toEqual([404, 'session-not-found']);
    expect(await isAlive(other.token)).toBe(true);
    expect((await end(member.token, 'not-an-id')).status).toBe(400);
  });

  test('may be the current one, whose cookie is cleared on our own page', async () => {
    const { email, password } = await product.buildMember();
    const ownPage = { origin: product.appUrl, 'x-session-transport': 'cookie' };
    const { headers } = await product.post('/auth/login', { email, password }, { headers: ownPage });
    const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0]!;
    const withCookie = { headers: { ...ownPage, cookie } };
    const { data } = await product.call('GET', '/member/sessions', withCookie);
    const { id } = data.find(({ current }: { current: boolean }) => current);
    const answer = await product.call('DELETE', `/member/sessions/${id}`, withCookie);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, expect.stringContaining('Max-Age=0')]);
  });

  test('is every other one with "end all others"', async () => {
    const member = await product.buildMember();
    const stranger = await product.buildMember();
    const others = [await logIn(member), await logIn(member)];
    expect((await endOthers(member.token)).data).toEqual({ ended: 2 });
    for (const token of others) expect(await isAlive(token)).toBe(false);
    expect([await isAlive(member.token), await isAlive(stranger.token)]).toEqual([true, true]);
  });

  test('needs a proof of the last ten minutes', async () => {
    const member = await product.buildMember();
    const other = await logIn(member);
    await letProofAge(member);
    expect(outcome(await end(member.token, await idOf(other)))).toEqual([403, 'recent-login-required']);
    expect(outcome(await endOthers(member.token))).toEqual([403, 'recent-login-required']);
    expect(await isAlive(other)).toBe(true);
  });
});

describe('a proof inside a session', () => {
  const prove = (token: string | undefined, body: object) => product.post('/member/prove', body, { token });
  const hasProof = async (token: string) => (await endOthers(token)).status === 200;

  test('by the password is good for that session alone', async () => {
    const member = await product.buildMember();
    const other = await logIn(member);
    await letProofAge(member);
    expect(outcome(await prove(member.token, { password: 'wrong-password-9' }))).toEqual([400, 'invalid-password']);
    expect(await hasProof(member.token)).toBe(false);
    const proved = await prove(member.token, { password: goodPassword });
    expect(proved.status).toBe(200);
    expect(await hasProof(other)).toBe(false);
    expect(await hasProof(proved.data.tokens.accessToken)).toBe(true);
  });

  test('gives the session a new token, and whoever has a copy of the old one has nothing', async () => {
    const member = await product.buildMember();
    const before = (await list(member.token)).data;
    const { tokens } = (await prove(member.token, { password: goodPassword })).data;
    expect(await isAlive(member.token)).toBe(false);
    expect((await list(tokens.accessToken)).data).toEqual([
      { ...before[0], lastUsedAt: expect.any(String), current: true },
    ]);
    expect(outcome(await prove(member.token, { password: goodPassword }))).toEqual([401, 'login-required']);
  });

  test('of several at once gives one new token', async () => {
    const member = await product.buildMember();
    const proofs = await Promise.all(Array.from({ length: 4 }, () => prove(member.token, { password: goodPassword })));
    expect(proofs.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    const proved = proofs.find(({ status }) => status === 200)!;
    expect((await list(proved.data.tokens.accessToken)).data).toHaveLength(1);
  });

  test('gives our own pages the new token in their cookie alone', async () => {
    const { email } = await product.buildMember();
    const ownPage = { origin: product.appUrl, 'x-session-transport': 'cookie' };
    const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
      String([headers['set-cookie']].flat()[0]).split(';')[0]!;
    let cookie = cookieOf(await product.post('/auth/login', { email, password: goodPassword }, { headers: ownPage }));
    // Whether the page names the transport or not: a script that leaves it out is to learn no token.
    for (const page of [ownPage, { origin: product.appUrl }]) {
      const headers = { ...page, cookie };
      const proved = await product.post('/member/prove', { password: goodPassword }, { headers });
      expect(proved.data).toMatchObject({ member: { auth: { email } }, tokens: null });
      expect(cookieOf(proved)).not.toBe(cookie);
      cookie = cookieOf(proved);
    }
    expect((await product.call('GET', '/member', { headers: { ...ownPage, cookie } })).data).not.toBeNull();
  });

  test('is not the old password that a change of it came with: that is good for the change alone', async () => {
    const member = await product.buildMember();
    await letProofAge(member);
    const change = { oldPassword: goodPassword, newPassword: 'slow-river-lantern-42' };
    expect((await product.post('/member-auth', change, { token: member.token })).status).toBe(200);
    expect(await hasProof(member.token)).toBe(false);
  });

  test('by a mailed code is good once, and proves no address for the first time', async () => {
    const member = await product.buildMember();
    await letProofAge(member);
    expect((await product.call('POST', '/member/prove/send', { token: member.token })).status).toBe(200);
    const code = await product.codeFor(member.email, 'prove-code');
    expect(outcome(await prove(member.token, { code: code === '000000' ? '000001' : '000000' }))).toEqual([
      400,
      'invalid-verification-code',
    ]);
    const proved = await prove(member.token, { code });
    expect(proved.status).toBe(200);
    const token = proved.data.tokens.accessToken;
    expect(await hasProof(token)).toBe(true);
    expect(outcome(await prove(token, { code }))).toEqual([400, 'invalid-verification-code']);
    expect((await product.call('GET', '/member', { token })).data.verified).toBe(false);
  });

  test('takes the code of no other member, session or purpose', async () => {
    const [member, other] = [await product.buildMember(), await product.buildMember()];
    await product.call('POST', '/member/prove/send', { token: other.token });
    const code = await product.codeFor(other.email, 'prove-code');
    for (const token of [member.token, await logIn(other)])
      expect(outcome(await prove(token, { code }))).toEqual([400, 'invalid-verification-code']);
    const login = await product.freshCode(member.email, 'login');
    expect(outcome(await prove(member.token, { code: login.code }))).toEqual([400, 'invalid-verification-code']);
  });

  test('stops guesses at the password after ten, and is for members alone', async () => {
    const { token } = await product.buildMember();
    const guesses = await Promise.all(
      Array.from({ length: 13 }, (_, count) => prove(token, { password: `guess-number-${count}` })),
    );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
    expect(outcome(await prove(undefined, { password: goodPassword }))).toEqual([401, 'login-required']);
  });

  test.for([{}, { password: goodPassword, code: '123456' }, { password: '' }])('is not %j', async (body) => {
    const { token } = await product.buildMember();
    expect((await prove(token, body)).status).toBe(400);
  });
});

describe('a site’s server', () => {
  test('lists the sessions of a member, ends one, then all, and the audit trail says so', async () => {
    const server = await buildServer(product, 'app_demo', 'club server');
    const member = await product.buildMember();
    const other = await logIn(member);
    const path = `/admin/members/${member.member.id}/sessions`;
    expect((await server.call('GET', path)).data).toHaveLength(2);
    const id = await idOf(other);
    expect((await server.call('DELETE', `${path}/${id}`)).data).toEqual({ id });
    expect([await isAlive(other), await isAlive(member.token)]).toEqual([false, true]);
    expect(outcome(await server.call('DELETE', `${path}/${id}`))).toEqual([404, 'session-not-found']);
    expect((await server.call('DELETE', path)).data).toEqual({ ended: 1 });
    expect(await isAlive(member.token)).toBe(false);
    const { rows } = await product.database.pool.query(
      "select actor, note from audit_entry where subject = $1 and action = 'sessions.ended' order by id",
      [member.member.id],
    );
    expect(rows).toEqual([
      { actor: 'club server', note: id },
      { actor: 'club server', note: '' },
    ]);
  });

  test('cannot see or end sessions of another site', async () => {
    const server = await buildServer(product, 'app_live');
    const member = await product.buildMember();
    expect(outcome(await server.call('DELETE', `/admin/members/${member.email}/sessions`))).toEqual([
      404,
      'member-not-found',
    ]);
    expect(await isAlive(member.token)).toBe(true);
  });
});
