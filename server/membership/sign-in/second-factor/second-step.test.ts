import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondFactorsPerAccount } from '../../../../contract/calls/second-factor.ts';
import { challengeTries } from '../../../platform/second-factor/challenges.store.ts';
import { startTestMembership, type TestMember, type TestMembership } from '../../../testing/membership.ts';
import { asSent, codeOf, setUpAuthenticator, setUpPasskey } from '../../../testing/second-factor.ts';
import { createSoftwareAuthenticator } from '../../../testing/software-authenticator.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const club = { 'x-api-key': 'pk_live', origin: 'https://club.example' };
const logIn = ({ email, password }: Pick<TestMember, 'email' | 'password'>, headers = {}) =>
  product.post('/auth/login', { email, password }, { headers });
const needed = { status: 403, error: { code: 'second-factor-required' } };
const sessionsOf = async ({ member }: TestMember) =>
  (await product.database.pool.query('select 1 from session where member_id = $1', [member.id])).rows.length;

async function buildWithAuthenticator(options: Parameters<TestMembership['buildMember']>[0] = {}) {
  const member = await product.buildMember(options);
  return {
    ...member,
    ...(await setUpAuthenticator(product, { token: member.token, headers: options?.headers ?? {} })),
  };
}

async function buildWithPasskey() {
  const member = await product.buildMember({ headers: club });
  const { device } = await setUpPasskey(product, { token: member.token, headers: club });
  return { ...member, device };
}

describe('A member with an authenticator app', () => {
  test('logs in with password and code, and not with the password alone', async () => {
    const ann = await buildWithAuthenticator();
    const before = await sessionsOf(ann);
    const first = await logIn(ann);
    expect(first).toMatchObject({ ...needed, error: { methods: ['authenticator', 'recovery-code'] } });
    expect(first.data).toBeUndefined();
    expect(await sessionsOf(ann)).toBe(before);
    const { step } = first.error as unknown as { step: string };
    expect((await product.call('GET', '/member', { token: step })).data).toBeNull();
    const code = await codeOf(ann.secret);
    const second = await product.post('/auth/second-step', { step, method: 'authenticator', code });
    expect(second).toMatchObject({ status: 200, data: { member: { id: ann.member.id } } });
    const { accessToken: token } = second.data.tokens;
    const { data } = await product.call('GET', '/member/sessions', { token });
    expect(data.find(({ current }: { current: boolean }) => current).way).toBe('password');
  });

  test('does not learn whether a wrong password would have come to a second step', async () => {
    const ann = await buildWithAuthenticator();
    expect(await logIn({ ...ann, password: 'not-the-password-1' })).toMatchObject({
      status: 401,
      error: { code: 'invalid-credentials' },
    });
  });

  test('uses a step once, and a code once', async () => {
    const ann = await buildWithAuthenticator();
    const { step } = (await logIn(ann)).error as unknown as { step: string };
    const code = await codeOf(ann.secret);
    const finish = (taken: string) => product.post('/auth/second-step', { step: taken, method: 'authenticator', code });
    expect((await finish(step)).status).toBe(200);
    expect(await finish(step)).toMatchObject({ status: 400, error: { code: 'sign-in-step-expired' } });
    const { step: another } = (await logIn(ann)).error as unknown as { step: string };
    expect(await finish(another)).toMatchObject({ status: 400, error: { code: 'invalid-second-factor-code' } });
  });

  test('has five guesses at a code, and then types the password again', async () => {
    const ann = await buildWithAuthenticator();
    const { step } = (await logIn(ann)).error as unknown as { step: string };
    const guess = (code: string) => product.post('/auth/second-step', { step, method: 'authenticator', code });
    for (let tries = 0; tries < challengeTries; tries++)
      expect((await guess('abcdef')).error.code).toBe('invalid-second-factor-code');
    expect((await guess(await codeOf(ann.secret))).error.code).toBe('sign-in-step-expired');
    const { step: again } = (await logIn(ann)).error as unknown as { step: string };
    const code = await codeOf(ann.secret);
    expect((await product.post('/auth/second-step', { step: again, method: 'authenticator', code })).status).toBe(200);
  });

  test('is protected from guesses over many steps and networks', async () => {
    const ann = await buildWithAuthenticator();
    const statuses: number[] = [];
    for (let tries = 0; tries <= secondFactorsPerAccount.points; tries++) {
      const { step } = (await logIn(ann)).error as unknown as { step: string };
      statuses.push(
        (await product.post('/auth/second-step', { step, method: 'authenticator', code: 'abcdef' })).status,
      );
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, -1).every((status) => status === 400)).toBe(true);
  });

  test('logs in with a recovery code once, also in a race', async () => {
    const ann = await buildWithAuthenticator();
    const [code] = ann.recoveryCodes;
    const steps = await Promise.all(
      [1, 2, 3].map(async () => ((await logIn(ann)).error as unknown as { step: string }).step),
    );
    const all = await Promise.all(
      steps.map((step) => product.post('/auth/second-step', { step, method: 'recovery-code', code })),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  test('is asked for the second step by a mailed code, too, which is used up', async () => {
    const ann = await buildWithAuthenticator({ proved: true });
    const { code } = await product.freshCode(ann.email, 'login');
    const enter = () => product.post('/auth/passwordless/login', { email: ann.email, passwordlessToken: code });
    const first = await enter();
    expect(first).toMatchObject(needed);
    expect((await enter()).error.code).toBe('invalid-passwordless-login-code');
    const { step } = first.error as unknown as { step: string };
    const body = { step, method: 'authenticator', code: await codeOf(ann.secret) };
    expect((await product.post('/auth/second-step', body)).status).toBe(200);
  });

  test('is asked for the second step after a reset of the password', async () => {
    const ann = await buildWithAuthenticator({ proved: true });
    const { step: old } = (await logIn(ann)).error as unknown as { step: string };
    const { code, context } = await product.freshCode(ann.email, 'reset');
    const newPassword = 'another-lantern-43';
    expect((await product.post('/auth/reset-password', { token: code, newPassword, context })).status).toBe(200);
    expect(await logIn({ ...ann, password: newPassword })).toMatchObject(needed);
    const body = { step: old, method: 'authenticator', code: await codeOf(ann.secret) };
    expect((await product.post('/auth/second-step', body)).error.code).toBe('sign-in-step-expired');
  });

  test('keeps nothing of an attacker’s second factor once the address is proved for the first time', async () => {
    const attacker = await buildWithAuthenticator();
    const { code } = await product.freshCode(attacker.email, 'login');
    const owner = await product.post('/auth/passwordless/login', { email: attacker.email, passwordlessToken: code });
    expect(owner).toMatchObject({ status: 200, data: { passwordDropped: true } });
    const { accessToken: token } = owner.data.tokens;
    expect((await product.call('GET', '/member/second-factor', { token })).data).toMatchObject({
      authenticator: false,
      recoveryCodes: 0,
    });
  });

  test('cannot finish the log-in of another site with a step', async () => {
    const ann = await buildWithAuthenticator();
    const { step } = (await logIn(ann)).error as unknown as { step: string };
    const body = { step, method: 'authenticator', code: await codeOf(ann.secret) };
    const elsewhere = await product.post('/auth/second-step', body, { headers: club });
    expect(elsewhere.error.code).toBe('sign-in-step-expired');
    expect((await product.post('/auth/second-step', body)).status).toBe(200);
  });
});

describe('A member without a second factor', () => {
  test('logs in with the password alone, as before', async () => {
    const ben = await product.buildMember();
    const entered = await logIn(ben);
    expect(entered).toMatchObject({ status: 200, data: { member: { id: ben.member.id } } });
    expect(entered.data).not.toHaveProperty('secondFactorDue');
  });

  test('is asked for none after an unfinished set-up', async () => {
    const ben = await product.buildMember();
    await product.post('/member/second-factor/authenticator', undefined, { token: ben.token });
    expect((await logIn(ben)).status).toBe(200);
  });
});

describe('A passkey', () => {
  const options = (body = {}, headers: Record<string, string> = club) =>
    product.post('/auth/passkey/options', body, { headers });
  const enter = (body: object, headers: Record<string, string> = club) =>
    product.post('/auth/passkey', body, { headers });
  const { origin } = club;

  test('logs in alone, without an address', async () => {
    const ann = await buildWithPasskey();
    const begun = await options();
    expect(begun.data).toMatchObject({ rpId: 'club.example', userVerification: 'required' });
    const entered = await enter({ credential: asSent(ann.device.get(begun.data, { origin })) });
    expect(entered).toMatchObject({ status: 200, data: { member: { id: ann.member.id } } });
    const { accessToken: token } = entered.data.tokens;
    const { data } = await product.call('GET', '/member/sessions', { token, headers: club });
    expect(data.find(({ current }: { current: boolean }) => current).way).toBe('passkey');
  });

  test('is the second step after a password', async () => {
    const ann = await buildWithPasskey();
    const first = await logIn(ann, club);
    expect(first).toMatchObject({ ...needed, error: { methods: ['passkey', 'recovery-code'] } });
    const { step } = first.error as unknown as { step: string };
    const begun = await options({ step });
    expect(begun.data.allowCredentials).toHaveLength(1);
    const credential = asSent(ann.device.get(begun.data, { origin, isUserVerified: false }));
    expect((await enter({ credential })).error.code).toBe('passkey-refused');
    const again = asSent(ann.device.get((await options({ step })).data, { origin, isUserVerified: false }));
    expect((await enter({ step, credential: again })).status).toBe(200);
    expect((await enter({ step, credential: again })).error.code).toBe('sign-in-step-expired');
  });

  test('of another member finishes no log-in', async () => {
    const [ann, ben] = [await buildWithPasskey(), await buildWithPasskey()];
    const { step } = (await logIn(ann, club)).error as unknown as { step: string };
    const { allowCredentials, ...begun } = (await options({ step })).data;
    expect(allowCredentials).toHaveLength(1);
    const credential = asSent(ben.device.get(begun, { origin }));
    expect((await enter({ step, credential })).error.code).toBe('passkey-refused');
  });

  test('is refused twice, from another page, and at another site', async () => {
    const ann = await buildWithPasskey();
    const begun = (await options()).data;
    const used = { credential: asSent(ann.device.get(begun, { origin })) };
    expect((await enter(used)).status).toBe(200);
    expect((await enter(used)).error.code).toBe('passkey-refused');
    const otherPage = 'https://www.club.example:8443';
    const elsewhere = asSent(ann.device.get((await options()).data, { origin: otherPage }));
    expect((await enter({ credential: elsewhere }, { ...club, origin: otherPage })).error.code).toBe('passkey-refused');
    const phished = asSent(ann.device.get((await options()).data, { origin: 'https://club.example.evil.example' }));
    expect((await enter({ credential: phished })).error.code).toBe('passkey-refused');
    const foreign = asSent(ann.device.get((await options()).data, { origin }));
    expect((await enter({ credential: foreign }, { 'x-api-key': 'pk_sb_demo' })).error.code).toBe('passkey-refused');
  });

  test('is not offered on a domain it was not made for, which is told', async () => {
    const ann = await buildWithPasskey();
    const headers = { ...club, origin: 'https://www.club.example:8443' };
    const { step } = (await logIn(ann, headers)).error as unknown as { step: string };
    const refused = {
      status: 404,
      error: {
        code: 'second-factor-not-found',
        message: 'Your passkey works on club.example. Please go on there, or choose another way.',
      },
    };
    expect(await options({ step }, headers)).toMatchObject(refused);
    const inSession = { token: ann.token, headers };
    expect(await product.post('/member/prove/passkey-options', undefined, inSession)).toMatchObject(refused);
    await product.database.pool.query('delete from passkey where member_id = $1', [ann.member.id]);
    const { error } = await product.post('/member/prove/passkey-options', undefined, inSession);
    expect(error.message, 'once it is removed (negative control)').toBe('This is not set up any more.');
  });

  test('that is malformed is refused', async () => {
    const credential = createSoftwareAuthenticator();
    expect(credential).toBeTruthy();
    for (const body of [
      {},
      { credential: {} },
      { credential: { id: 'x', rawId: 'x', type: 'public-key', response: {} } },
    ])
      expect((await enter(body)).status).toBe(400);
    const response = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' };
    const answered = await enter({ credential: { id: 'x', rawId: 'x', type: 'public-key', response } });
    expect(answered.error.code).toBe('passkey-refused');
  });
});

describe('A log-in', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const from = (userAgent: string) => ({ 'user-agent': userAgent });

  test('on a new device is told by mail, once', async () => {
    const ann = await product.buildMember({ proved: true });
    const notices = async () => (await product.mailsTo(ann.email)).filter(({ kind }) => kind === 'new-device');
    await logIn(ann);
    expect(await notices()).toEqual([]);
    await logIn(ann, from(phone));
    expect(await notices()).toMatchObject([{ text: expect.stringContaining('Safari on iPhone') }]);
    await logIn(ann, from(phone));
    expect(await notices()).toHaveLength(1);
  });

  test('on a new device is told after the second step alone', async () => {
    const ann = await buildWithAuthenticator({ proved: true });
    const notices = async () => (await product.mailsTo(ann.email)).filter(({ kind }) => kind === 'new-device');
    const { step } = (await logIn(ann, from(phone))).error as unknown as { step: string };
    expect(await notices()).toEqual([]);
    const body = { step, method: 'authenticator', code: await codeOf(ann.secret) };
    expect((await product.post('/auth/second-step', body, { headers: from(phone) })).status).toBe(200);
    expect(await notices()).toHaveLength(1);
  });
});
