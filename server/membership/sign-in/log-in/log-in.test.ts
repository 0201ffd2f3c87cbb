import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logInFailuresPerClient } from '../../../../contract/calls/sign-in.ts';
import { createPool } from '../../../platform/database/database.ts';
import { createRateLimits } from '../../../platform/http/limits.ts';
import { hashingQueue } from '../../../platform/password-hashing.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { eventually } from '../../../testing/eventually.ts';
import { measureWork } from '../../../testing/measure-work.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import type { Services } from '../../services.ts';
import { requirePassword } from './log-in.ts';
import { accountKey } from '../sign-in-limits.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const logIn = (email: string, password: string, options = {}) =>
  product.post('/auth/login', { email, password }, options);

describe('log-in', () => {
  test('answers member, token and redirect', async () => {
    const { email, password, member } = await product.buildMember();
    const { status, data } = await logIn(email.toUpperCase(), password);
    expect(status).toBe(200);
    expect(data).toMatchObject({ member: { id: member.id }, tokens: { type: 'bearer' }, redirect: null });
    expect((await product.call('GET', '/member', { token: data.tokens.accessToken })).data.id).toBe(member.id);
  });

  test('answers every failure alike', async () => {
    const member = await product.buildMember();
    const passwordless = newEmail();
    const { code } = await product.freshCode(passwordless, 'signup');
    await product.post('/auth/signup?isPasswordless=true', { email: passwordless, passwordlessToken: code });
    const answers = [
      await logIn(member.email, 'wrong-password-9'),
      await logIn(newEmail(), goodPassword),
      await logIn(passwordless, goodPassword),
      await logIn(member.email, 'x'.repeat(300)),
      await logIn(member.email, ''),
    ];
    for (const { status, json } of answers) {
      expect(status).toBe(401);
      expect(json).toEqual({
        error: { code: 'invalid-credentials', message: 'The email address or password is not correct.' },
      });
    }
  });

  test('works as hard for an unknown address and an account without a password as for a wrong one', async () => {
    const [known, bare] = [await product.buildMember(), await product.buildMember()];
    await product.database.pool.query('update member set password_hash = null where id = $1', [bare.member.id]);
    const guessAt = (email: string) => () => logIn(email, 'wrong-password-9');
    const [forKnown, ...forOthers] = await measureWork(6, [known.email, bare.email, newEmail()].map(guessAt));
    // A hash takes ten milliseconds and more; without one the answer comes in two.
    for (const forOther of forOthers) {
      expect(forOther).toBeGreaterThan(forKnown! / 2);
      expect(forOther).toBeLessThan(forKnown! * 2);
    }
  });

  test('checks ten of fifty concurrent guesses at one account, from whatever network', async () => {
    const { email, password, token } = await product.buildMember();
    const guesses = await Promise.all(Array.from({ length: 50 }, (_, count) => logIn(email, `guess-number-${count}`)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn(email, password)).status).toBe(429);

    // No lockout of the owner: the running session, the mailed code and the reset still work.
    expect((await product.call('GET', '/member', { token })).data.auth.email).toBe(email);
    const login = await product.freshCode(email, 'login');
    expect((await product.post('/auth/passwordless/login', { email, passwordlessToken: login.code })).status).toBe(200);
    const reset = await product.freshCode(email, 'reset');
    const newPassword = 'quiet-harbour-mill-7';
    await product.post('/auth/reset-password', { token: reset.code, newPassword, email });
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('guesses at an unknown address are limited like those at a known one', async () => {
    const email = newEmail();
    const guesses = await Promise.all(Array.from({ length: 15 }, () => logIn(email, goodPassword)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  test('a success gives the account its ten tries back', async () => {
    const { email, password } = await product.buildMember();
    for (let round = 0; round < 2; round++) {
      for (let tried = 0; tried < 9; tried++) expect((await logIn(email, 'wrong-password-9')).status).toBe(401);
      expect((await logIn(email, password)).status).toBe(200);
    }
  });

  test('after a hundred consecutive wrong passwords only a proof of the mailbox logs in', async () => {
    const { email, password } = await product.buildMember();
    expect((await logIn(email, 'wrong-password-9')).status).toBe(401);
    // As if ninety-nine more had been tried over days, and the short limits had expired in between.
    await product.database.pool.query(
      `update rate_limit set points = 100 where key like 'wrong-password:%' and points = 1`,
    );
    expect((await logIn(email, password)).error).toEqual({
      code: 'too-many-requests',
      message: 'Too many wrong passwords. Please reset your password by mail.',
    });
    const { code } = await product.freshCode(email, 'reset');
    const newPassword = `Rimu-${goodPassword}`;
    await product.post('/auth/reset-password', { token: code, email, newPassword });
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('stops one client address after 40 failures and never for successes', async () => {
    const from = '203.0.113.9';
    const { email, password } = await product.buildMember();
    for (let failed = 0; failed < 36; failed++) await product.services.limits.take(logInFailuresPerClient, from);
    for (let tried = 0; tried < 6; tried++) expect((await logIn(email, password, { from })).status).toBe(200);
    for (let tried = 0; tried < 4; tried++) expect((await logIn(newEmail(), goodPassword, { from })).status).toBe(401);
    const inNineSeconds = [Date.now() + 9_000, `log-in-failure:${from}`];
    await product.database.pool.query('update rate_limit set expire = $1 where key = $2', inNineSeconds);
    const next = await logIn(newEmail(), goodPassword, { from });
    expect([next.status, Number(next.headers['retry-after']) <= 9]).toEqual([429, true]);
    for (let tried = 0; tried < 12; tried++) expect((await logIn(email, password, { from })).status).toBe(429);
    // A refused attempt does not count against the account.
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('stops a client at the 41st failure also in concurrent attempts at two processes', async () => {
    const from = '203.0.113.30';
    const { email, password } = await product.buildMember();
    const { limits } = product.services;
    const { points } = logInFailuresPerClient;
    for (let failed = 0; failed < points - 6; failed++) await limits.take(logInFailuresPerClient, from);
    const pool = createPool({ url: product.database.directUrl, maxConnections: 5 });
    const other = { ...product.services, limits: createRateLimits(pool) };
    const site = await other.sites.get('app_demo');
    const attempt = (services: Services, address: string) =>
      requirePassword(services, { site, email: address, password, clientAddress: from }).then(
        () => 'right',
        (refusal: Refusal) => refusal.code,
      );
    const client = await product.database.pool.connect();
    await client.query('begin; lock table member in access exclusive mode');
    const wrong = Array.from({ length: 12 }, (_, index) => attempt(index % 2 ? product.services : other, newEmail()));
    await eventually(async () => {
      const { rows } = await client.query(
        "select 1 from pg_locks where not granted and relation = 'member'::regclass and database = (select oid from pg_database where datname = current_database())",
      );
      return rows.length >= 6;
    });
    const right = [attempt(product.services, email), attempt(other, email)];
    await sleep(50);
    await client.query('commit');
    client.release();
    expect(await Promise.all(right)).toEqual(['too-many-requests', 'too-many-requests']);
    const outcomes = await Promise.all(wrong);
    await pool.end();
    expect(outcomes.filter((outcome) => outcome === 'invalid-credentials')).toHaveLength(6);
  });

  test('an attempt that was not checked is no failure of the client', async () => {
    const from = '203.0.113.31';
    const [{ email, password }, stopped] = [await product.buildMember(), newEmail()];
    for (let tried = 0; tried < 10; tried++) await logIn(stopped, goodPassword);
    for (let tried = 0; tried < 45; tried++) expect((await logIn(stopped, goodPassword, { from })).status).toBe(429);
    expect((await logIn(email, password, { from })).status).toBe(200);
  });

  test('wrong passwords are counted without expiry for an account, and for weeks for an address without one', async () => {
    const [known, unknown] = [(await product.buildMember()).email, newEmail()];
    for (const email of [known, unknown]) await logIn(email, 'wrong-password-9');
    const { rows } = await product.database.pool.query(
      `select key, round((expire / 1000 - extract(epoch from now())) / 86400)::int as days from rate_limit
       where key = any($1)`,
      [[known, unknown].map((email) => `wrong-password:${accountKey('app_demo', email)}`)],
    );
    expect(rows.map(({ days }) => days).toSorted()).toEqual([28, null]);
  });

  test('a client cannot forge its address by a header (X-Forwarded-For)', async () => {
    const from = '203.0.113.10, 10.9.9.9';
    const limits = await product.database.pool.query("select key from rate_limit where key like 'log-in-failure:%'");
    await logIn(newEmail(), goodPassword, { from });
    const after = await product.database.pool.query("select key from rate_limit where key like 'log-in-failure:%'");
    const fresh = after.rows.map(({ key }) => key).filter((key) => !limits.rows.some((row) => row.key === key));
    expect(fresh).toEqual(['log-in-failure:10.9.9.9']);
  });

  test('a flood of log-ins is refused and leaves the rest of the service answering', async () => {
    // Several times as many as may wait for a hash, so that many wait still when the last of them has arrived.
    const visitors = 5 * hashingQueue.waitingMost;
    let isOver = false;
    const flood = Promise.all(Array.from({ length: visitors }, () => logIn(newEmail(), goodPassword)));
    void flood.finally(() => (isOver = true));
    expect((await product.call('GET', '/app')).status).toBe(200);
    expect(isOver).toBe(false);
    const answers = await flood;
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]!.error.code).toBe('service-unavailable');
    expect(Number(busy[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 401).length + busy.length).toBe(visitors);
  });

  test('compares a password of 256 characters and none that is longer', async () => {
    const { email, member } = await product.buildMember();
    for (const [length, status] of [
      [256, 200],
      [257, 401],
    ] as const) {
      const password = 'x'.repeat(length);
      const stored = [await hash(password), member.id];
      await product.database.pool.query('update member set password_hash = $1 where id = $2', stored);
      expect((await logIn(email, password)).status).toBe(status);
    }
  });

  test('a hash with outdated parameters is renewed', async () => {
    const { email, password, member } = await product.buildMember();
    const weak = await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await product.database.pool.query('update member set password_hash = $1 where id = $2', [weak, member.id]);
    expect((await logIn(email, password)).status).toBe(200);
    const { rows } = await product.database.pool.query('select password_hash from member where id = $1', [member.id]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await logIn(email, password)).status).toBe(200);
  });
});

describe('log-in with a mailed code', () => {
  const logInWithCode = (email: string, passwordlessToken: string) =>
    product.post('/auth/passwordless/login', { email, passwordlessToken });

  test('signs in once', async () => {
    const { email, member } = await product.buildMember({ proved: true });
    const { code } = await product.freshCode(email, 'login');
    const first = await logInWithCode(email, code);
    expect([first.status, first.data.member.id]).toEqual([200, member.id]);
    const second = await logInWithCode(email, code);
    expect([second.status, second.error.code]).toEqual([400, 'invalid-passwordless-login-code']);
  });

  test('answers the same for an unknown address and sends nothing', async () => {
    const email = newEmail();
    const { status, json } = await product.post('/auth/passwordless/login/send', { email });
    expect([status, json]).toEqual([200, { data: { success: true } }]);
    expect(await product.mailsTo(email)).toEqual([]);
  });

  test('refuses the code with another address', async () => {
    const [mine, other] = [await product.buildMember(), await product.buildMember()];
    const { code } = await product.freshCode(mine.email, 'login');
    expect((await logInWithCode(other.email, code)).status).toBe(400);
    expect((await logInWithCode(mine.email, code)).status).toBe(200);
  });

  test('the first proof of an address revokes the access of the account’s maker', async () => {
    const maker = await product.buildMember();
    const { code } = await product.freshCode(maker.email, 'login');
    const owner = await logInWithCode(maker.email, code);
    expect(owner.data.member).toMatchObject({ verified: true, auth: { hasPassword: false } });
    expect((await product.call('GET', '/member', { token: maker.token })).data).toBeNull();
    expect((await logIn(maker.email, maker.password)).status).toBe(401);
  });

  test('a proved account keeps its password and its sessions', async () => {
    const { email, password, token } = await product.buildMember({ proved: true });
    const { code } = await product.freshCode(email, 'login');
    await logInWithCode(email, code);
    expect((await product.call('GET', '/member', { token })).data).not.toBeNull();
    expect((await logIn(email, password)).status).toBe(200);
  });
});
