import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareSite } from '../../../testing/declare-site.ts';
import { startRush } from '../../../testing/hashing-rush.ts';
import { measureWork } from '../../../testing/measure-work.ts';
import {
  goodPassword,
  liveSite,
  newEmail,
  startTestMembership,
  type TestMembership,
} from '../../../testing/membership.ts';
import type { SiteDeclaration } from '../../declaration/site-declaration.ts';
import { finishesPerSignUp } from '../sign-in-limits.ts';

const site: SiteDeclaration = {
  ...liveSite,
  id: 'app_private',
  publicKey: 'pk_private',
  name: 'Quiet Clinic',
  privateSignup: true,
  memberLimit: 40,
  passwordless: { enabled: true, isDefault: false },
};
const here = { headers: { 'x-api-key': site.publicKey } };

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, site, product.services.keys);
});
afterAll(() => product.stop());

const signUp = (email: string, more: Record<string, unknown> = {}) =>
  product.post('/auth/signup', { email, password: goodPassword, ...more }, here);
const logIn = (email: string, password = goodPassword) => product.post('/auth/login', { email, password }, here);
const kindsTo = async (email: string) => (await product.mailsTo(email)).map(({ kind }) => kind);
const finish = (form: Record<string, string>, origin = product.appUrl) =>
  product.call('POST', '/account/finish-sign-up', {
    body: new URLSearchParams(form).toString(),
    headers: { 'x-api-key': undefined, 'content-type': 'application/x-www-form-urlencoded', origin },
  });
/** Key of the limit of attempts at a sign-up. */
const idOf = async (email: string): Promise<string> =>
  (await product.database.pool.query('select id from pending_sign_up where email = $1', [email])).rows[0].id;
const linkFor = (email: string) => product.linkTokenFor(email, 'finish-sign-up');

async function buildMember() {
  const email = newEmail();
  await signUp(email);
  expect((await finish({ token: await linkFor(email), password: goodPassword })).status).toBe(200);
  await product.forgetMailLimits();
  return email;
}

describe('where sign-ups are private', () => {
  test('a free and a taken address get the same answer, and only the mailbox learns which it was', async () => {
    const [free, taken] = [newEmail(), await buildMember()];
    const answers = [await signUp(free), await signUp(taken)];
    for (const { status, text } of answers)
      expect([status, text]).toEqual([
        403,
        '{"error":{"code":"check-your-mail","message":"Almost done: please open the link in the mail we have just sent you."}}',
      ]);
    const [one, other] = answers.map(({ headers }) =>
      Object.keys(headers).filter((name) => !['date', 'x-request-id'].includes(name)),
    );
    expect(one).toEqual(other);
    expect([await kindsTo(free), (await kindsTo(taken)).at(-1)]).toEqual([['finish-sign-up'], 'already-member']);
    expect((await logIn(free)).status).toBe(401);
  });

  test('both are as much work', async () => {
    const taken = await buildMember();
    const [forFree, forTaken] = await measureWork(6, [() => signUp(newEmail()), () => signUp(taken)]);
    expect(forTaken).toBeGreaterThan(forFree! / 2);
    expect(forTaken).toBeLessThan(forFree! * 2);
  });

  test('elsewhere a taken address is refused (negative control)', async () => {
    const { email } = await product.buildMember();
    const again = await product.post('/auth/signup', { email, password: goodPassword });
    expect([again.status, again.error.code]).toEqual([409, 'email-already-in-use']);
  });

  test('sign-up with a mailed code works as everywhere', async () => {
    const email = newEmail();
    await product.post('/auth/passwordless/signup/send', { email }, here);
    const passwordlessToken = await product.codeFor(email, 'signup-code');
    const answer = await product.post('/auth/signup?isPasswordless=true', { email, passwordlessToken }, here);
    expect(answer.data.member).toMatchObject({ verified: true, auth: { email } });
  });

  test('a malformed sign-up is refused as everywhere, and a filled honeypot creates nothing', async () => {
    expect((await signUp(newEmail(), { password: 'short' })).error.code).toBe('invalid-password-too-short');
    expect((await signUp('nobody')).error.code).toBe('invalid-email');
    const email = newEmail();
    expect((await signUp(email, { website: 'x' })).error.code).toBe('check-your-mail');
    expect(await kindsTo(email)).toEqual([]);
  });
});

describe('the link in the mail', () => {
  test('creates the account of the application, with the password, once', async () => {
    const email = newEmail();
    await signUp(email, { customFields: { nickname: 'Ada' }, metaData: { from: 'footer' } });
    const token = await linkFor(email);
    const page = await product.call('GET', `/account/finish-sign-up?token=${token}`);
    expect(page.text).toContain(`Type the password you chose for ${email}, and you have your account at Quiet Clinic.`);
    expect((await logIn(email)).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 4 }, () => finish({ token, password: goodPassword })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const { data } = await logIn(email);
    expect(data.member).toMatchObject({
      verified: true,
      customFields: { nickname: 'Ada' },
      metaData: { from: 'footer' },
    });
  });

  test('creates no account without both the mailbox and the password (pre-hijacking)', async () => {
    const email = newEmail();
    await signUp(email, { password: 'the-thief-knows-this-1' });
    const token = await linkFor(email);
    const reader = await finish({ token, password: goodPassword });
    expect([reader.status, reader.text]).toEqual([401, expect.stringContaining('role="alert"')]);
    expect((await finish({ token })).status).toBe(401);
    expect((await logIn(email, 'the-thief-knows-this-1')).status).toBe(401);
    // The owner signs up, and the attacker's application is void.
    await product.forgetMailLimits();
    await signUp(email);
    expect((await finish({ token: await linkFor(email), password: goodPassword })).status).toBe(200);
    expect((await finish({ token, password: 'the-thief-knows-this-1' })).status).toBe(400);
    expect((await logIn(email)).status).toBe(200);
  });

  test('refused by overload, uses up no attempt', async () => {
    const email = newEmail();
    await signUp(email);
    const form = { token: await linkFor(email), password: 'wrong-password-9' };
    const stopRush = startRush();
    for (let refusedInARow = 0; refusedInARow <= finishesPerSignUp.points;) {
      const { status } = await finish(form);
      if (status === 429) break;
      refusedInARow = status === 503 ? refusedInARow + 1 : 0;
      if (status === 401) await product.services.limits.reset([[finishesPerSignUp, await idOf(email)]]);
    }
    await stopRush();
    expect((await finish({ ...form, password: goodPassword })).status).toBe(200);
  });

  test('accepts ten attempts at the password, from our own page, for a day', async () => {
    const email = newEmail();
    await signUp(email);
    const token = await linkFor(email);
    expect((await finish({ token, password: goodPassword }, 'https://elsewhere.example')).status).toBe(403);
    const tries = await Promise.all(Array.from({ length: 12 }, () => finish({ token, password: 'wrong-password-9' })));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
    await product.database.pool.query("update pending_sign_up set expires_at = now() - interval '1 second'");
    expect((await finish({ token, password: goodPassword })).status).toBe(400);
    expect((await finish({ token: 'nonsense', password: goodPassword })).status).toBe(400);
  });
});
