import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrongOldPasswordsInARow } from '../../../../contract/calls/credentials.ts';
import { hashPassword } from '../../../platform/password-hashing.ts';
import { codeOf, setUpAuthenticator } from '../../../testing/second-factor.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const newPassword = 'quiet-harbour-mill-7';
const change = (token: string | undefined, body: Record<string, unknown>) =>
  product.post('/member-auth', body, { token });
const logIn = (email: string, password: string) => product.post('/auth/login', { email, password });
const isAlive = async (token: string) => (await product.call('GET', '/member', { token })).data !== null;
const letProofAge = () => product.database.pool.query("update session set proved_at = now() - interval '11 minutes'");

async function buildWithoutPassword() {
  const email = newEmail();
  const { code } = await product.freshCode(email, 'signup');
  const { data } = await product.post('/auth/signup?isPasswordless=true', { email, passwordlessToken: code });
  return { email, token: data.tokens.accessToken as string };
}

describe('a change of password', () => {
  test('needs the old one, ends all other sessions and notifies the owner', async () => {
    const { email, password, token } = await product.buildMember();
    const other = (await logIn(email, password)).data.tokens.accessToken;
    const answer = await change(token, { oldPassword: password, newPassword });
    expect([answer.status, answer.data.auth.email]).toEqual([200, email]);
    expect(answer.json._internalUseOnly.message).toBeTruthy();
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false]);
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
    expect((await product.mailsTo(email)).at(-1)!.kind).toBe('password-changed');
  });

  test.for([
    [{ oldPassword: 'wrong-password-9', newPassword }, 400, 'invalid-password'],
    [{ oldPassword: 'x'.repeat(300), newPassword }, 400, 'invalid-password'],
    [{ newPassword }, 400, 'invalid-password'],
    [{ oldPassword: goodPassword, newPassword: 'password1' }, 400, 'invalid-password-too-common'],
    [{ oldPassword: goodPassword, newPassword: 'short' }, 400, 'invalid-password-too-short'],
    [{ oldPassword: goodPassword }, 400, 'invalid-request'],
    [{}, 400, 'invalid-request'],
    [{ oldPassword: goodPassword, newPassword: ['x'] }, 400, 'invalid-request'],
  ] as const)('refuses %j and changes nothing', async ([body, status, code]) => {
    const { email, password, token } = await product.buildMember();
    const other = (await logIn(email, password)).data.tokens.accessToken;
    const answer = await change(token, body);
    expect([answer.status, answer.error.code]).toEqual([status, code]);
    expect(await isAlive(other)).toBe(true);
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('accepts no old password after a hundred consecutive wrong ones, however slow', async () => {
    const { token, member } = await product.buildMember();
    for (let guess = 0; guess < wrongOldPasswordsInARow.points; guess++)
      await product.services.limits.take(wrongOldPasswordsInARow, member.id);
    const answer = await change(token, { oldPassword: goodPassword, newPassword });
    expect([answer.status, answer.error.code]).toEqual([429, 'too-many-requests']);
  });

  test('accepts one again after a reset by mail', async () => {
    const { token, email, member } = await product.buildMember();
    for (let guess = 0; guess < wrongOldPasswordsInARow.points; guess++)
      await product.services.limits.take(wrongOldPasswordsInARow, member.id);
    expect((await change(token, { oldPassword: goodPassword, newPassword })).status).toBe(429);
    const { code } = await product.freshCode(email, 'reset');
    const reset = { token: code, email, newPassword };
    expect((await product.post('/auth/reset-password', reset)).status).toBe(200);
    const again = (await logIn(email, newPassword)).data.tokens.accessToken;
    const changed = await change(again, { oldPassword: newPassword, newPassword: goodPassword });
    expect(changed.status).toBe(200);
  });

  test('takes the password of a member with a second factor for the first step alone', async () => {
    const { token, email, password } = await product.buildMember({ proved: true });
    const { secret } = await setUpAuthenticator(product, { token });
    await letProofAge();
    const wanted = [{ newPassword }, { email: newEmail() }, { newPassword, email: newEmail() }];
    for (const each of wanted)
      expect((await change(token, { oldPassword: password, ...each })).error.code).toBe('recent-login-required');
    expect((await product.call('GET', '/member', { token })).data.auth.email).toBe(email);
    const proof = { authenticatorCode: await codeOf(secret) };
    const { data } = await product.post('/member/prove', proof, { token });
    const changed = await change(data.tokens.accessToken, { oldPassword: password, newPassword });
    expect(changed.status).toBe(200);
  });

  test('compares an old password of 256 characters and none that is longer', async () => {
    const { token, member } = await product.buildMember();
    for (const [length, status] of [
      [256, 200],
      [257, 400],
    ] as const) {
      const oldPassword = 'x'.repeat(length);
      const stored = [await hashPassword(oldPassword, { client: 'test', account: member.id }), member.id];
      await product.database.pool.query('update member set password_hash = $1 where id = $2', stored);
      expect((await change(token, { oldPassword, newPassword })).status).toBe(status);
    }
  });

  test('stops guesses at the old password after ten, and counts no others as wrong', async () => {
    const { token, member } = await product.buildMember();
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, count) => change(token, { oldPassword: `guess-number-${count}`, newPassword })),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
    expect(await product.services.limits.used(wrongOldPasswordsInARow, member.id)).toBe(10);
  });

  test('is refused to visitors', async () => {
    expect((await change(undefined, { oldPassword: goodPassword, newPassword })).error.code).toBe('login-required');
  });
});

describe('a first password', () => {
  const set = (token: string | undefined, password: string) =>
    product.post('/member/set-password', { password }, { token });

  test('is set once', async () => {
    const { email, token } = await buildWithoutPassword();
    const answer = await set(token, newPassword);
    expect([answer.status, answer.data.auth.hasPassword]).toEqual([200, true]);
    expect(answer.json._internalUseOnly.message).toBeTruthy();
    expect((await set(token, 'another-good-one-5')).error.code).toBe('password-already-set');
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('ends all other sessions and notifies the owner', async () => {
    const { email, token } = await buildWithoutPassword();
    const { code } = await product.freshCode(email, 'login');
    const { data } = await product.post('/auth/passwordless/login', { email, passwordlessToken: code });
    expect((await set(token, newPassword)).status).toBe(200);
    expect([await isAlive(token), await isAlive(data.tokens.accessToken)]).toEqual([true, false]);
    expect((await product.mailsTo(email)).at(-1)!.kind).toBe('password-set');
  });

  test('is set by one of five simultaneous calls', async () => {
    const { token } = await buildWithoutPassword();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, count) => set(token, `${newPassword}-${count}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  test('needs a proof within the last ten minutes', async () => {
    const { token } = await buildWithoutPassword();
    await letProofAge();
    const { status, error } = await set(token, newPassword);
    expect([status, error.code]).toEqual([403, 'recent-login-required']);
  });

  test('keeps to the rules for passwords', async () => {
    const { email, token } = await buildWithoutPassword();
    expect((await set(token, 'password1')).error.code).toBe('invalid-password-too-common');
    expect((await set(token, email)).error.code).toBe('invalid-password-too-common');
    expect((await set(token, 'x'.repeat(257))).error.code).toBe('invalid-password-too-long');
    expect((await set(undefined, newPassword)).error.code).toBe('login-required');
  });
});

describe('a change of address', () => {
  test('shows the new address unproved, and log-in keeps working with the old one', async () => {
    const { email, password, token } = await product.buildMember({ proved: true });
    const other = (await logIn(email, password)).data.tokens.accessToken;
    const wanted = newEmail();
    const { status, data } = await change(token, { email: wanted.toUpperCase() });
    expect([status, data.verified, data.auth.email]).toEqual([200, false, wanted]);
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false]);
    expect((await logIn(email, password)).status).toBe(200);
    expect((await logIn(wanted, password)).status).toBe(401);
    expect((await product.mailsTo(wanted)).map(({ kind }) => kind)).toEqual(['verification']);
    expect((await product.mailsTo(email)).at(-1)!.kind).toBe('address-change');
  });

  test('answers a taken address like a free one; its owner keeps it and gets a mail', async () => {
    const owner = await product.buildMember({ proved: true });
    const [one, other] = [await product.buildMember({ proved: true }), await product.buildMember({ proved: true })];
    const free = newEmail();
    const taken = await change(one.token, { email: owner.email });
    const untaken = await change(other.token, { email: free });
    const alike = (text: string, email: string, { member }: typeof one) =>
      text.replaceAll(email, 'EMAIL').replaceAll(member.id, 'ID').replaceAll(member.createdAt, 'TIME');
    expect(taken.status).toBe(untaken.status);
    expect(alike(taken.text, owner.email, one)).toBe(alike(untaken.text, free, other));
    await product.hurryMails();
    expect((await product.mailsTo(owner.email)).at(-1)!.kind).toBe('already-member');
    expect((await logIn(owner.email, owner.password)).data.member.id).toBe(owner.member.id);
  });

  test('needs the password or a recent proof', async () => {
    const { email, password, token } = await product.buildMember();
    await letProofAge();
    const refused = await change(token, { email: newEmail() });
    expect([refused.status, refused.error.code]).toEqual([403, 'recent-login-required']);
    expect((await change(token, { email: newEmail(), oldPassword: 'wrong-password-9' })).status).toBe(400);
    expect((await product.call('GET', '/member', { token })).data.auth.email).toBe(email);
    expect((await change(token, { email: newEmail(), oldPassword: password })).status).toBe(200);
  });

  test('counts once the new address is proved, by its own link', async () => {
    const { email, password, token } = await product.buildMember({ proved: true });
    const wanted = newEmail();
    await change(token, { email: wanted });
    const link = await product.linkTokenFor(wanted, 'verification');
    const answer = await product.call('POST', '/account/verify-email', {
      body: new URLSearchParams({ token: link, password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: product.appUrl },
    });
    expect(answer.status).toBe(200);
    expect((await logIn(email, password)).status).toBe(401);
    const { data } = await logIn(wanted, password);
    expect([data.member.verified, data.member.auth.email]).toEqual([true, wanted]);
  });

  test('back to the proved address drops the pending one', async () => {
    const { email, token } = await product.buildMember({ proved: true });
    await change(token, { email: newEmail() });
    const { data, json } = await change(token, { email });
    expect([data.verified, data.auth.email]).toEqual([true, email]);
    expect(json._internalUseOnly.message).toBe('Your address stays as it was.');
    const again = await change(token, { email });
    expect(again.json._internalUseOnly.message).toBe('Your address stays as it was.');
  });

  test('to the address that waits already mails its link again, and ends no session', async () => {
    const { email, password, token } = await product.buildMember({ proved: true });
    const wanted = newEmail();
    await change(token, { email: wanted });
    const other = (await logIn(email, password)).data.tokens.accessToken;
    await product.mailsTo(wanted);
    await product.forgetMailLimits();
    const told = (await product.mailsTo(email)).length;
    const again = await change(token, { email: wanted });
    expect(again.json._internalUseOnly.message).toContain('the link we are sending to it');
    expect((await product.mailsTo(wanted)).map(({ kind }) => kind)).toEqual(['verification', 'verification']);
    expect([(await product.mailsTo(email)).length, await isAlive(other)]).toEqual([told, true]);
  });

  test.for(['not an address', ' a@example.org', 'a@example.org, b@example.org', 'ａ@example.org', 'a@b.c', ''])(
    'refuses %j',
    async (email) => {
      const { token } = await product.buildMember();
      const { status, error } = await change(token, { email });
      expect([status, error.code]).toEqual([400, 'invalid-email']);
    },
  );

  test('is limited to five an hour, and the old address gets a notice at once, then one for all later ones', async () => {
    const { email, token } = await product.buildMember({ proved: true });
    for (let tried = 0; tried < 5; tried++) expect((await change(token, { email: newEmail() })).status).toBe(200);
    expect((await change(token, { email: newEmail() })).status).toBe(429);
    expect((await product.mailsTo(email)).filter(({ kind }) => kind === 'address-change')).toHaveLength(2);
  });
});
