import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase, createPool } from '../../platform/database/database.ts';
import { createKeys } from '../../platform/keys.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { buildChallenge, type Challenge } from '../../platform/proof-of-work.ts';
import { declareSite } from '../../testing/declare-site.ts';
import { runJob } from '../../testing/workers.ts';
import {
  goodPassword,
  liveSite,
  newEmail,
  startTestMembership,
  type TestMembership,
} from '../../testing/membership.ts';
import type { SiteDeclaration } from '../declaration/site-declaration.ts';
import type { Services } from '../services.ts';
import { openChallenge, requireCaptcha } from './captcha.ts';

const buildSite = (name: string, settings: Partial<SiteDeclaration>): SiteDeclaration => ({
  ...liveSite,
  id: `app_${name}`,
  publicKey: `pk_sb_${name}`,
  mode: 'sandbox',
  captchaRequired: true,
  passwordless: { enabled: true, isDefault: false },
  ...settings,
});
const guarded = buildSite('guarded', {});
const neighbour = buildSite('neighbour', {});
const outsourced = buildSite('outsourced', {
  captcha: { service: 'turnstile', siteKey: '0xkey' },
  captchaSecret: 'secret',
});

let product: TestMembership;
beforeAll(async () => {
  // No name resolves: third-party services cannot be reached.
  product = await startTestMembership({ outbound: createOutbound({ resolve: async () => [] }) });
  for (const site of [guarded, neighbour, outsourced])
    await declareSite(product.database.db, site, product.services.keys);
});
afterAll(() => product.stop());

const at = ({ publicKey }: SiteDeclaration) => ({ headers: { 'x-api-key': publicKey } });

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

async function askAndSolve(site = guarded): Promise<string> {
  const { status, data } = await product.call('GET', '/captcha/challenge?action=signup', at(site));
  expect(status).toBe(200);
  return solve(data);
}

const signUp = (captchaToken?: string | null, more: Record<string, unknown> = {}, site = guarded) =>
  product.post('/auth/signup', { email: newEmail(), password: goodPassword, captchaToken, ...more }, at(site));

const refusal = [400, 'invalid-captcha'];
const outcome = async (reply: ReturnType<typeof signUp>) => {
  const { status, error } = await reply;
  return error ? [status, error.code] : [status];
};

describe('a site that asks for a captcha', () => {
  test('says so, and which', async () => {
    const { data } = await product.call('GET', '/app', at(guarded));
    expect(data.captchaRequired).toBe(true);
    expect(data.captcha).toEqual({ service: 'altcha', siteKey: null, challengeUrl: '/captcha/challenge' });
    const other = await product.call('GET', '/app', at(outsourced));
    expect(other.data.captcha).toEqual({ service: 'turnstile', siteKey: '0xkey', challengeUrl: null });
    expect((await product.call('GET', '/captcha/challenge?action=signup', at(outsourced))).status).toBe(404);
    expect((await product.call('GET', '/captcha/challenge?action=other', at(guarded))).status).toBe(400);
    expect((await product.call('GET', '/captcha/challenge', at(guarded))).status).toBe(400);
  });

  test('refuses a sign-up without one', async () => {
    for (const none of [undefined, null, '', 'x', 'bm8=', Buffer.from('{}').toString('base64'), 'x'.repeat(20_000)])
      expect(await outcome(signUp(none))).toEqual(refusal);
    expect(await memberCount()).toBe(0);
  });

  test('accepts a proof once, and only a well-formed sign-up uses it up', async () => {
    const token = await askAndSolve();
    expect((await signUp(token, { password: 'short' })).error.code).toBe('invalid-password-too-short');
    expect((await signUp(token, { email: 'nobody' })).error.code).toBe('invalid-email');
    expect((await signUp(token, { customFields: { unknown: { a: 1 } } })).status).toBe(400);
    expect((await signUp(token)).status).toBe(200);
    expect(await outcome(signUp(token))).toEqual(refusal);
    expect(await outcome(signUp(respell(token)))).toEqual(refusal);
  });

  test('requires it for a sign-up with a mailed code too', async () => {
    const email = newEmail();
    const code = async () => {
      await product.forgetMailLimits();
      await product.post('/auth/passwordless/signup/send', { email }, at(guarded));
      return product.codeFor(email, 'signup-code');
    };
    const passwordless = async (captchaToken?: string) =>
      product.post(
        '/auth/signup?isPasswordless=true',
        { email, passwordlessToken: await code(), captchaToken },
        at(guarded),
      );
    expect(await outcome(passwordless())).toEqual(refusal);
    expect(await outcome(passwordless(await askAndSolve()))).toEqual([200]);
  });

  test('does not disclose taken addresses without it (enumeration)', async () => {
    const email = newEmail();
    expect((await signUp(await askAndSolve(), { email })).status).toBe(200);
    expect(await outcome(signUp(undefined, { email }))).toEqual(refusal);
    expect((await signUp(await askAndSolve(), { email })).error.code).toBe('email-already-in-use');
  });
});

describe('a proof', () => {
  test('is valid for its site and action alone', async () => {
    expect(await outcome(signUp(await askAndSolve(neighbour)))).toEqual(refusal);
    const [secret] = product.services.keys.derive('captcha challenge');
    const build = (about: Record<string, string>, minutes = 10) =>
      buildChallenge(secret!, { about, expiresAtSeconds: Math.floor(Date.now() / 1_000) + minutes * 60 });
    expect(await outcome(signUp(await solve(await build({ site: guarded.id, action: 'login' }))))).toEqual(refusal);
    expect(await outcome(signUp(await solve(await build({ site: guarded.id, action: 'signup' }, -1))))).toEqual(
      refusal,
    );
    expect(await outcome(signUp(await solve(await build({ site: guarded.id, action: 'signup' }))))).toEqual([200]);
  });

  test('is one of a challenge of ours, unchanged and really solved', async () => {
    const challenge = await openChallenge(product.services, guarded, 'signup');
    const solved = await solve(challenge);
    const forged = await buildChallenge('another secret', {
      about: { site: guarded.id, action: 'signup' },
      expiresAtSeconds: Number(challenge.parameters.data.expiresAtSeconds),
    });
    const { signature } = challenge;
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '00' } };
    const { parameters } = challenge;
    const data = { ...parameters.data, expiresAtSeconds: '4000000000' };
    const lasting = { ...challenge, parameters: { ...parameters, data } };
    const changed = signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const tokens = [
      await solve(forged),
      await solve(easier),
      rewrite(solved, { challenge: lasting }),
      rewrite(solved, { challenge: { ...challenge, signature: changed } }),
      rewrite(solved, { solution: { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') } }),
      rewrite(solved, { solution: { counter: 1, derivedKey: challenge.parameters.keySignature } }),
      rewrite(solved, { solution: { counter: -1, derivedKey: 'zz' } }),
    ];
    for (const token of tokens) expect(await outcome(signUp(token))).toEqual(refusal);
    expect(await outcome(signUp(solved))).toEqual([200]);
  });

  test('holds under a key that was the newest a moment ago', async () => {
    const [before, after] = [createKeys(['old'.repeat(12)]), createKeys(['new'.repeat(12), 'old'.repeat(12)])];
    const token = await solve(await openChallenge({ ...product.services, keys: before }, guarded, 'signup'));
    await check({ ...product.services, keys: after }, token);
    const forgotten = createKeys(['new'.repeat(12)]);
    const late = await solve(await openChallenge({ ...product.services, keys: before }, guarded, 'signup'));
    await expect(check({ ...product.services, keys: forgotten }, late)).rejects.toThrow('robot');
  });
});

describe('how long a proof is good for', () => {
  const solved = async (minutes: number) => {
    const about = { site: guarded.id, action: 'signup' };
    const { rows } = await product.database.pool.query('select extract(epoch from now())::int as seconds');
    const [secret] = product.services.keys.derive('captcha challenge');
    return solve(await buildChallenge(secret!, { about, expiresAtSeconds: rows[0].seconds + minutes * 60 }));
  };
  afterEach(() => void vi.useRealTimers());

  test('is judged by the database, whatever the clock of this process says', async () => {
    const tokens = [await solved(1), await solved(-1), await solved(1)];
    const outcomes: string[] = [];
    for (const [index, hours] of [2, -2, 0].entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 60 * 60 * 1_000 });
      outcomes.push(await outcome(signUp(tokens[index])).then(String));
      vi.useRealTimers();
    }
    expect(outcomes).toEqual(['200', String(refusal), '200']);
  });
});

describe('a replayed proof in concurrent calls', () => {
  const rush = async () => {
    const pool = createPool({ url: product.database.directUrl, maxConnections: 5 });
    const elsewhere: Services = { ...product.services, db: createDatabase(pool) };
    const token = await askAndSolve();
    const tries = Array.from({ length: 10 }, (_, index) => check(index % 2 ? elsewhere : product.services, token));
    const results = await Promise.allSettled(tries);
    await pool.end();
    return results.filter(({ status }) => status === 'fulfilled').length;
  };

  test('is accepted once, over two processes', async () => {
    expect(await rush()).toBe(1);
  });

  test('lets all in where the database does not keep them apart', async () => {
    const { pool } = product.database;
    await pool.query('alter table captcha_use drop constraint captcha_use_pkey');
    expect(await rush()).toBeGreaterThan(1);
    await pool.query('truncate captcha_use');
    await pool.query('alter table captcha_use add primary key (site_id, id)');
  });
});

describe('a service of others', () => {
  test('that does not answer, or whose secret is missing, fails closed', async () => {
    const closed = [503, 'captcha-unavailable'];
    expect(await outcome(signUp('token', {}, outsourced))).toEqual(closed);
    expect(await outcome(signUp(undefined, {}, outsourced))).toEqual(refusal);
    await product.database.pool.query('delete from site_secret where site_id = $1', [outsourced.id]);
    expect(await outcome(signUp('token', {}, outsourced))).toEqual(closed);
  });
});

test('records of used proofs are deleted once they have expired', async () => {
  await product.database.pool.query(`update captcha_use set used_at = now() - interval '2 hours'`);
  await check(product.services, await askAndSolve());
  await runJob(product.membership.jobs(), 'forget-used-captchas');
  const { rows } = await product.database.pool.query('select count(*)::int as count from captcha_use');
  expect(rows[0].count).toBe(1);
});

const check = (services: Services, token: string) =>
  requireCaptcha(services, { site: guarded, token, action: 'signup', clientAddress: '192.0.2.1' });

const memberCount = async () =>
  (await product.database.pool.query('select count(*)::int as count from member where site_id = $1', [guarded.id]))
    .rows[0].count;

const rewrite = (token: string, change: Record<string, unknown>) =>
  Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(token, 'base64').toString()), ...change })).toString('base64');

/** The same proof in other bytes. */
const respell = (token: string) => {
  const { challenge, solution } = JSON.parse(Buffer.from(token, 'base64').toString());
  return Buffer.from(JSON.stringify({ solution, challenge, more: 1 }, undefined, 2)).toString('base64');
};
