import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { letMailboxesRest } from '../../../testing/mailboxes.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { createHttpServer } from '../../../platform/http/server.ts';
import { createKeys, randomToken } from '../../../platform/keys.ts';
import { createLog } from '../../../platform/log.ts';
import { createMembership } from '../../index.ts';

const logged: string[] = [];
const log = createLog(
  'trace',
  new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(line.toString());
      done();
    },
  }),
);

import { accountKey, wrongGuessesPerAccount } from '../sign-in-limits.ts';
import { sendCode } from './mailed-codes.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership({ log });
});
afterAll(() => product.stop());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const newPassword = 'quiet-harbour-mill-7';
const reset = (body: Record<string, unknown>, options = {}) =>
  product.post('/auth/reset-password', { newPassword, ...body }, options);
const logInWithCode = (email: string, passwordlessToken: string) =>
  product.post('/auth/passwordless/login', { email, passwordlessToken });
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const letTimePass = (minutes: number) =>
  product.database.pool.query('update mailed_code set expires_at = expires_at - make_interval(mins => $1)', [minutes]);

describe('a mailed code', () => {
  test('whose site was removed while it waited is dropped', async () => {
    const asked = { siteId: 'app_gone', email: newEmail(), purpose: 'login', clientAddress: '203.0.113.9' } as const;
    await expect(sendCode(product.services, asked)).resolves.toBeUndefined();
  });

  test('is void after five wrong guesses', async () => {
    const { email } = await product.buildMember();
    const { code } = await product.freshCode(email, 'reset');
    for (let tried = 0; tried < 5; tried++)
      expect((await reset({ email, token: wrongOf(code) })).error.code).toBe('invalid-reset-code');
    expect((await reset({ email, token: code })).error.code).toBe('invalid-reset-code');
  });

  test('is valid after four', async () => {
    const { email } = await product.buildMember();
    const { code } = await product.freshCode(email, 'reset');
    for (let tried = 0; tried < 4; tried++) await reset({ email, token: wrongOf(code) });
    expect((await reset({ email, token: code })).status).toBe(200);
  });

  test('is void after fifty concurrent wrong guesses, of which five are compared', async () => {
    const { email } = await product.buildMember();
    const { code } = await product.freshCode(email, 'reset');
    await Promise.all(Array.from({ length: 50 }, () => reset({ email, token: wrongOf(code) })));
    const { rows } = await product.database.pool.query('select tries from mailed_code where email = $1', [email]);
    expect(rows).toEqual([{ tries: 5 }]);
    expect((await reset({ email, token: code })).error.code).toBe('invalid-reset-code');
  });

  test('used in ten concurrent calls works exactly once, and the others get the usual refusal', async () => {
    const { email } = await product.buildMember({ proved: true });
    const { code } = await product.freshCode(email, 'login');
    const answers = await Promise.all(Array.from({ length: 10 }, () => logInWithCode(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, error } of answers.filter((answer) => answer.status !== 200))
      expect([status, error.code]).toEqual([400, 'invalid-passwordless-login-code']);
  });

  test('works for ten minutes', async () => {
    const { email } = await product.buildMember();
    const late = await product.freshCode(email, 'reset');
    await letTimePass(10);
    expect((await reset({ email, token: late.code })).error.code).toBe('invalid-reset-code');
    const inTime = await product.freshCode(email, 'reset');
    await letTimePass(9);
    expect((await reset({ email, token: inTime.code })).status).toBe(200);
  });

  test('is void once a newer one is sent', async () => {
    const { email } = await product.buildMember();
    const older = await product.freshCode(email, 'reset');
    const newer = await product.freshCode(email, 'reset');
    expect((await reset({ email, token: older.code })).error.code).toBe('invalid-reset-code');
    expect((await reset({ email, token: newer.code })).status).toBe(200);
  });

  test('is refused for another purpose', async () => {
    const { email } = await product.buildMember();
    const login = await product.freshCode(email, 'login');
    expect((await reset({ email, token: login.code })).error.code).toBe('invalid-reset-code');
    const forReset = await product.freshCode(email, 'reset');
    expect((await logInWithCode(email, forReset.code)).error.code).toBe('invalid-passwordless-login-code');
    for (let tried = 0; tried < 5; tried++) await reset({ email, token: wrongOf(forReset.code) });
    expect((await logInWithCode(email, login.code)).status).toBe(200);
  });

  test('is refused at another site', async () => {
    const { email } = await product.buildMember();
    const elsewhere = { headers: { 'x-api-key': 'pk_sb_enrolment' } };
    await product.post('/auth/signup', { email, password: goodPassword }, elsewhere);
    const { code, context } = await product.freshCode(email, 'reset');
    expect((await reset({ email, token: code }, elsewhere)).error.code).toBe('invalid-reset-code');
    expect((await reset({ context, token: code }, elsewhere)).error.code).toBe('invalid-reset-code');
    expect((await reset({ email, token: code })).status).toBe(200);
  });

  test('has its ten minutes by the clock of the database, whatever ours says', async () => {
    const { email } = await product.buildMember();
    const setOurClock = (hours: number) =>
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 60 * 60 * 1_000 });
    const late = await product.freshCode(email, 'reset');
    await letTimePass(10);
    setOurClock(-1);
    expect((await reset({ email, token: late.code })).error.code).toBe('invalid-reset-code');
    vi.useRealTimers();
    const inTime = await product.freshCode(email, 'reset');
    setOurClock(1);
    expect((await reset({ email, token: inTime.code })).status).toBe(200);
  });

  test('does not depend on Math.random (predictable PRNG)', async () => {
    const { email } = await product.buildMember();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const codes = [];
    for (let asked = 0; asked < 3; asked++) codes.push((await product.freshCode(email, 'reset')).code);
    expect(new Set(codes).size).toBeGreaterThan(1);
  });

  test('is stored as a hash only, and stands in no answer, header or log line', async () => {
    const { email } = await product.buildMember();
    logged.length = 0;
    await product.forgetMailLimits();
    const asked = await product.post('/auth/send-reset-password-email', { email });
    const code = await product.codeFor(email, 'reset-code');
    const token = await product.linkTokenFor(email, 'reset-code');
    const { rows } = await product.database.pool.query('select m::text as row from mailed_code m where email = $1', [
      email,
    ]);
    const answers = [asked, await reset({ email, token: wrongOf(code) }), await reset({ email, token: code })];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200]);
    const standsIn = (text: string) => new RegExp(`(?<![\\w-])${code}(?![\\w-])`).test(text) || text.includes(token);
    // Negative control: in the mail they are found.
    expect(standsIn((await product.mailsTo(email)).find(({ kind }) => kind === 'reset-code')!.text)).toBe(true);
    expect([rows.length, logged.length > 0]).toEqual([1, true]);
    const told = [...answers.map(({ text, headers }) => `${text} ${JSON.stringify(headers)}`), ...logged];
    expect([...told, rows[0].row].filter(standsIn)).toEqual([]);
    // Bytes are shown in hexadecimal.
    for (const bytes of [Buffer.from(code), Buffer.from(token), Buffer.from(token, 'base64url')])
      expect(rows[0].row).not.toContain(bytes.toString('hex'));
    for (const secret of [newPassword, email]) expect(told.join('\n')).not.toContain(secret);
  });

  test('is stored as a keyed hash', async () => {
    const { email } = await product.buildMember();
    const { code } = await product.freshCode(email, 'reset');
    const elsewhere = createHttpServer({ log, trustedProxies: [] });
    onTestFinished(() => elsewhere.close());
    createMembership({ ...product.services, keys: createKeys([randomToken()]) }).routes(elsewhere);
    const guess = await elsewhere.inject({
      method: 'POST',
      url: '/auth/reset-password',
      headers: { 'x-api-key': 'pk_sb_demo' },
      payload: { email, token: code, newPassword },
    });
    expect([guess.statusCode, guess.json().error.code]).toEqual([400, 'invalid-reset-code']);
    expect((await reset({ email, token: code })).status).toBe(200);
  });
});

describe('a reset code is bound to its request', () => {
  test('by the context that the send call returned', async () => {
    const { email } = await product.buildMember();
    const { code, context } = await product.freshCode(email, 'reset', '192.0.2.1');
    expect(context).toMatch(/^[\w-]{43}$/);
    expect((await reset({ token: code, context: `${context.slice(1)}A` }, { from: '192.0.2.2' })).status).toBe(400);
    expect((await reset({ token: code, context }, { from: '192.0.2.2' })).status).toBe(200);
  });

  test('or by the address', async () => {
    const { email } = await product.buildMember();
    const { code } = await product.freshCode(email, 'reset', '192.0.2.3');
    expect((await reset({ token: code, email: newEmail() }, { from: '192.0.2.4' })).status).toBe(400);
    expect((await reset({ token: code, email }, { from: '192.0.2.4' })).status).toBe(200);
  });

  test('or, with neither, by the network address of the request', async () => {
    const { email } = await product.buildMember();
    const { code } = await product.freshCode(email, 'reset', '192.0.2.5');
    expect((await reset({ token: code }, { from: '192.0.2.6' })).error.code).toBe('invalid-reset-code');
    expect((await reset({ token: code }, { from: '192.0.2.5' })).status).toBe(200);
  });

  test('and the context of one address is refused for another', async () => {
    const [mine, other] = [await product.buildMember(), await product.buildMember()];
    const forMine = await product.freshCode(mine.email, 'reset');
    const forOther = await product.freshCode(other.email, 'reset');
    expect((await reset({ token: forOther.code, context: forMine.context })).status).toBe(400);
    expect((await reset({ token: forOther.code, context: forMine.context, email: other.email })).status).toBe(400);
    expect((await reset({ token: forOther.code, context: forOther.context })).status).toBe(200);
  });

  test('and two clients of one network address do not use up each other’s tries', async () => {
    const from = '192.0.2.7';
    const people = await Promise.all(Array.from({ length: 7 }, () => product.buildMember()));
    const codes: string[] = [];
    for (const { email } of people) codes.push((await product.freshCode(email, 'reset', from)).code);
    for (const code of codes) expect((await reset({ token: code }, { from })).status).toBe(200);
    const { rows } = await product.database.pool.query('select 1 from mailed_code where requester = $1', [from]);
    expect(rows).toEqual([]);
  });

  test('and guesses that deadlock at several codes get the usual refusal', async () => {
    const from = '192.0.2.9';
    const people = await Promise.all(Array.from({ length: 6 }, () => product.buildMember()));
    for (const { email } of people) await product.freshCode(email, 'reset', from);
    const answers = await Promise.all(Array.from({ length: 12 }, () => reset({ token: '123456' }, { from })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  });

  test('and blind guesses are limited to 30 from one client address', async () => {
    const from = '192.0.2.8';
    const answers = await Promise.all(Array.from({ length: 40 }, () => reset({ token: '123456' }, { from })));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('asking for codes', () => {
  test('answers the same for a known and an unknown address', async () => {
    const { email } = await product.buildMember();
    const known = await product.post('/auth/send-reset-password-email', { email });
    const unknown = await product.post('/auth/send-reset-password-email', { email: newEmail() });
    expect(known.status).toBe(200);
    expect({ ...unknown.json, context: '' }).toEqual({ ...known.json, context: '' });
    expect(unknown.json.context).toHaveLength(known.json.context.length);
    expect(typeof known.data).toBe('string');
  });

  test('sends nothing to an unknown address', async () => {
    const email = newEmail();
    await product.post('/auth/send-reset-password-email', { email });
    expect(await product.mailsTo(email)).toEqual([]);
  });

  test('does not look the account up, so that its duration does not tell (timing)', async () => {
    const { email, password } = await product.buildMember();
    await product.mailsTo(email);
    const client = await product.database.pool.connect();
    try {
      await client.query('begin; lock table member in access exclusive mode');
      for (const asked of [email, newEmail()])
        for (const path of [
          '/auth/send-reset-password-email',
          '/auth/passwordless/login/send',
          '/auth/passwordless/signup/send',
        ])
          expect((await product.post(path, { email: asked })).status).toBe(200);
      // Negative control: a look-up waits for the lock.
      const looking = product.post('/auth/login', { email, password });
      const first = await Promise.race([looking.then(() => 'looked'), sleep(100, 'waits')]);
      expect(first).toBe('waits');
      await client.query('commit');
      expect((await looking).status).toBe(200);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('a guess at an unknown address is judged like one at a known address', async () => {
    const unknown = newEmail();
    await product.post('/auth/passwordless/login/send', { email: unknown });
    await product.mailsTo(unknown);
    expect((await logInWithCode(unknown, '123456')).error.code).toBe('invalid-passwordless-login-code');
    const { rows } = await product.database.pool.query('select tries from mailed_code where email = $1', [unknown]);
    expect(rows).toEqual([{ tries: 1 }]);
  });

  test('parallel requests mail one code at once and, however many they are, one more after 30 seconds', async () => {
    const { email } = await product.buildMember();
    const mailed = async () => (await product.mailsTo(email)).filter(({ kind }) => kind === 'reset-code').length;
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => product.post('/auth/send-reset-password-email', { email })),
    );
    expect(asked.map(({ status }) => status)).toEqual(Array(10).fill(200));
    // One is told that it leaves at once, the others when the second does.
    const waits = asked.flatMap(({ json }) => json.mailAfterSeconds ?? []);
    expect(waits).toHaveLength(9);
    // A slow machine takes seconds for ten requests.
    expect(Math.min(...waits)).toBeGreaterThan(10);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30);
    expect(await mailed()).toBe(1);
    const { rows } = await product.database.pool.query(
      'select extract(epoch from run_at - now())::float as seconds from graphile_worker._private_jobs where run_at > now() and payload::text like $1',
      [`%${email}%`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].seconds).toBeGreaterThan(10);
    expect(rows[0].seconds).toBeLessThanOrEqual(30);
    await product.hurryMails();
    expect(await mailed()).toBe(2);
  });

  test('a delayed mail and one requested at the time it is sent are not sent together', async () => {
    const { email } = await product.buildMember();
    const ask = () => product.post('/auth/send-reset-password-email', { email });
    const mailed = async () => (await product.mailsTo(email)).filter(({ kind }) => kind === 'reset-code').length;
    await ask();
    expect(await mailed()).toBe(1);
    await ask();
    expect(await mailed()).toBe(1);
    await product.hurryMails();
    await ask();
    expect(await mailed()).toBe(2);
  });

  test('a mailbox has one budget over all sites', async () => {
    const email = newEmail();
    const ask = async (site: string) => {
      await letMailboxesRest(product.database, 31);
      await product.post('/auth/passwordless/signup/send', { email }, { headers: { 'x-api-key': site } });
      return (await product.mailsTo(email)).length;
    };
    const counts = [];
    for (let asked = 0; asked < 6; asked++) counts.push(await ask(asked % 2 ? 'pk_sb_enrolment' : 'pk_sb_demo'));
    expect(counts).toEqual([1, 2, 3, 4, 5, 5]);
  });

  test('a second, delayed request leaves the first code and its context valid', async () => {
    const { email } = await product.buildMember();
    const { code, context } = await product.freshCode(email, 'reset');
    const again = await product.post('/auth/send-reset-password-email', { email });
    expect((await reset({ token: code, context: again.json.context })).status).toBe(200);
    expect(again.json.context).toBe(context);
  });

  test('links in mails begin with our own address, whatever the request says', async () => {
    const { email } = await product.buildMember({
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    await product.forgetMailLimits();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'http://localhost:9999' };
    await product.post('/auth/send-reset-password-email', { email }, { headers });
    const mails = await product.mailsTo(email);
    expect(mails.map(({ kind }) => kind)).toEqual(['verification', 'reset-code']);
    for (const { text, html } of mails)
      for (const [url] of `${text}${html}`.matchAll(/https?:[^\s"<]+/g))
        expect(url.startsWith(`${product.appUrl}/account/`)).toBe(true);
  });
});

describe('an account whose codes were guessed at a hundred times', () => {
  test('gets a link instead of a code until the mailbox is proved', async () => {
    const { email } = await product.buildMember({ proved: true });
    const account = accountKey('app_demo', email);
    for (let wrong = 0; wrong < 95; wrong++) await product.services.limits.take(wrongGuessesPerAccount, account);
    const { code: guessedAt } = await product.freshCode(email, 'reset');
    for (let tried = 0; tried < 5; tried++) await reset({ email, token: wrongOf(guessedAt) });
    await product.forgetMailLimits();
    await product.post('/auth/passwordless/login/send', { email });
    const mail = (await product.mailsTo(email)).at(-1)!;
    expect(mail.kind).toBe('reset-link');
    expect(mail.text).not.toMatch(/\b\d{6}\b/);
    const token = await product.linkTokenFor(email, 'reset-link');
    expect((await reset({ token })).status).toBe(200);
    const { code } = await product.freshCode(email, 'login');
    expect((await logInWithCode(email, code)).status).toBe(200);
  });
});
