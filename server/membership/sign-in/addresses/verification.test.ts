import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const address = '/account/verify-email';
const open = (token: string, headers: Record<string, string> = {}) =>
  product.call('GET', `${address}?token=${token}`, { headers: { 'x-api-key': undefined, ...headers } });
const confirm = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  product.call('POST', address, {
    body: new URLSearchParams(form).toString(),
    headers: {
      'x-api-key': undefined,
      'content-type': 'application/x-www-form-urlencoded',
      origin: product.appUrl,
      ...headers,
    },
  });
const isVerified = async (token: string) => (await product.call('GET', '/member', { token })).data.verified as boolean;

/** A member of our own portal, with the session cookie of the browser they signed up in. */
async function buildInBrowser() {
  const email = newEmail();
  const answer = await product.post(
    '/auth/signup',
    { email, password: goodPassword },
    { headers: { 'x-api-key': 'pk_sb_enrolment', origin: product.appUrl, 'x-session-transport': 'cookie' } },
  );
  return { email, cookie: String(answer.headers['set-cookie']).split(';')[0]! };
}

describe('the link that proves an address', () => {
  test('changes nothing by being opened', async () => {
    const { email, token } = await product.buildMember();
    const link = await product.linkTokenFor(email, 'verification');
    const { status, text, headers } = await open(link);
    expect(status).toBe(200);
    expect(text).toContain(`Confirm that ${email} belongs to your account at Riverbend Makers.`);
    expect(text).toContain('<label for="password">Password of your account</label>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(await isVerified(token)).toBe(false);
  });

  test('works with the password, once', async () => {
    const { email, token, password } = await product.buildMember();
    const link = await product.linkTokenFor(email, 'verification');
    expect((await confirm({ token: link, password })).status).toBe(200);
    expect(await isVerified(token)).toBe(true);
    expect((await confirm({ token: link, password })).status).toBe(400);
    expect((await open(link)).status).toBe(400);
  });

  test('does not prove the address by the mail alone', async () => {
    const { email, token } = await product.buildMember();
    const link = await product.linkTokenFor(email, 'verification');
    const bare = await confirm({ token: link });
    expect(bare.status).toBe(401);
    expect(bare.text).toContain('role="alert"');
    expect((await confirm({ token: link, password: 'wrong-password-9' })).status).toBe(401);
    const stranger = await buildInBrowser();
    expect((await confirm({ token: link }, { cookie: stranger.cookie })).status).toBe(401);
    expect(await isVerified(token)).toBe(false);
  });

  test('works by a press in the browser the account was made in', async () => {
    const { email, cookie } = await buildInBrowser();
    const link = await product.linkTokenFor(email, 'verification');
    expect((await open(link, { cookie })).text).not.toContain('type="password"');
    expect((await confirm({ token: link }, { cookie })).status).toBe(200);
    const { data } = await product.call('GET', '/member', { headers: { 'x-api-key': 'pk_sb_enrolment', cookie } });
    expect(data.verified).toBe(true);
  });

  test('tells a member without a password, on a site that is not ours, how to use it, and that works', async () => {
    const email = newEmail();
    const { code: passwordlessToken } = await product.freshCode(email, 'signup');
    const { data } = await product.post('/auth/signup?isPasswordless=true', { email, passwordlessToken });
    const token = data.tokens.accessToken as string;
    const wanted = newEmail();
    await product.post('/member-auth', { email: wanted }, { token });
    const link = await product.linkTokenFor(wanted, 'verification');
    expect((await open(link)).text).toContain(
      'Log in at Riverbend Makers, set a password under Security, and open this link again.',
    );
    expect((await product.post('/member/set-password', { password: goodPassword }, { token })).status).toBe(200);
    expect((await confirm({ token: link, password: goodPassword })).status).toBe(200);
    expect((await product.call('GET', '/member', { token })).data).toMatchObject({
      verified: true,
      auth: { email: wanted },
    });
  });

  test('takes its form from nowhere else', async () => {
    const { email, cookie } = await buildInBrowser();
    const link = await product.linkTokenFor(email, 'verification');
    for (const origin of ['https://evil.example', 'http://localhost:5173', 'null'])
      expect((await confirm({ token: link }, { cookie, origin })).status).toBe(403);
    expect((await confirm({ token: link }, { cookie })).status).toBe(200);
  });

  test('works for 24 hours', async () => {
    const { email, password } = await product.buildMember();
    const link = await product.linkTokenFor(email, 'verification');
    await product.database.pool.query("update verification_link set expires_at = expires_at - interval '24 hours'");
    expect((await confirm({ token: link, password })).status).toBe(400);
  });

  test('is refused once another member has the address', async () => {
    const { token, password } = await product.buildMember({ proved: true });
    const wanted = newEmail();
    await product.post('/member-auth', { email: wanted }, { token });
    const link = await product.linkTokenFor(wanted, 'verification');
    const owner = await product.post('/auth/signup', { email: wanted, password: goodPassword });
    expect(owner.status).toBe(200);
    expect((await confirm({ token: link, password })).status).toBe(400);
    const { data } = await product.post('/auth/login', { email: wanted, password: goodPassword });
    expect(data.member.id).toBe(owner.data.member.id);
  });

  test('used in five concurrent calls works once and never answers 500', async () => {
    const { email, cookie } = await buildInBrowser();
    const link = await product.linkTokenFor(email, 'verification');
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm({ token: link }, { cookie })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test('guessing the password there counts like guessing it at log-in', async () => {
    const { email, password } = await product.buildMember();
    const link = await product.linkTokenFor(email, 'verification');
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, count) => confirm({ token: link, password: `guess-number-${count}` })),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await product.post('/auth/login', { email, password })).status).toBe(429);
  });

  test.for(['nonsense', '', '%00', '%22%3E%3Cscript%3E', 'x'.repeat(500)])('is not %s', async (link) => {
    const { status, text } = await open(link);
    expect(status).toBe(400);
    expect(text).not.toContain('<script');
  });
});

describe('asking for the link again', () => {
  const resend = (token?: string) =>
    product.post('/auth/send-email-verification', { origin_domain: 'https://evil.example' }, { token });

  test('mails it to the pending address', async () => {
    const { email, token } = await product.buildMember();
    await product.mailsTo(email);
    await product.forgetMailLimits();
    const { status, json } = await resend(token);
    expect([status, json]).toEqual([200, { data: { success: true } }]);
    const mails = await product.mailsTo(email);
    expect(mails.map(({ kind }) => kind)).toEqual(['verification', 'verification']);
    expect(mails[1]!.text).not.toContain('evil.example');
  });

  test('too soon mails it once more, when 30 seconds are over, and says so', async () => {
    const { email, token } = await product.buildMember();
    await product.mailsTo(email);
    for (let asked = 0; asked < 4; asked++) {
      const { status, json } = await resend(token);
      expect(status).toBe(200);
      expect(json.mailAfterSeconds).toBeGreaterThan(20);
    }
    expect(await product.mailsTo(email)).toHaveLength(1);
    await product.hurryMails();
    expect(await product.mailsTo(email)).toHaveLength(2);
  });

  test('takes a body, an empty one or none', async () => {
    const { token } = await product.buildMember();
    expect((await product.call('POST', '/auth/send-email-verification', { token })).status).toBe(200);
    expect((await product.post('/auth/send-email-verification', {}, { token })).status).toBe(200);
  });

  test('sends nothing without an unproved address, and refuses visitors', async () => {
    const { email, token } = await product.buildMember({ proved: true });
    const before = await product.mailsTo(email);
    expect((await resend(token)).status).toBe(200);
    expect(await product.mailsTo(email)).toEqual(before);
    expect((await resend()).error.code).toBe('login-required');
  });
});
