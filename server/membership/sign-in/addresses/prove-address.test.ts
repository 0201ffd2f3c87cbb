import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const send = (token: string) => product.post('/member/verify-email/send', undefined, { token });
const type = (token: string, code: string) => product.post('/member/verify-email', { code }, { token });
const isVerified = async (token: string) => (await product.call('GET', '/member', { token })).data.verified as boolean;
const codesTo = async (email: string) => (await product.mailsTo(email)).filter(({ kind }) => kind === 'verify-code');

/** A member to whom a code has been mailed. */
async function buildAsked() {
  const member = await product.buildMember();
  await product.mailsTo(member.email);
  await product.forgetMailLimits();
  expect((await send(member.token)).status).toBe(200);
  return { ...member, code: await product.codeFor(member.email, 'verify-code') };
}

describe('the code that proves a member’s own address', () => {
  test('proves it once, and revokes no access', async () => {
    const { email, token, password, code } = await buildAsked();
    const answer = await type(token, code);
    expect([answer.status, answer.data.verified]).toEqual([200, true]);
    expect((await product.post('/auth/login', { email, password })).status).toBe(200);
    // Pressed again, from another tab say.
    expect((await type(token, code)).status).toBe(200);
  });

  test('is answered with its delay after an earlier mail', async () => {
    const { token } = await buildAsked();
    const { mailAfterSeconds } = (await send(token)).json as { mailAfterSeconds: number };
    expect(mailAfterSeconds).toBeGreaterThan(0);
    expect(mailAfterSeconds).toBeLessThanOrEqual(30);
  });

  test('is refused when it is wrong, and after five wrong ones though it is right', async () => {
    const { token, code } = await buildAsked();
    const wrong = code === '111111' ? '222222' : '111111';
    for (let turn = 0; turn < 5; turn++) {
      const { status, error } = await type(token, wrong);
      expect([status, error.code]).toEqual([400, 'invalid-verification-code']);
    }
    expect((await type(token, code)).status).toBe(400);
    expect(await isVerified(token)).toBe(false);
  });

  test('is refused for other members and as a log-in code', async () => {
    const { email, token, code } = await buildAsked();
    const stranger = await product.buildMember();
    expect((await type(stranger.token, code)).status).toBe(400);
    expect((await product.post('/auth/passwordless/login', { email, passwordlessToken: code })).status).toBe(400);
    const reset = { token: code, newPassword: 'elm-stool-sunday', email };
    expect((await product.post('/auth/reset-password', reset)).status).toBe(400);
    expect((await product.post('/member/verify-email', { code })).status).toBe(401);
    expect(await isVerified(token)).toBe(false);
    expect((await type(token, code)).status).toBe(200);
  });

  test('is void once the owner of the mailbox has taken the account over', async () => {
    const { email, token, code } = await buildAsked();
    const { code: reset, context } = await product.freshCode(email, 'reset');
    await product.post('/auth/reset-password', { token: reset, newPassword: `${goodPassword}-new`, context });
    expect((await type(token, code)).status).toBe(401);
  });

  test('is mailed to an unproved address alone', async () => {
    const { email, token } = await product.buildMember({ proved: true });
    await product.mailsTo(email);
    await product.forgetMailLimits();
    expect((await send(token)).status).toBe(200);
    expect(await codesTo(email)).toEqual([]);
    expect((await product.post('/member/verify-email/send')).status).toBe(401);
    expect(await codesTo(newEmail())).toEqual([]);
  });
});

describe('while a change of address waits for its proof', () => {
  /** A proved member who has asked for another address, to which a code is on its way if it may be. */
  async function buildWaiting(wanted = newEmail()) {
    const member = await product.buildMember({ proved: true });
    await product.post('/member-auth', { email: wanted }, { token: member.token });
    await product.mailsTo(wanted);
    await product.forgetMailLimits();
    expect((await send(member.token)).status).toBe(200);
    return { ...member, wanted };
  }
  const canLogIn = async (email: string, password: string) =>
    (await product.post('/auth/login', { email, password })).status === 200;

  test('the code proves the new address, by which the member logs in then, and the old one is told', async () => {
    const { email, wanted, token, password } = await buildWaiting();
    const { status, data } = await type(token, await product.codeFor(wanted, 'verify-code'));
    expect([status, data.verified, data.auth.email]).toEqual([200, true, wanted]);
    expect([await canLogIn(wanted, password), await canLogIn(email, password)]).toEqual([true, false]);
    expect((await product.mailsTo(email)).map(({ kind }) => kind)).toContain('address-changed');
    expect(await codesTo(email)).toEqual([]);
  });

  test('a wrong code is refused, and so is one for an address that they do not wait for any more', async () => {
    const { email, wanted, token } = await buildWaiting();
    const code = await product.codeFor(wanted, 'verify-code');
    const wrong = await type(token, code === '111111' ? '222222' : '111111');
    expect([wrong.status, wrong.error.code]).toEqual([400, 'invalid-verification-code']);
    await product.post('/member-auth', { email: newEmail() }, { token });
    expect((await type(token, code)).error.code).toBe('invalid-verification-code');
    await product.post('/member-auth', { email }, { token });
    const { data } = await product.call('GET', '/member', { token });
    expect([data.verified, data.auth.email]).toEqual([true, email]);
  });

  test('no code is mailed to the address of another member, who is told', async () => {
    const owner = await product.buildMember();
    await product.mailsTo(owner.email);
    await product.forgetMailLimits();
    await buildWaiting(owner.email);
    expect(await codesTo(owner.email)).toEqual([]);
    expect((await product.mailsTo(owner.email)).map(({ kind }) => kind)).toContain('already-member');
  });
});
