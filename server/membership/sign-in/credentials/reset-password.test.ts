import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const newPassword = 'quiet-harbour-mill-7';
const reset = (body: Record<string, unknown>) => product.post('/auth/reset-password', { newPassword, ...body });
const logIn = (email: string, password: string) => product.post('/auth/login', { email, password });

describe('reset', () => {
  test('sets the password and begins no session', async () => {
    const { email, password } = await product.buildMember();
    const { code, context } = await product.freshCode(email, 'reset');
    const answer = await reset({ token: code, context });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        data: { success: true },
        _internalUseOnly: { message: 'Your password has been reset. Please login with your new credentials.' },
      },
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await logIn(email, password)).status).toBe(401);
    const { data } = await logIn(email, newPassword);
    expect(data.member.verified).toBe(true);
  });

  test('ends every session, every other code and a pending change of address, and notifies the owner', async () => {
    const { email, token } = await product.buildMember();
    await product.post('/member-auth', { email: 'thief@example.org' }, { token });
    const login = await product.freshCode(email, 'login');
    const { code } = await product.freshCode(email, 'reset');
    await reset({ token: code, email });
    expect((await product.call('GET', '/member', { token })).data).toBeNull();
    const withCode = await product.post('/auth/passwordless/login', { email, passwordlessToken: login.code });
    expect(withCode.status).toBe(400);
    const { data } = await logIn(email, newPassword);
    expect(data.member.auth.email).toBe(email);
    expect((await product.mailsTo(email)).at(-1)!.kind).toBe('password-changed');
  });

  test('an invalid password costs no guess', async () => {
    const { email } = await product.buildMember();
    const { code } = await product.freshCode(email, 'reset');
    for (let tried = 0; tried < 6; tried++)
      expect((await reset({ token: code, email, newPassword: 'password1' })).error.code).toBe(
        'invalid-password-too-common',
      );
    expect((await reset({ token: code, email, newPassword: 'x'.repeat(257) })).error.code).toBe(
      'invalid-password-too-long',
    );
    expect((await reset({ token: code, email, newPassword: 'short' })).error.code).toBe('invalid-password-too-short');
    expect((await reset({ token: code, email })).status).toBe(200);
  });

  test('refuses the own address as password even when only the code names it', async () => {
    const { email } = await product.buildMember();
    const { code, context } = await product.freshCode(email, 'reset');
    expect((await reset({ token: code, context, newPassword: email })).error.code).toBe('invalid-password-too-common');
    expect((await reset({ token: code, context })).status).toBe(200);
  });

  test.for(['', '12345', '1234567', 'abcdef', '１２３４５６', 'x'.repeat(5_000)])(
    'refuses %j as a code',
    async (token) => {
      const { status, error } = await reset({ token });
      expect([status, error.code]).toEqual([400, 'invalid-reset-code']);
    },
  );
});

describe('the page behind the mailed link', () => {
  const page = (body: Record<string, string>, headers: Record<string, string> = {}) =>
    product.call('POST', '/account/reset-password', {
      body: new URLSearchParams(body).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: product.appUrl, ...headers },
    });
  const linkToken = async (email: string) => {
    await product.freshCode(email, 'reset');
    return product.linkTokenFor(email, 'reset-code');
  };

  test('shows a form and changes nothing by being opened', async () => {
    const { email, password } = await product.buildMember();
    const token = await linkToken(email);
    const opened = await product.call('GET', `/account/reset-password?token=${token}`, {
      headers: { 'x-api-key': undefined },
    });
    expect(opened.status).toBe(200);
    expect(opened.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(opened.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    );
    expect(opened.text).toContain('<label for="password">New password</label>');
    expect(opened.text).not.toContain('<script');
    expect((await logIn(email, password)).status).toBe(200);
    expect((await page({ token, password: 'short' })).text).toContain('Password must be at least 8 characters');
    expect((await page({ token, password: `${newPassword}\u0000` })).status).toBe(400);
    expect((await page({ token, password: newPassword })).text).toContain('Your password is changed');
    expect((await logIn(email, newPassword)).status).toBe(200);
    expect((await page({ token, password: 'another-good-one-5' })).status).toBe(400);
    expect((await product.call('GET', `/account/reset-password?token=${token}`)).status).toBe(400);
  });

  test('takes its form from nowhere else', async () => {
    const { email } = await product.buildMember();
    const token = await linkToken(email);
    for (const origin of ['https://evil.example', 'null', `${product.appUrl}.evil.example`]) {
      const answer = await page({ token, password: newPassword }, { origin });
      expect(answer.status).toBe(403);
    }
    expect((await page({ token, password: newPassword })).status).toBe(200);
  });

  test('shows a hostile token as text', async () => {
    const { text, status } = await product.call(
      'GET',
      `/account/reset-password?token=${encodeURIComponent('"><script>')}`,
    );
    expect(status).toBe(400);
    expect(text).not.toContain('<script');
  });
});
