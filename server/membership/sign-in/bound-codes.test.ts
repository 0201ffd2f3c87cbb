import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';

/** A mailed code is bound to the browser that requested it (ASVS 6.6.2). */

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

/** The context of one browser. */
const newBrowser = () => ({ context: randomBytes(32).toString('base64url') });
type Browser = Partial<ReturnType<typeof newBrowser>>;

const askFor = async (purpose: 'login' | 'signup', email: string, browser: Browser) => {
  await product.forgetMailLimits();
  expect((await product.post(`/auth/passwordless/${purpose}/send`, { email, ...browser })).status).toBe(200);
  return product.codeFor(email, `${purpose}-code`);
};
const logIn = (email: string, passwordlessToken: string, browser: Browser) =>
  product.post('/auth/passwordless/login', { email, passwordlessToken, ...browser });
const refused = { status: 400, code: 'invalid-passwordless-login-code' };
const end = ({ status, error }: Awaited<ReturnType<typeof logIn>>) => ({ status, code: error?.code });

describe('a log-in code', () => {
  test('is accepted from the browser that requested it, and from no other', async () => {
    const { email } = await product.buildMember({ proved: true });
    const mine = newBrowser();
    const code = await askFor('login', email, mine);
    for (const other of [newBrowser(), {}]) expect(end(await logIn(email, code, other))).toEqual(refused);
    expect((await logIn(email, code, mine)).status).toBe(200);
  });

  test('is not used up by guesses of other browsers', async () => {
    const { email } = await product.buildMember({ proved: true });
    const mine = newBrowser();
    const code = await askFor('login', email, mine);
    for (let tried = 0; tried < 6; tried++) await logIn(email, '000000', newBrowser());
    expect((await logIn(email, code, mine)).status).toBe(200);
  });

  test('is void once another browser has requested one', async () => {
    const { email } = await product.buildMember({ proved: true });
    const [laptop, telephone] = [newBrowser(), newBrowser()];
    const older = await askFor('login', email, laptop);
    const newer = await askFor('login', email, telephone);
    expect(end(await logIn(email, older, laptop))).toEqual(refused);
    expect((await logIn(email, newer, telephone)).status).toBe(200);
  });

  test('that was requested by a client without a context is valid everywhere, as the protocol has it', async () => {
    const { email } = await product.buildMember({ proved: true });
    expect((await logIn(email, await askFor('login', email, {}), newBrowser())).status).toBe(200);
    expect((await logIn(email, await askFor('login', email, {}), {})).status).toBe(200);
  });

  test('of one browser is not merged with the one another browser requests', async () => {
    const { email } = await product.buildMember({ proved: true });
    const [mine, other] = [newBrowser(), newBrowser()];
    const ask = (browser: Browser) => product.post('/auth/passwordless/login/send', { email, ...browser });
    await ask(mine);
    // These are delayed: the mailbox gets one in 30 seconds.
    const seconds = [];
    for (const browser of [mine, mine, other]) seconds.push((await ask(browser)).json.mailAfterSeconds);
    expect(seconds[1]).toBe(seconds[0]);
    expect(seconds[2]).toBeGreaterThan(30);
  });

  test('needs a context of enough entropy', async () => {
    const email = newEmail();
    const { status, error } = await product.post('/auth/passwordless/login/send', { email, context: 'short' });
    expect([status, error.code]).toEqual([400, 'invalid-request']);
  });

  test('stores only the hash of the context', async () => {
    const { email } = await product.buildMember({ proved: true });
    const { context } = newBrowser();
    await askFor('login', email, { context });
    const { rows } = await product.database.pool.query('select * from mailed_code where email = $1', [email]);
    expect(rows).toHaveLength(1);
    expect(rows[0].browser_hash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(context);
  });
});

test('a code is refused for a void account', async () => {
  const { email } = await product.buildMember({ proved: true });
  const mine = newBrowser();
  const code = await askFor('login', email, mine);
  await product.database.pool.query('update member set voided_at = now() where email = $1', [email]);
  expect(end(await logIn(email, code, mine))).toEqual({ status: 401, code: 'invalid-credentials' });
});

test('a sign-up code creates an account for the browser that requested it, and no other', async () => {
  const email = newEmail();
  const mine = newBrowser();
  const code = await askFor('signup', email, mine);
  const signUp = (browser: Browser) =>
    product.post('/auth/signup?isPasswordless=true', { email, passwordlessToken: code, ...browser });
  expect(end(await signUp(newBrowser()))).toEqual(refused);
  expect(end(await signUp({}))).toEqual(refused);
  expect((await signUp(mine)).data.member.verified).toBe(true);
});

test('a code that proves an address is valid in the session that requested it, and in no other of the member', async () => {
  const { email, password, token } = await product.buildMember();
  const elsewhere = (await product.post('/auth/login', { email, password })).data.tokens.accessToken as string;
  await product.mailsTo(email);
  await product.forgetMailLimits();
  await product.post('/member/verify-email/send', undefined, { token });
  const code = await product.codeFor(email, 'verify-code');
  const prove = (session: string) => product.post('/member/verify-email', { code }, { token: session });
  expect(end(await prove(elsewhere))).toEqual({ status: 400, code: 'invalid-verification-code' });
  expect((await prove(token)).data.verified).toBe(true);
});
