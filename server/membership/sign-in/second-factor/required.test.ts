import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallDefinition } from '../../../../contract/call.ts';
import { countWaiting } from '../../../testing/held-locks.ts';
import { eventually } from '../../../testing/product.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { liveSite, startTestMembership, type TestMember, type TestMembership } from '../../../testing/membership.ts';
import { asSent, codeOf, setUpAuthenticator, setUpPasskey } from '../../../testing/second-factor.ts';

let product: TestMembership;
const strictSite = {
  ...liveSite,
  id: 'app_strict',
  publicKey: 'pk_strict',
  secondFactor: 'required',
  passwordless: { enabled: true, isDefault: false },
  comments: { ...liveSite.comments, enabled: true },
} as const;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, strictSite, product.services.keys);
});
afterAll(() => product.stop());

const strict = { 'x-api-key': 'pk_strict', origin: 'https://club.example' };
const inStrict = (token: string) => ({ token, headers: strict });
const due = { status: 403, error: { code: 'second-factor-setup-required' } };
const setupOf = (reply: { error: object }) =>
  (reply.error as { setup: { tokens: { accessToken: string; expires: number }; passwordDropped?: true } }).setup;
const sessionsOf = async (memberId: string) =>
  (await product.database.pool.query('select * from session where member_id = $1', [memberId])).rows;

const newEmail = () => `${randomBytes(8).toString('hex')}@club.example`;
const password = 'a-lantern-for-42';
const signUp = (email = newEmail()) => product.post('/auth/signup', { email, password }, { headers: strict });
const logIn = (email: string) => product.post('/auth/login', { email, password }, { headers: strict });

/** A member of the strict site without a factor, with the token of a set-up. */
async function arrive() {
  const email = newEmail();
  const reply = await signUp(email);
  expect(reply).toMatchObject(due);
  const { rows } = await product.database.pool.query('select id from member where email = $1', [email]);
  return { email, id: rows[0].id as string, token: setupOf(reply).tokens.accessToken };
}

/** Every declared call, by its name. */
async function allCalls(): Promise<Record<string, CallDefinition>> {
  const folder = new URL('../../../../contract/calls/', import.meta.url);
  const calls: Record<string, CallDefinition> = {};
  for (const file of await readdir(folder)) {
    const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) if (name.endsWith('Calls')) Object.assign(calls, value);
  }
  return calls;
}

describe('Where a site requires a second factor', () => {
  test('sign-up, password and mailed code are answered with a set-up in place of a session', async () => {
    const { email } = await arrive();
    const byPassword = await logIn(email);
    expect(byPassword).toMatchObject({ ...due, error: { message: expect.stringContaining('set up a passkey') } });
    await product.post('/auth/passwordless/login/send', { email }, { headers: strict });
    const body = { email, passwordlessToken: await product.codeFor(email, 'login-code') };
    const byCode = await product.post('/auth/passwordless/login', body, { headers: strict });
    expect(byCode).toMatchObject({ ...due, error: { setup: { passwordDropped: true, redirect: null } } });
    expect(byCode.text).not.toContain('customFields');
  });

  test('the token of a set-up opens no call but those of the set-up', async () => {
    const { token } = await arrive();
    const opened: string[] = [];
    const refused: string[] = [];
    for (const [name, call] of Object.entries(await allCalls())) {
      if (call.caller !== 'member' || name.endsWith('/logout')) continue;
      const [method, path] = name.split(' ') as [string, string];
      const { params = {}, body, query } = (call as { example?: any }).example ?? {};
      const filled = path.replaceAll(/:(\w+)/g, (_all, key: string) => params[key] ?? 'x');
      const address = query ? `${filled}?${new URLSearchParams(query)}` : filled;
      const reply = await product.call(method, address, { ...inStrict(token), body });
      // Those of enrolment are not served here, and a file's body is no JSON.
      if ([404, 415].includes(reply.status) && reply.error?.code !== 'second-factor-not-found') continue;
      (reply.error?.code === 'second-factor-setup-required' ? refused : opened).push(name);
    }
    expect(opened.toSorted()).toEqual([
      'GET /member/second-factor',
      'POST /member/second-factor/authenticator',
      'POST /member/second-factor/authenticator/confirm',
      'POST /member/second-factor/passkeys',
      'POST /member/second-factor/passkeys/options',
    ]);
    expect(refused.length).toBeGreaterThan(25);
    // What a visitor may call as well shows what a visitor sees.
    expect((await product.call('GET', '/member', inStrict(token))).data).toBeNull();
    // Negative control: the same token opens them once the set-up is done.
    await setUpAuthenticator(product, inStrict(token));
    expect((await product.call('GET', '/member/sessions', inStrict(token))).status).toBe(200);
    expect((await product.call('GET', '/member', inStrict(token))).data).toMatchObject({ verified: false });
  });

  test.for(['authenticator', 'passkey'] as const)('a set-up by %s ends in a session like any other', async (way) => {
    const { token, email, id } = await arrive();
    if (way === 'authenticator') {
      const { recoveryCodes } = await setUpAuthenticator(product, inStrict(token));
      expect(recoveryCodes).toHaveLength(10);
    } else {
      const { reply } = await setUpPasskey(product, inStrict(token));
      expect(reply.data.newRecoveryCodes).toHaveLength(10);
    }
    expect((await product.post('/member/json', { json: 1 }, inStrict(token))).status).toBe(200);
    const [session] = await sessionsOf(id);
    expect((session.expires_at - session.created_at) / 86_400_000).toBe(14);
    expect((await logIn(email)).error.code).toBe('second-factor-required');
  });

  test('a set-up ends after half an hour, by log-out, and with the next set-up that is finished', async () => {
    const { token, email, id } = await arrive();
    const second = setupOf(await logIn(email)).tokens;
    const third = setupOf(await logIn(email)).tokens.accessToken;
    expect((await product.post('/member/logout', undefined, inStrict(token))).status).toBe(200);
    const begin = (bearer: string) => product.post('/member/second-factor/authenticator', undefined, inStrict(bearer));
    expect((await begin(token)).error.code).toBe('login-required');
    await setUpAuthenticator(product, inStrict(third));
    expect((await begin(second.accessToken)).error.code).toBe('login-required');
    const late = await arrive();
    expect((await begin(late.token)).status).toBe(200);
    await product.database.pool.query(
      `update session set expires_at = expires_at - interval '30 minutes' where member_id = $1`,
      [late.id],
    );
    expect((await begin(late.token)).error.code).toBe('login-required');
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('a session from before it was required goes on, and the next log-in is asked', async () => {
    const site = { ...strictSite, id: 'app_later', publicKey: 'pk_later' };
    await declareSite(product.database.db, { ...site, secondFactor: 'offered' }, product.services.keys);
    const headers = { ...strict, 'x-api-key': 'pk_later' };
    await eventually(async () => (await product.call('GET', '/member', { headers })).status === 200);
    const [ann, ben] = [await product.buildMember({ headers }), await product.buildMember({ headers })];
    await declareSite(product.database.db, site, product.services.keys);
    const enter = ({ email: address, password: typed }: TestMember) =>
      product.post('/auth/login', { email: address, password: typed }, { headers });
    await eventually(async () => (await enter(ben)).status === 403);
    expect(await enter(ann)).toMatchObject(due);
    expect((await product.call('GET', '/member', { token: ann.token, headers })).data.id).toBe(ann.member.id);
  });

  test('two set-ups at once leave one set of recovery codes, and the last factor stays in a race', async () => {
    const { token, email } = await arrive();
    const other = setupOf(await logIn(email)).tokens.accessToken;
    const done = await Promise.allSettled([
      setUpPasskey(product, inStrict(token)),
      setUpPasskey(product, inStrict(other)),
    ]);
    const answers = done.map((each) => (each.status === 'fulfilled' ? each.value.reply.status : 0)).toSorted();
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    const winner = (await product.call('GET', '/member/second-factor', inStrict(token))).status === 200 ? token : other;
    await setUpPasskey(product, inStrict(winner), { name: 'Laptop' });
    const { passkeys } = (await product.call('GET', '/member/second-factor', inStrict(winner))).data;
    const removed = await Promise.all(
      passkeys.map(({ id }: { id: string }) =>
        product.call('DELETE', `/member/second-factor/passkeys/${id}`, inStrict(winner)),
      ),
    );
    expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('The last method of a member of such a site', () => {
  test('stays until another one has come in its place', async () => {
    const { token } = await arrive();
    await setUpAuthenticator(product, inStrict(token));
    const remove = () => product.call('DELETE', '/member/second-factor/authenticator', inStrict(token));
    expect(await remove()).toMatchObject({ status: 409, error: { code: 'last-second-factor' } });
    await setUpPasskey(product, inStrict(token));
    expect(await remove()).toMatchObject({ status: 200, data: { required: true, authenticator: false } });
  });
});

describe('A process of the release before', () => {
  const hash = (token: string) => createHash('sha256').update(token).digest();
  /** The statements of the release before, as far as they matter. */
  const insertAsBefore = (memberId: string, siteId: string) =>
    product.database.pool.query(
      `insert into session (token_hash, member_id, site_id, expires_at) values ($1, $2, $3, now() + interval '14 days')`,
      [randomBytes(32), memberId, siteId],
    );
  const findAsBefore = async (token: string) =>
    (
      await product.database.pool.query(
        `select 1 from session where token_hash = $1 and expires_at > now() and last_used_at > now() - interval '7 days'`,
        [hash(token)],
      )
    ).rowCount;

  test('begins no session of a member with a second factor, or of a site that requires one', async () => {
    const headers = { ...strict, 'x-api-key': 'pk_live' };
    const ann: TestMember = await product.buildMember({ headers });
    await insertAsBefore(ann.member.id, 'app_live');
    await setUpAuthenticator(product, { token: ann.token, headers });
    const refused = { constraint: 'session_factor_checked' };
    await expect(insertAsBefore(ann.member.id, 'app_live')).rejects.toMatchObject(refused);
    const { id } = await arrive();
    await expect(insertAsBefore(id, 'app_strict')).rejects.toMatchObject(refused);
  });

  test('takes the token of a set-up for one that has ended', async () => {
    const { token } = await arrive();
    expect(await findAsBefore(token)).toBe(0);
    await product.call('GET', '/member', inStrict(token));
    await product.call('GET', '/member/second-factor', inStrict(token));
    expect(await findAsBefore(token)).toBe(0);
    // Negative control: it is a session like any other once the set-up is done.
    await setUpAuthenticator(product, inStrict(token));
    expect(await findAsBefore(token)).toBe(1);
  });
});

describe('A code of an authenticator app', () => {
  test('works once, also for two log-ins at the same moment', async () => {
    const { token, email } = await arrive();
    const { secret } = await setUpAuthenticator(product, inStrict(token));
    const stepOf = async () => ((await logIn(email)).error as unknown as { step: string }).step;
    const steps = [await stepOf(), await stepOf()];
    const code = await codeOf(secret);
    const body = (step: string) => ({ step, method: 'authenticator', code });
    const answers = await Promise.all(
      steps.map((step) => product.post('/auth/second-step', body(step), { headers: strict })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

describe('A passkey that is removed while it logs in', () => {
  test('begins no session', async () => {
    const { token, id } = await arrive();
    const { device } = await setUpPasskey(product, inStrict(token));
    const begin = async () => (await product.post('/auth/passkey/options', {}, { headers: strict })).data;
    const use = async () =>
      product.post(
        '/auth/passkey',
        { credential: asSent(device.get(await begin(), { origin: strict.origin })) },
        { headers: strict },
      );
    expect((await use()).status).toBe(200);
    // Holds the member's lock, as a removal does, until the log-in has verified the signature and waits for it.
    const holder = await product.database.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from member where id = $1 for update', [id]);
    const used = use();
    try {
      await eventually(async () => (await countWaiting(product.database)) > 0);
      await holder.query('delete from passkey where member_id = $1', [id]);
      await holder.query('commit');
    } finally {
      holder.release();
    }
    expect((await used).error.code).toBe('passkey-refused');
  });
});
