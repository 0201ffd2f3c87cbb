import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase, createPool } from '../../platform/database/database.ts';
import { recordStatements } from '../../testing/recorded-statements.ts';
import { endAllSessions } from './sessions.ts';
import { limits } from '../../../contract/limits.ts';
import {
  goodPassword,
  newEmail,
  startTestMembership,
  type TestMember,
  type TestMembership,
} from '../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());
afterEach(() => void vi.useRealTimers());

const current = async (token: string, headers = {}) =>
  (await product.call('GET', '/member', { token, headers })).data as { id: string } | null;
const change = (column: string, value: string) =>
  product.database.pool.query(`update session set ${column} = ${value}`);

describe('a session', () => {
  test('is a random token of which the database knows only the hash', async () => {
    const { token } = await product.buildMember();
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await product.database.pool.query('select s::text as row from session s');
    const stored = rows.map(({ row }) => row).join();
    // Bytes are shown in hexadecimal.
    for (const readable of [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')])
      expect(stored).not.toContain(readable);
  });

  test('is new at every sign-in, against session fixation', async () => {
    const { email, password, token } = await product.buildMember();
    const again = await product.post('/auth/login', { email, password }, { token });
    expect(again.data.tokens.accessToken).not.toBe(token);
    const planted = 'A'.repeat(43);
    const { data } = await product.post('/auth/login', { email, password }, { token: planted });
    expect(data.tokens.accessToken).not.toBe(planted);
    expect(await current(planted)).toBeNull();
  });

  test('ends when the browser that has it logs in again, and not when that fails', async () => {
    const { email, password, token } = await product.buildMember();
    await product.post('/auth/login', { email, password: 'wrong-password-9' }, { token });
    expect(await current(token)).not.toBeNull();
    const again = (await product.post('/auth/login', { email, password }, { token })).data.tokens.accessToken;
    expect(await current(token)).toBeNull();
    const { code } = await product.freshCode(email, 'login');
    const byCode = { email, passwordlessToken: code };
    const last = (await product.post('/auth/passwordless/login', byCode, { token: again })).data.tokens.accessToken;
    expect(await current(again)).toBeNull();
    const other = await product.post('/auth/signup', { email: newEmail(), password: goodPassword }, { token: last });
    expect([await current(last), other.status]).toEqual([null, 200]);
  });

  test('ends 14 days after sign-in, however much it is used', async () => {
    const { token } = await product.buildMember();
    await change('expires_at', "expires_at - interval '13 days 23 hours'");
    expect(await current(token)).not.toBeNull();
    await change('expires_at', "expires_at - interval '2 hours'");
    expect(await current(token)).toBeNull();
  });

  test('ends after seven days without use, and use is noted', async () => {
    const { token } = await product.buildMember();
    for (let week = 0; week < 3; week++) {
      await change('last_used_at', "now() - interval '6 days 23 hours'");
      expect(await current(token)).not.toBeNull();
    }
    const { rows } = await product.database.pool.query(
      "select 1 from session where last_used_at > now() - interval '1 minute'",
    );
    expect(rows.length).toBeGreaterThan(0);
    await change('last_used_at', "now() - interval '7 days 1 second'");
    expect(await current(token)).toBeNull();
  });

  test('ends by the clock of the database, whatever ours says', async () => {
    const { token } = await product.buildMember();
    const setOurClock = (days: number) =>
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 60 * 60 * 1_000 });
    setOurClock(15);
    expect(await current(token)).not.toBeNull();
    vi.useRealTimers();
    await change('expires_at', "now() - interval '1 second'");
    setOurClock(-1);
    expect(await current(token)).toBeNull();
  });

  test('is not accepted at another site', async () => {
    const { token } = await product.buildMember();
    expect(await current(token, { 'x-api-key': 'pk_sb_enrolment' })).toBeNull();
    const elsewhere = { token, headers: { 'x-api-key': 'pk_sb_enrolment' } };
    expect((await product.post('/member', { customFields: {} }, elsewhere)).status).toBe(401);
    await product.call('POST', '/member/logout', elsewhere);
    expect(await current(token)).not.toBeNull();
  });

  test('ends with its member', async () => {
    const { token, member } = await product.buildMember();
    await product.database.pool.query('delete from member where id = $1', [member.id]);
    expect(await current(token)).toBeNull();
  });

  test.for(['nonsense', '', 'eyJhbGciOiJub25lIn0.eyJpZCI6Im1lbV8xIn0.', 'x'.repeat(5_000), '\u00e9', 'a b'])(
    'is not %j',
    async (token) => {
      const answer = await product.call('GET', '/member', { headers: { authorization: `Bearer ${token}` } });
      expect([answer.status, answer.json]).toEqual([200, { data: null }]);
      const write = await product.post(
        '/member',
        { customFields: {} },
        { headers: { authorization: `Bearer ${token}` } },
      );
      expect([write.status, write.error.code]).toEqual([401, 'login-required']);
    },
  );

  test('never travels in an address', async () => {
    const { token } = await product.buildMember();
    for (const name of ['token', 'access_token', 'accessToken', 'authorization'])
      expect((await product.call('GET', `/member?${name}=${token}`)).data).toBeNull();
  });
});

describe('a member with many log-ins', () => {
  const most = limits.sessionsPerMember;
  const logIn = async ({ email, password }: TestMember): Promise<string> =>
    (await product.post('/auth/login', { email, password })).data.tokens.accessToken;
  /** Adds sessions to a member, newer than the first one. */
  const addSessions = async ({ member }: TestMember, count: number, lastUsedDaysAgo = 0) => {
    await product.database.pool.query(
      `insert into session (token_hash, member_id, site_id, created_at, last_used_at, expires_at)
       select sha256(gen_random_uuid()::text::bytea), id, site_id, now(), now() - make_interval(days => $3), now() + interval '1 day'
       from member, generate_series(1, $2) where id = $1`,
      [member.id, count, lastUsedDaysAgo],
    );
  };
  const countSessions = async ({ member }: TestMember) => {
    const { rows } = await product.database.pool.query('select 1 from session where member_id = $1', [member.id]);
    return rows.length;
  };

  test('keeps the newest sessions, and the oldest ends', async () => {
    const member = await product.buildMember();
    await addSessions(member, most - 2);
    const last = await logIn(member);
    expect(await current(member.token)).not.toBeNull();
    const oneMore = await logIn(member);
    expect(await current(member.token)).toBeNull();
    for (const token of [last, oneMore]) expect(await current(token)).not.toBeNull();
    expect(await countSessions(member)).toBe(most);
  });

  test('has no more after concurrent log-ins, and other members keep their sessions', async () => {
    const [member, other] = [await product.buildMember(), await product.buildMember()];
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 9 }, () => logIn(member)));
    expect(await countSessions(member)).toBe(most);
    expect(await current(other.token)).not.toBeNull();
  });

  test('loses an expired session before a running one', async () => {
    const member = await product.buildMember();
    await addSessions(member, most - 2);
    await addSessions(member, 1, limits.sessionIdleDays + 1);
    await logIn(member);
    expect(await current(member.token)).not.toBeNull();
  });
});

describe('logout', () => {
  const logOut = (options: object = {}) => product.call('POST', '/member/logout', options);

  test('ends the session on the server', async () => {
    const { token } = await product.buildMember();
    const { status, json } = await logOut({ token });
    expect([status, json]).toEqual([
      200,
      { data: { redirect: null }, _internalUseOnly: { message: 'You have been logged out.' } },
    ]);
    expect(await current(token)).toBeNull();
  });

  test('ends that session alone', async () => {
    const { email, password, token } = await product.buildMember();
    const other = (await product.post('/auth/login', { email, password })).data.tokens.accessToken;
    await logOut({ token });
    expect(await current(other)).not.toBeNull();
  });

  test('succeeds with an invalid token', async () => {
    const { token } = await product.buildMember();
    await logOut({ token });
    for (const options of [{ token }, { token: 'nonsense' }, {}, { headers: { authorization: 'Basic eDp5' } }])
      expect((await logOut(options)).status).toBe(200);
  });
});

describe('a session of our own pages', () => {
  const ownPage = (more: Record<string, string> = {}) => ({
    headers: { 'x-api-key': 'pk_sb_enrolment', origin: product.appUrl, 'x-session-transport': 'cookie', ...more },
  });
  const signUp = (options: object) =>
    product.post('/auth/signup', { email: newEmail(), password: goodPassword }, options);
  const cookieOf = (answer: { headers: Record<string, unknown> }) => [answer.headers['set-cookie']].flat()[0] as string;
  const readingWith = (cookie: string, more = {}) =>
    product.call('GET', '/member', { headers: { 'x-api-key': 'pk_sb_enrolment', cookie, ...more } });

  test('lies in a cookie no script can read, and no token in the answer', async () => {
    const answer = await signUp(ownPage());
    expect(answer.data.tokens).toBeNull();
    expect(cookieOf(answer)).toMatch(/^intake_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    const [cookie] = cookieOf(answer).split(';');
    expect((await readingWith(`other=1; ${cookie}; more=2`)).data.id).toBe(answer.data.member.id);
  });

  test('is bound to the host and to https where the service runs there', async () => {
    const secure = await startTestMembership({ appUrl: 'https://intake.example' });
    try {
      const answer = await secure.post(
        '/auth/signup',
        { email: newEmail(), password: goodPassword },
        {
          headers: {
            'x-api-key': 'pk_sb_enrolment',
            origin: 'https://intake.example',
            'x-session-transport': 'cookie',
          },
        },
      );
      expect(cookieOf(answer)).toMatch(
        /^__Host-intake=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    } finally {
      await secure.stop();
    }
  });

  test('is not begun for a foreign page that asks for it', async () => {
    for (const origin of ['http://localhost:5173', undefined]) {
      const answer = await signUp(ownPage({ origin: origin as string }));
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.data.tokens.accessToken).toBeTruthy();
    }
  });

  test('reads for any page, and changes only for our own (CSRF)', async () => {
    const [cookie] = cookieOf(await signUp(ownPage())).split(';') as [string];
    const write = (headers: Record<string, string>) =>
      product.post(
        '/member',
        { customFields: { 'first-name': 'Ada' } },
        {
          headers: { 'x-api-key': 'pk_sb_enrolment', cookie, ...headers },
        },
      );
    expect((await write({})).status).toBe(401);
    expect((await write({ origin: 'http://localhost:5173' })).status).toBe(401);
    expect((await write({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await readingWith(cookie, { origin: 'http://localhost:5173' })).data).toBeNull();
    expect((await readingWith(cookie)).data.customFields).not.toHaveProperty('first-name');
    expect((await write({ origin: product.appUrl })).status).toBe(200);
    expect((await readingWith(cookie)).data.customFields['first-name']).toBe('Ada');
  });

  test('counts only with the key of its site', async () => {
    const [cookie] = cookieOf(await signUp(ownPage())).split(';') as [string];
    expect((await readingWith(cookie, { 'x-api-key': 'pk_sb_demo' })).data).toBeNull();
    expect((await product.call('GET', '/member', { headers: { 'x-api-key': undefined, cookie } })).status).toBe(401);
  });

  test('ends at logout, and the cookie is cleared', async () => {
    const [cookie] = cookieOf(await signUp(ownPage())).split(';') as [string];
    const answer = await product.call('POST', '/member/logout', ownPage({ cookie }));
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toBe('intake_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    expect((await readingWith(cookie)).data).toBeNull();
  });

  test('is not ended by a foreign page', async () => {
    const [cookie] = cookieOf(await signUp(ownPage())).split(';') as [string];
    await product.call('POST', '/member/logout', ownPage({ cookie, origin: 'http://localhost:5173' }));
    expect((await readingWith(cookie)).data).not.toBeNull();
  });
});

test('all sessions are ended by statements that each read some pages of the table', async () => {
  const { email, token } = await product.buildMember();
  expect((await product.call('GET', '/member', { token })).data).toMatchObject({ auth: { email } });
  // Before the pool connects: a connection keeps the function it sends by.
  const recording = recordStatements('');
  const pool = createPool({ url: product.database.directUrl, maxConnections: 1 });
  try {
    expect(await endAllSessions(createDatabase(pool))).toBeGreaterThan(0);
  } finally {
    recording.stop();
    await pool.end();
  }
  expect((await product.call('GET', '/member', { token })).data).toBe(null);
  const deleting = recording.statements.filter(({ text }) => text.startsWith('delete from "session"'));
  expect(deleting).toHaveLength(1);
  expect(deleting[0]!.text).toContain('ctid >= ');
});
