import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import {
  cookiesOf,
  openConsole,
  sessionCookieName,
  staffPassword,
  type Hired,
  type TestConsole,
} from '../../testing/staff-console.ts';
import { randomAddress, startTestProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let console: TestConsole;
let ana: Hired;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  ana = await console.hire({ role: 'owner' });
});
afterAll(() => product.stop());

const begin = (email: string, password = staffPassword, options = {}) =>
  console.call('POST', '/sign-in/password', { body: { email, password }, ...options });
const finish = (body: object, options = {}) => console.call('POST', '/sign-in/second-factor', { body, ...options });
const me = (cookie?: string) => console.call('GET', '/me', { cookie });
/** The code of a refusal, `signed in` for a session. */
const codeOf = ({ status, body }: { status: number; body: any }) => (status === 200 ? 'signed in' : body.error.code);
const clearLimits = () => product.database.pool.query(`delete from rate_limit`);
const mailsOf = async (kind: string, to: string) =>
  (await product.database.pool.query('select 1 from mail_outbox where kind = $1 and recipient = $2', [kind, to]))
    .rowCount;

describe('a sign-in with password and second factor', () => {
  test('needs both, and the password alone gives no session', async () => {
    const begun = await begin(ana.email);
    expect(begun.status).toBe(200);
    expect(begun.body.data).toMatchObject({ ways: ['authenticator', 'recovery-code'], passkeyOptions: null });
    expect(begun.headers.getSetCookie()).toEqual([]);
    expect(codeOf(await me(`${sessionCookieName}=${begun.body.data.step}`))).toBe('login-required');
    const { step } = begun.body.data;
    const done = await finish({ step, way: 'authenticator', code: await ana.phone.nextCode() });
    expect(codeOf(done)).toBe('signed in');
    expect((await me(cookiesOf(done))).body.data).toMatchObject({ email: ana.email, role: 'owner' });
  });

  test('sets a cookie for the console alone, that no script and no other site sees', async () => {
    const { step } = (await begin(ana.email)).body.data;
    const done = await finish({ step, way: 'authenticator', code: await ana.phone.nextCode() });
    const line = done.headers.getSetCookie().find((each) => each.startsWith(sessionCookieName));
    expect(line).toMatch(/; Path=\/console; HttpOnly; SameSite=Strict/);
    expect(line).toContain('Max-Age=43200');
  });

  test('answers the same for an unknown address, a wrong password and somebody who has not accepted', async () => {
    const invited = await console.invite({ role: 'owner' });
    const answers = await Promise.all([
      begin('unknown@example.org'),
      begin('no address'),
      begin(ana.email, 'wrong-password-42'),
      begin(invited.email, ''),
    ]);
    const shown = answers.map(({ status, body }) => ({ status, code: body.error.code, message: body.error.message }));
    expect(new Set(shown.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(shown[0]).toMatchObject({ status: 401, code: 'invalid-credentials' });
    // Negative control: the right one is told apart.
    expect(codeOf(await begin(ana.email))).toBe('signed in');
  });

  test('is limited for an account from many networks, and not for a browser that has signed in before', async () => {
    const { step } = (await begin(ana.email)).body.data;
    const done = await finish({ step, way: 'authenticator', code: await ana.phone.nextCode() });
    await clearLimits();
    for (let tried = 0; tried < 10; tried++) await begin(ana.email, 'wrong-password-42');
    expect(codeOf(await begin(ana.email))).toBe('too-many-requests');
    expect(codeOf(await begin(ana.email, staffPassword, { cookie: cookiesOf(done) }))).toBe('signed in');
    await clearLimits();
  });

  test('is limited for an unknown account as for a known one', async () => {
    const email = 'unknown-too@example.org';
    for (let tried = 0; tried < 10; tried++) await begin(email, 'wrong-password-42');
    expect(codeOf(await begin(email))).toBe('too-many-requests');
  });

  test('is limited for a network over many accounts', async () => {
    const from = randomAddress();
    const answers: string[] = [];
    for (let tried = 0; tried < 61; tried++)
      answers.push(codeOf(await begin(`somebody-${tried}@example.org`, 'wrong-password-42', { from })));
    expect(answers.at(0)).toBe('invalid-credentials');
    expect(answers.at(-1)).toBe('too-many-requests');
  });

  test('takes a code once', async () => {
    const code = await ana.phone.nextCode();
    const first = await begin(ana.email);
    const second = await begin(ana.email);
    expect(codeOf(await finish({ step: first.body.data.step, way: 'authenticator', code }))).toBe('signed in');
    expect(codeOf(await finish({ step: second.body.data.step, way: 'authenticator', code }))).toBe(
      'invalid-second-factor-code',
    );
  });

  test('takes a step once, and five guesses at most', async () => {
    const { step } = (await begin(ana.email)).body.data;
    expect(codeOf(await finish({ step, way: 'authenticator', code: await ana.phone.nextCode() }))).toBe('signed in');
    expect(codeOf(await finish({ step, way: 'authenticator', code: await ana.phone.nextCode() }))).toBe(
      'sign-in-step-expired',
    );
    const other = (await begin(ana.email)).body.data.step;
    for (let tried = 0; tried < 5; tried++)
      expect(codeOf(await finish({ step: other, way: 'authenticator', code: '000000' }))).toBe(
        'invalid-second-factor-code',
      );
    expect(codeOf(await finish({ step: other, way: 'authenticator', code: await ana.phone.nextCode() }))).toBe(
      'sign-in-step-expired',
    );
    await clearLimits();
  });

  test('begins one session of a step, of two right codes at the same time', async () => {
    const bea = await console.hire({ role: 'owner' });
    const { step } = (await begin(bea.email)).body.data;
    const answers = await Promise.all(
      bea.recoveryCodes.slice(0, 2).map((code) => finish({ step, way: 'recovery-code', code })),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(['sign-in-step-expired', 'signed in']);
  });

  test('takes a recovery code once, of concurrent calls by one alone, and mails that it was used', async () => {
    const bea = await console.hire({ role: 'owner' });
    const [first, second] = bea.recoveryCodes;
    const steps = await Promise.all([begin(bea.email), begin(bea.email), begin(bea.email)]);
    const [one, two, three] = steps.map(({ body }) => body.data.step as string);
    const answers = await Promise.all([one, two].map((step) => finish({ step, way: 'recovery-code', code: first })));
    expect(answers.map(codeOf).toSorted()).toEqual(['invalid-second-factor-code', 'signed in']);
    expect(codeOf(await finish({ step: three, way: 'recovery-code', code: first }))).toBe('invalid-second-factor-code');
    // Negative control: another one of the set works.
    expect(codeOf(await finish({ step: three, way: 'recovery-code', code: second }))).toBe('signed in');
    expect(await mailsOf('staff-recovery-code-used', bea.email)).toBe(2);
  });

  test('with the step of another person takes no code of mine', async () => {
    const bea = await console.hire({ role: 'owner' });
    const { step } = (await begin(bea.email)).body.data;
    expect(codeOf(await finish({ step, way: 'authenticator', code: await ana.phone.nextCode() }))).toBe(
      'invalid-second-factor-code',
    );
    expect(codeOf(await finish({ step, way: 'recovery-code', code: ana.recoveryCodes[0]! }))).toBe(
      'invalid-second-factor-code',
    );
    expect(codeOf(await finish({ step, way: 'recovery-code', code: bea.recoveryCodes[0]! }))).toBe('signed in');
  });

  test('ends where the password was changed between its two steps', async () => {
    const bea = await console.hire({ role: 'owner' });
    const { step } = (await begin(bea.email)).body.data;
    const changed = await console.call('PUT', '/me/password', {
      cookie: bea.cookie,
      body: { password: 'elm-stool-sunday-7' },
    });
    expect(changed.status).toBe(200);
    expect(codeOf(await finish({ step, way: 'recovery-code', code: bea.recoveryCodes[0]! }))).toBe(
      'sign-in-step-expired',
    );
    const anew = (await begin(bea.email, 'elm-stool-sunday-7')).body.data.step;
    expect(codeOf(await finish({ step: anew, way: 'recovery-code', code: bea.recoveryCodes[1]! }))).toBe('signed in');
  });

  test('mails a sign-in from a new browser, and none from a known one', async () => {
    const bea = await console.hire({ role: 'owner' });
    const { step } = (await begin(bea.email)).body.data;
    const done = await finish({ step, way: 'recovery-code', code: bea.recoveryCodes[0]! });
    expect(await mailsOf('staff-new-device', bea.email)).toBe(1);
    const again = (await begin(bea.email)).body.data.step;
    await finish({ step: again, way: 'recovery-code', code: bea.recoveryCodes[1]! }, { cookie: cookiesOf(done) });
    expect(await mailsOf('staff-new-device', bea.email)).toBe(1);
  });

  test('mails one from another browser that was known before a new password, and none from the one that set it', async () => {
    const bea = await console.hire({ role: 'owner' });
    const { cookie } = bea;
    const password = 'elm-stool-sunday-7';
    const changed = await console.call('PUT', '/me/password', { cookie, body: { password } });
    expect(changed.status).toBe(200);
    const signIn = async (code: string, shown: string) => {
      const { step } = (await begin(bea.email, password, { cookie: shown })).body.data;
      return codeOf(await finish({ step, way: 'recovery-code', code }, { cookie: shown }));
    };
    expect(await signIn(bea.recoveryCodes[0]!, cookiesOf(changed))).toBe('signed in');
    expect(await mailsOf('staff-new-device', bea.email)).toBe(0);
    // The other one still shows the cookie of before.
    expect(await signIn(bea.recoveryCodes[1]!, cookie)).toBe('signed in');
    const { rows } = await product.database.pool.query<{ body_text: string }>(
      `select body_text from mail_outbox where kind = 'staff-new-device' and recipient = $1`,
      [bea.email],
    );
    const words = rows.map(({ body_text: text }) => text.replaceAll(/\s+/g, ' '));
    expect(words).toEqual([expect.stringContaining('or not since your password was changed')]);
  });
});

describe('a passkey', () => {
  const behaviour = () => ({ origin: console.origin });

  const addPasskey = async (cookie: string, device = createSoftwareAuthenticator()) => {
    const { body } = await console.call('POST', '/me/passkeys/options', { cookie });
    const credential = device.create(body.data, behaviour());
    const added = await console.call('POST', '/me/passkeys', { cookie, body: { name: 'Laptop', credential } });
    expect(added.status).toBe(200);
    return device;
  };

  test('signs in alone where it has checked its owner, and not without', async () => {
    const device = await addPasskey(ana.cookie);
    const asked = await console.call('POST', '/sign-in/passkey/options');
    const signIn = (isUserVerified: boolean, options = asked.body.data) =>
      console.call('POST', '/sign-in/passkey', {
        body: { credential: device.get(options, { ...behaviour(), isUserVerified }) },
      });
    expect(codeOf(await signIn(false))).toBe('passkey-refused');
    const anew = await console.call('POST', '/sign-in/passkey/options');
    const done = await signIn(true, anew.body.data);
    expect(codeOf(done)).toBe('signed in');
    expect((await me(cookiesOf(done))).body.data.email).toBe(ana.email);
    // Replayed: the challenge is used up.
    expect(codeOf(await signIn(true, anew.body.data))).toBe('passkey-refused');
  });

  test('is a second factor after the password, with the challenge of its own step alone', async () => {
    const bea = await console.hire({ role: 'owner' });
    const device = await addPasskey(bea.cookie);
    const one = (await begin(bea.email)).body.data;
    const two = (await begin(bea.email)).body.data;
    expect(one.ways).toContain('passkey');
    const credentialOf = (options: any) => device.get(options, { ...behaviour(), isUserVerified: false });
    expect(codeOf(await finish({ step: one.step, way: 'passkey', credential: credentialOf(two.passkeyOptions) }))).toBe(
      'passkey-refused',
    );
    expect(codeOf(await finish({ step: one.step, way: 'passkey', credential: credentialOf(one.passkeyOptions) }))).toBe(
      'signed in',
    );
  });

  test('of a page of another origin is refused', async () => {
    const device = await addPasskey(ana.cookie);
    const { body } = await console.call('POST', '/sign-in/passkey/options');
    const credential = device.get(body.data, { origin: 'http://localhost:1' });
    expect(codeOf(await console.call('POST', '/sign-in/passkey', { body: { credential } }))).toBe('passkey-refused');
  });

  test('as a fresh proof counts in the session that asked, and for its person alone', async () => {
    const bea = await console.hire({ role: 'owner' });
    const device = await addPasskey(bea.cookie);
    const stale = await console.session(bea.id, { proved: 11 });
    const other = await console.session(bea.id, { proved: 11 });
    const asked = await console.call('POST', '/proof/options', { cookie: stale });
    const credential = device.get(asked.body.data, behaviour());
    const prove = (cookie: string, sent: unknown) =>
      console.call('POST', '/proof', { cookie, body: { way: 'passkey', credential: sent } });
    expect(codeOf(await prove(other, credential))).toBe('passkey-refused');
    const anew = await console.call('POST', '/proof/options', { cookie: stale });
    const proved = await prove(stale, device.get(anew.body.data, behaviour()));
    expect(proved.status).toBe(200);
    expect((await me(cookiesOf(proved))).body.data.session.provenUntil).toBe(proved.body.data.provenUntil);
    // The session goes on under a new token: a copy of the old one is not proved along with it.
    expect(codeOf(await me(stale))).toBe('login-required');
  });
});
