import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffSignInsPerNetwork } from '../../../contract/console/sign-in.ts';
import { hashToken } from '../../platform/keys.ts';
import { countWaiting } from '../../testing/held-locks.ts';
import {
  cookiesOf,
  openConsole,
  sessionCookieName,
  type Employed,
  type TestConsole,
} from '../../testing/staff-console.ts';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { eventually, randomAddress, startTestProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let console: TestConsole;
let ana: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  ana = await console.employ({ role: 'owner' });
});
afterAll(() => product.stop());

const codeOf = ({ status, body }: { status: number; body: any }) => (status === 200 ? 'done' : body.error.code);
const me = (cookie?: string, headers = {}) => console.call('GET', '/me', { cookie, headers });

describe('a session of staff', () => {
  test.for([
    [{ begun: 719 }, 'done'],
    [{ begun: 721 }, 'login-required'],
    [{ begun: 300, used: 59 }, 'done'],
    [{ begun: 300, used: 61 }, 'login-required'],
  ] as const)('begun and used %o minutes ago answers %s', async ([ages, expected]) => {
    expect(codeOf(await me(await console.session(ana.id, ages)))).toBe(expected);
  });

  test('is put off by use, and not by what a page asks by itself', async () => {
    const cookie = await console.session(ana.id, { begun: 50, used: 50 });
    const endOf = async (headers = {}) => (await me(cookie, headers)).body.data.session.idleEndsAt as string;
    const before = await endOf({ 'x-background': 'true' });
    expect(await endOf({ 'x-background': 'true' })).toBe(before);
    await me(cookie);
    expect(Date.parse(await endOf())).toBeGreaterThan(Date.parse(before) + 40 * 60_000);
  });

  test('never lasts longer than 12 hours, however it is used', async () => {
    const cookie = await console.session(ana.id, { begun: 700 });
    const { endsAt } = (await me(cookie)).body.data.session;
    expect(Date.parse(endsAt) - Date.now()).toBeLessThan(21 * 60_000);
  });

  test('is there for a question that was let in before a proof gave it a new token', async () => {
    // Its use is noted once a minute, for which the question waits.
    const cookie = await console.session(ana.id, { used: 2 });
    const holder = await product.database.pool.connect();
    let asked: ReturnType<TestConsole['call']>;
    try {
      await holder.query('begin');
      await holder.query('update staff_session set token_hash = $1 where token_hash = $2', [
        hashToken('of the proof'),
        hashToken(cookie.split('=')[1]!),
      ]);
      asked = me(cookie);
      await eventually(async () => (await countWaiting(product.database)) > 0);
      await holder.query('commit');
    } finally {
      holder.release();
    }
    expect(codeOf(await asked)).toBe('done');
    expect(codeOf(await me(cookie))).toBe('login-required');
  });

  test('is not what an attacker has fixed: a sign-in begins one of its own', async () => {
    const bea = await console.hire({ role: 'owner' });
    const fixed = `${sessionCookieName}=fixed-by-an-attacker`;
    const begun = await console.call('POST', '/sign-in/password', {
      body: { email: bea.email, password: 'slow-river-lantern-42' },
      cookie: fixed,
    });
    const done = await console.call('POST', '/sign-in/second-factor', {
      body: { step: begun.body.data.step, way: 'recovery-code', code: bea.recoveryCodes[0] },
      cookie: fixed,
    });
    expect(cookiesOf(done)).not.toContain('fixed-by-an-attacker');
    expect(codeOf(await me(fixed))).toBe('login-required');
    expect(codeOf(await me(cookiesOf(done)))).toBe('done');
  });

  test('is stored as a hash alone: what the database has opens nothing', async () => {
    const cookie = await console.session(ana.id);
    const hash = hashToken(cookie.split('=')[1]!);
    for (const text of [hash.toString('hex'), hash.toString('base64url')])
      expect(codeOf(await me(`${sessionCookieName}=${text}`))).toBe('login-required');
    expect(codeOf(await me(cookie))).toBe('done');
  });

  test('that the browser brought ends at the next sign-in', async () => {
    const bea = await console.hire({ role: 'owner' });
    const [brought, elsewhere] = [await console.session(ana.id), await console.session(bea.id)];
    const signIn = async (cookie: string, code: string) => {
      const body = { email: bea.email, password: 'slow-river-lantern-42' };
      const { step } = (await console.call('POST', '/sign-in/password', { body, cookie })).body.data;
      const sent = { step, way: 'recovery-code', code };
      return console.call('POST', '/sign-in/second-factor', { body: sent, cookie });
    };
    // Negative control: the cookie of another browser is not sent, and its session goes on.
    expect(codeOf(await me(brought))).toBe('done');
    expect(codeOf(await signIn(brought, bea.recoveryCodes[0]!))).toBe('done');
    expect(codeOf(await me(brought))).toBe('login-required');
    expect(codeOf(await me(elsewhere))).toBe('done');
  });

  test('that is stolen ends when its person ends all others', async () => {
    const [mine, stolen] = [await console.session(ana.id), await console.session(ana.id)];
    expect(codeOf(await me(stolen))).toBe('done');
    await console.call('POST', '/me/sessions/end-others', { cookie: mine });
    expect(codeOf(await me(stolen))).toBe('login-required');
    expect(codeOf(await me(mine))).toBe('done');
  });

  test('is listed and ended by its person, and by no other', async () => {
    const [mine, second] = [await console.session(ana.id), await console.session(ana.id)];
    const listed = (await console.call('GET', '/me/sessions', { cookie: second })).body.data;
    const { id } = listed.find(({ current }: { current: boolean }) => current);
    const bea = await console.employ({ role: 'owner' });
    expect(codeOf(await console.call('DELETE', `/me/sessions/${id}`, { cookie: bea.cookie }))).toBe(
      'session-not-found',
    );
    expect(codeOf(await me(second))).toBe('done');
    expect(codeOf(await console.call('DELETE', `/me/sessions/${id}`, { cookie: mine }))).toBe('done');
    expect(codeOf(await me(second))).toBe('login-required');
  });

  test('ends by signing out, which removes the cookie', async () => {
    const cookie = await console.session(ana.id);
    const out = await console.call('POST', '/sign-out', { cookie });
    expect(out.headers.getSetCookie().join()).toMatch(/intake_staff=; Max-Age=0; Path=\/console/);
    expect(codeOf(await me(cookie))).toBe('login-required');
  });

  test('ends by signing out where the sign-ins of its network are used up, and a guessed token is refused there', async () => {
    const from = randomAddress();
    const fail = async (email: string) =>
      console.call('POST', '/sign-in/password', { body: { email, password: 'wrong-password-42' }, from });
    for (let tried = 0; tried < staffSignInsPerNetwork.points; tried++) await fail(`nobody-${tried}@example.org`);
    expect(codeOf(await fail('nobody@example.org'))).toBe('too-many-requests');
    const signOut = (cookie?: string) => console.call('POST', '/sign-out', { cookie, from });
    const cookie = await console.session(ana.id);
    expect(codeOf(await signOut(cookie))).toBe('done');
    expect(codeOf(await me(cookie))).toBe('login-required');
    expect(codeOf(await signOut())).toBe('done');
    const guessed = await signOut(`${sessionCookieName}=guessed`);
    expect(codeOf(guessed)).toBe('too-many-requests');
    expect(guessed.headers.getSetCookie().join()).toMatch(/intake_staff=; Max-Age=0/);
  });

  test('beyond twenty ends the oldest', async () => {
    const bea = await console.hire({ role: 'owner' });
    const oldest = await console.session(bea.id, { begun: 100 });
    for (let made = 0; made < 18; made++) await console.session(bea.id);
    const step = async () =>
      (
        await console.call('POST', '/sign-in/password', {
          body: { email: bea.email, password: 'slow-river-lantern-42' },
        })
      ).body.data.step as string;
    const signIn = async (code: string) =>
      console.call('POST', '/sign-in/second-factor', { body: { step: await step(), way: 'recovery-code', code } });
    expect(codeOf(await me(oldest))).toBe('done');
    await signIn(bea.recoveryCodes[0]!);
    expect(codeOf(await me(oldest))).toBe('login-required');
    expect(codeOf(await me(bea.cookie))).toBe('done');
  });

  test('ends when a second factor is added or removed, and so does a sign-in under way, but not the one that did it', async () => {
    const bea = await console.hire({ role: 'owner' });
    const stolen = await console.session(bea.id);
    const body = { email: bea.email, password: 'slow-river-lantern-42' };
    const { step } = (await console.call('POST', '/sign-in/password', { body })).body.data;
    const { cookie } = bea;
    const options = (await console.call('POST', '/me/passkeys/options', { cookie })).body.data;
    const credential = createSoftwareAuthenticator().create(options, { origin: console.origin });
    expect(codeOf(await me(stolen))).toBe('done');
    await console.call('POST', '/me/passkeys', { cookie, body: { name: 'Key', credential } });
    expect(codeOf(await me(stolen))).toBe('login-required');
    const finish = { step, way: 'recovery-code', code: bea.recoveryCodes[0] };
    expect(codeOf(await console.call('POST', '/sign-in/second-factor', { body: finish }))).toBe('sign-in-step-expired');
    const again = await console.session(bea.id);
    expect(codeOf(await console.call('DELETE', '/me/authenticator', { cookie }))).toBe('done');
    expect(codeOf(await me(again))).toBe('login-required');
    expect(codeOf(await me(cookie))).toBe('done');
  });

  test('that ended while its change waited changes nothing: no passkey outlives a reset', async () => {
    const bea = await console.hire({ role: 'owner' });
    const offer = async () => {
      const { data } = (await console.call('POST', '/me/passkeys/options', { cookie: bea.cookie })).body;
      const credential = createSoftwareAuthenticator().create(data, { origin: console.origin });
      return { name: 'Key', credential };
    };
    const body = await offer();
    const holder = await product.database.pool.connect();
    let added: ReturnType<TestConsole['call']>;
    try {
      await holder.query('begin');
      await holder.query('select 1 from staff where id = $1 for update', [bea.id]);
      added = console.call('POST', '/me/passkeys', { cookie: bea.cookie, body });
      await eventually(async () => (await countWaiting(product.database)) > 0);
      await holder.query('delete from staff_session where staff_id = $1', [bea.id]);
      await holder.query('commit');
    } finally {
      holder.release();
    }
    expect(codeOf(await added)).toBe('login-required');
    const { rowCount } = await product.database.pool.query('select 1 from passkey where staff_id = $1', [bea.id]);
    expect(rowCount).toBe(0);
  });

  test('ends when the password is changed, but for the one that changed it', async () => {
    const bea = await console.employ({ role: 'owner' });
    const other = await console.session(bea.id);
    const body = { password: 'elm-stool-sunday-7' };
    const changed = await console.call('PUT', '/me/password', { cookie: bea.cookie, body });
    expect(changed.body.data).toEqual({ ended: 1 });
    expect(codeOf(await me(other))).toBe('login-required');
    expect(codeOf(await me(bea.cookie))).toBe('done');
  });
});

describe('what needs a fresh proof', () => {
  test('is refused eleven minutes after the last one, and done nine minutes after it', async () => {
    const rename = async (proved: number) =>
      console.call('POST', '/me/recovery-codes', { cookie: await console.session(ana.id, { proved }) });
    expect(codeOf(await rename(11))).toBe('recent-login-required');
    expect(codeOf(await rename(9))).toBe('done');
  });

  test('is done after a code of the authenticator app, and not after a wrong one', async () => {
    const bea = await console.hire({ role: 'owner' });
    const stale = await console.session(bea.id, { proved: 11 });
    const prove = (code: string) =>
      console.call('POST', '/proof', { cookie: stale, body: { way: 'authenticator', code } });
    expect(codeOf(await prove('000000'))).toBe('invalid-second-factor-code');
    const proved = await prove(await bea.phone.nextCode());
    expect(codeOf(await console.call('POST', '/me/recovery-codes', { cookie: cookiesOf(proved) }))).toBe('done');
  });

  test('takes ten proofs within ten minutes: a stolen session does not guess a code', async () => {
    const bea = await console.hire({ role: 'owner' });
    const codes: string[] = [];
    for (let tried = 0; tried < 11; tried++)
      codes.push(
        codeOf(
          await console.call('POST', '/proof', { cookie: bea.cookie, body: { way: 'authenticator', code: '000000' } }),
        ),
      );
    expect(codes.at(-1)).toBe('too-many-requests');
  });
});

describe('the last second factor', () => {
  const left = async (cookie: string) => (await console.call('GET', '/me/second-factors', { cookie })).body.data;

  test('stays, and so do the recovery codes', async () => {
    const { cookie } = await console.hire({ role: 'owner' });
    expect(codeOf(await console.call('DELETE', '/me/authenticator', { cookie }))).toBe('last-second-factor');
    expect(await left(cookie)).toMatchObject({ hasAuthenticator: true, recoveryCodesLeft: 10 });
  });

  test('stays in a race: of two that are removed at once, one is left', async () => {
    const { cookie } = await console.hire({ role: 'owner' });
    const { body } = await console.call('POST', '/me/passkeys/options', { cookie });
    const credential = createSoftwareAuthenticator().create(body.data, { origin: console.origin });
    const { data } = (await console.call('POST', '/me/passkeys', { cookie, body: { name: 'Key', credential } })).body;
    const answers = await Promise.all([
      console.call('DELETE', '/me/authenticator', { cookie }),
      console.call('DELETE', `/me/passkeys/${data.id}`, { cookie }),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'last-second-factor']);
    const { passkeys, hasAuthenticator } = await left(cookie);
    expect(passkeys.length + Number(hasAuthenticator)).toBe(1);
  });
});
