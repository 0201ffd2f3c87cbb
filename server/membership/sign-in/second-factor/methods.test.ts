import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { countWaiting, theMember } from '../../../testing/held-locks.ts';
import { startTestMembership, type Reply, type TestMember, type TestMembership } from '../../../testing/membership.ts';
import { asSent, codeOf, setUpAuthenticator, setUpPasskey } from '../../../testing/second-factor.ts';
import { createSoftwareAuthenticator } from '../../../testing/software-authenticator.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const path = '/member/second-factor';
const club = { 'x-api-key': 'pk_live', origin: 'https://club.example' };
const show = async (token: string, headers = {}) => (await product.call('GET', path, { token, headers })).data;
const letProofAge = ({ member }: TestMember) =>
  product.database.pool.query(`update session set proved_at = now() - interval '11 minutes' where member_id = $1`, [
    member.id,
  ]);
const kindsTo = async ({ email }: TestMember) => (await product.mailsTo(email)).map(({ kind }) => kind);
const logIn = ({ email, password }: TestMember, headers = {}) =>
  product.post('/auth/login', { email, password }, { headers });

describe('A member’s second factor', () => {
  test('begins with ten recovery codes that are shown once, ends other sessions and is told by mail', async () => {
    const ann = await product.buildMember({ proved: true });
    const other = (await logIn(ann)).data.tokens.accessToken;
    expect(await show(ann.token)).toEqual({ passkeys: [], authenticator: false, recoveryCodes: 0, required: false });
    const { recoveryCodes } = await setUpAuthenticator(product, { token: ann.token });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await show(ann.token)).toMatchObject({ authenticator: true, recoveryCodes: 10 });
    expect(JSON.stringify(await show(ann.token))).not.toContain(recoveryCodes[0]);
    expect((await product.call('GET', '/member', { token: other })).data).toBeNull();
    expect((await product.call('GET', '/member', { token: ann.token })).data.id).toBe(ann.member.id);
    expect(await kindsTo(ann)).toContain('first-factor-added');
    const { recoveryCodes: more } = await setUpAuthenticator(product, { token: ann.token });
    expect(more).toEqual([]);
  });

  test('has named passkeys, which are renamed and removed by their owner alone', async () => {
    const [ann, ben] = [await product.buildMember({ headers: club }), await product.buildMember({ headers: club })];
    const of = ({ token }: TestMember) => ({ token, headers: club });
    const { reply } = await setUpPasskey(product, of(ann), { name: 'Phone' });
    expect(reply.data).toMatchObject({
      passkeys: [{ name: 'Phone', domain: 'club.example', backedUp: false, lastUsedAt: null }],
      newRecoveryCodes: expect.any(Array),
    });
    const synced = createSoftwareAuthenticator({ isSynced: true });
    await setUpPasskey(product, of(ann), { device: synced, name: 'Laptop' });
    const [{ id }] = (await show(ann.token, club)).passkeys;
    const rename = (who: TestMember) =>
      product.call('PATCH', `${path}/passkeys/${id}`, { ...of(who), body: { name: ' Key ' } });
    const remove = (who: TestMember) => product.call('DELETE', `${path}/passkeys/${id}`, of(who));
    expect((await rename(ben)).error.code).toBe('second-factor-not-found');
    expect((await remove(ben)).error.code).toBe('second-factor-not-found');
    expect((await rename(ann)).data.passkeys).toMatchObject([{ name: 'Key' }, { name: 'Laptop', backedUp: true }]);
    expect((await remove(ann)).data.passkeys).toMatchObject([{ name: 'Laptop' }]);
    expect((await remove(ann)).error.code).toBe('second-factor-not-found');
  });

  test('that begins with two methods at the same moment has one set of codes, which one answer shows', async () => {
    const ann = await product.buildMember({ headers: club });
    const of = { token: ann.token, headers: club };
    const { secret } = (await product.post(`${path}/authenticator`, undefined, of)).data;
    const begun = await product.post(`${path}/passkeys/options`, undefined, of);
    const credential = asSent(createSoftwareAuthenticator().create(begun.data, { origin: club.origin }));
    const code = await codeOf(secret);
    const running: Promise<Reply>[] = [];
    await product.database.db.transaction().execute(async (tx) => {
      await theMember(ann.member.id)(tx);
      for (const add of [
        () => product.post(`${path}/authenticator/confirm`, { code }, of),
        () => product.post(`${path}/passkeys`, { name: 'Phone', credential }, of),
      ]) {
        running.push(add());
        await eventually(async () => (await countWaiting(product.database)) >= running.length);
      }
    });
    const answers = await Promise.all(running);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ data }) => data.newRecoveryCodes?.length)).toEqual([10, undefined]);
    expect(await show(ann.token, club)).toMatchObject({ authenticator: true, recoveryCodes: 10 });
  });

  test('is changed with a recent proof alone', async () => {
    const ann = await product.buildMember({ headers: club });
    const of = { token: ann.token, headers: club };
    await setUpPasskey(product, of);
    const [{ id }] = (await show(ann.token, club)).passkeys;
    await letProofAge(ann);
    const changes: [string, string, unknown?][] = [
      ['POST', `${path}/passkeys/options`],
      ['POST', `${path}/authenticator`],
      ['POST', `${path}/authenticator/confirm`, { code: '123456' }],
      ['DELETE', `${path}/authenticator`],
      ['DELETE', `${path}/passkeys/${id}`],
      ['POST', `${path}/recovery-codes`],
    ];
    for (const [method, call, body] of changes)
      expect(await product.call(method, call, { ...of, body })).toMatchObject({
        error: { code: 'recent-login-required' },
      });
    expect((await show(ann.token, club)).passkeys).toHaveLength(1);
  });

  test('ends with its last method, and the recovery codes with it', async () => {
    const ann = await product.buildMember({ proved: true });
    await setUpAuthenticator(product, { token: ann.token });
    const removed = await product.call('DELETE', `${path}/authenticator`, { token: ann.token });
    expect(removed.data).toEqual({ passkeys: [], authenticator: false, recoveryCodes: 0, required: false });
    expect(await kindsTo(ann)).toContain('second-factor-removed');
    expect((await logIn(ann)).status).toBe(200);
  });

  test('has new recovery codes when asked for, and the earlier ones stop', async () => {
    const ann = await product.buildMember({ proved: true });
    const { recoveryCodes } = await setUpAuthenticator(product, { token: ann.token });
    const renewed = await product.post(`${path}/recovery-codes`, undefined, { token: ann.token });
    expect(renewed.data.newRecoveryCodes).toHaveLength(10);
    const enter = async (code: string) => {
      const { step } = (await logIn(ann)).error as unknown as { step: string };
      return product.post('/auth/second-step', { step, method: 'recovery-code', code });
    };
    expect((await enter(recoveryCodes[0]!)).error.code).toBe('invalid-second-factor-code');
    expect((await enter(renewed.data.newRecoveryCodes[9])).status).toBe(200);
    const ben = await product.buildMember();
    const none = await product.post(`${path}/recovery-codes`, undefined, { token: ben.token });
    expect(none.error.code).toBe('second-factor-not-found');
  });

  test('is not added with a wrong code, nor with a registration of another session', async () => {
    const ann = await product.buildMember({ headers: club });
    const of = { token: ann.token, headers: club };
    await product.post(`${path}/authenticator`, undefined, of);
    const wrong = await product.post(`${path}/authenticator/confirm`, { code: '12345x' }, of);
    expect(wrong.error.code).toBe('invalid-second-factor-code');
    const begun = await product.post(`${path}/passkeys/options`, undefined, of);
    const credential = asSent(createSoftwareAuthenticator().create(begun.data, { origin: club.origin }));
    const elsewhere = (await logIn(ann, club)).data.tokens.accessToken;
    const crossed = await product.post(
      `${path}/passkeys`,
      { name: 'Mine', credential },
      { token: elsewhere, headers: club },
    );
    expect(crossed.error.code).toBe('passkey-refused');
    expect((await setUpPasskey(product, of)).reply.status).toBe(200);
  });
});

describe('A recent proof of a member with a second factor', () => {
  test('is the second factor, not password or mailed code', async () => {
    const ann = await product.buildMember({ proved: true });
    const { secret, recoveryCodes } = await setUpAuthenticator(product, { token: ann.token });
    await letProofAge(ann);
    const prove = (body: object, token = ann.token) => product.post('/member/prove', body, { token });
    const needed = {
      status: 403,
      error: { code: 'second-factor-required', methods: ['authenticator', 'recovery-code'] },
    };
    expect(await prove({ password: ann.password })).toMatchObject(needed);
    await product.post('/member/prove/send', undefined, { token: ann.token });
    expect(await prove({ code: await product.codeFor(ann.email, 'prove-code') })).toMatchObject(needed);
    expect((await prove({ authenticatorCode: '12345x' })).error.code).toBe('invalid-second-factor-code');
    const proved = await prove({ authenticatorCode: await codeOf(secret) });
    expect(proved.status).toBe(200);
    const { accessToken } = proved.data.tokens;
    await letProofAge(ann);
    expect((await prove({ recoveryCode: recoveryCodes[4]! }, accessToken)).status).toBe(200);
    const ben = await product.buildMember();
    expect((await prove({ password: ben.password }, ben.token)).status).toBe(200);
  });

  test('may be a passkey, whose challenge belongs to the session', async () => {
    const ann = await product.buildMember({ headers: club });
    const of = { token: ann.token, headers: club };
    const { device } = await setUpPasskey(product, of);
    await letProofAge(ann);
    const begun = await product.post('/member/prove/passkey-options', undefined, of);
    expect(begun.data).toMatchObject({ userVerification: 'required' });
    const passkey = asSent(device.get(begun.data, { origin: club.origin }));
    const proved = await product.post('/member/prove', { passkey }, of);
    expect(proved.status).toBe(200);
    const renewed = { token: proved.data.tokens.accessToken, headers: club };
    expect((await product.post('/member/prove', { passkey }, renewed)).error.code).toBe('passkey-refused');
    expect((await product.post(`${path}/recovery-codes`, undefined, renewed)).status).toBe(200);
  });
});
