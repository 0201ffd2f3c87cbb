import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendResetAs } from '../../administration/send-reset.ts';
import { accountKey, knownDeviceKey, wrongGuessesPerAccount } from '../sign-in-limits.ts';
import { letMailboxesRest } from '../../../testing/mailboxes.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const onOwnPage = (cookie?: string) => ({
  headers: {
    'x-api-key': 'pk_sb_enrolment',
    origin: product.appUrl,
    'x-session-transport': 'cookie',
    ...(cookie && { cookie }),
  },
});

const ways = ['/auth/send-reset-password-email', '/auth/passwordless/login/send'];

/** Asks for a code, and lets the gap between two mails pass. */
async function ask(email: string, options: object = {}, way = ways[0]!): Promise<number> {
  const { status } = await product.post(way, { email }, options);
  await letMailboxesRest(product.database, 31);
  return status;
}

const askTimes = async (times: number, ...asked: Parameters<typeof ask>) => {
  const statuses = [];
  for (let count = 0; count < times; count++) statuses.push(await ask(...asked));
  return statuses;
};

/** Others ask for codes until no more are mailed. */
const useUp = async (email: string) => expect(await askTimes(6, email)).toEqual([...Array(5).fill(200), 429]);

/** A student in a browser of their own. @returns its device cookie too, which outlasts the session */
async function buildInBrowser({ proved = true } = {}) {
  const email = newEmail();
  const { headers, data } = await product.post('/auth/signup', { email, password: goodPassword }, onOwnPage());
  const [session, device] = [headers['set-cookie']].flat().map((line) => String(line).split(';')[0]!) as [
    string,
    string,
  ];
  if (proved) await product.database.pool.query('update member set verified = true where id = $1', [data.member.id]);
  await product.mailsTo(email);
  await product.forgetMailLimits();
  return { email, memberId: data.member.id as string, session, device };
}

/** A member on a page that keeps the token itself, as a builder's pages do. */
async function buildSignedIn() {
  const member = await product.buildMember({ proved: true });
  await product.mailsTo(member.email);
  await product.forgetMailLimits();
  return member;
}

/** @returns the code of a refusal */
async function sendResetByStaff(memberId: string): Promise<string | undefined> {
  const site = await product.services.sites.get('app_enrolment');
  const wish = { memberId, clientAddress: '192.0.2.1' };
  return sendResetAs(product.services, { site, actor: 'ann' }, wish).then(
    () => undefined,
    (refusal: { code: string }) => refusal.code,
  );
}

describe('when others have used up the codes of an address', () => {
  test.for(ways)('a browser that signed in to its account before still gets one by %s', async (way) => {
    const { email, device } = await buildInBrowser();
    await useUp(email);
    const mailsBefore = (await product.mailsTo(email)).length;
    expect(await ask(email, onOwnPage(device), way)).toBe(200);
    expect(await product.mailsTo(email)).toHaveLength(mailsBefore + 1);
    // Negative control: without the cookie the same browser is refused.
    expect(await ask(email, onOwnPage(), way)).toBe(429);
  });

  test('and have guessed at them a hundred times, that browser still gets a code, and any other a link', async () => {
    const { email, device } = await buildInBrowser();
    const account = accountKey('app_enrolment', email);
    for (let wrong = 0; wrong < 100; wrong++) await product.services.limits.take(wrongGuessesPerAccount, account);
    const path = '/auth/passwordless/login';
    const context = 'h'.repeat(22);
    const send = async (cookie?: string) => {
      await product.post(`${path}/send`, { email, context }, onOwnPage(cookie));
      await product.hurryMails();
      return (await product.mailsTo(email)).at(-1)!.kind;
    };
    expect(await send()).toBe('reset-link');
    expect(await send(device)).toBe('login-code');
    const passwordlessToken = await product.codeFor(email, 'login-code');
    expect((await product.post(path, { email, passwordlessToken, context }, onOwnPage())).status).toBe(200);
  });

  test('a page with a running session still gets one', async () => {
    const [{ email, token }, stranger] = [await buildSignedIn(), await buildSignedIn()];
    await useUp(email);
    expect(await ask(email, { token })).toBe(200);
    expect(await ask(email, { token: stranger.token })).toBe(429);
  });

  test('a browser that was logged out with all others is no help, and the one that stays is', async () => {
    const { email, device } = await buildInBrowser();
    const entered = await product.post('/auth/login', { email, password: goodPassword }, onOwnPage());
    const session = String([entered.headers['set-cookie']].flat()[0]).split(';')[0]!;
    const ended = await product.post('/member/sessions/end-others', {}, onOwnPage(session));
    expect(ended.data).toEqual({ ended: 1 });
    await useUp(email);
    expect([await ask(email, onOwnPage(device)), await ask(email, onOwnPage(session))]).toEqual([429, 200]);
  });

  test('a member still gets the code that proves who uses the session', async () => {
    const { email, token } = await buildSignedIn();
    await useUp(email);
    expect((await product.post('/member/prove/send', {}, { token })).status).toBe(200);
    expect(await product.codeFor(email, 'prove-code')).toMatch(/^\d{6}$/);
  });

  test('staff still send a link to who proved the address, and to no other', async () => {
    const [proved, unproved] = [await buildInBrowser(), await buildInBrowser({ proved: false })];
    const outcomes = [];
    for (const { email, memberId } of [proved, unproved]) {
      await useUp(email);
      outcomes.push(await sendResetByStaff(memberId));
    }
    expect(outcomes).toEqual([undefined, 'too-many-requests']);
  });

  test('an unproved member in a session gets no code either', async () => {
    const { email, token } = await product.buildMember();
    await product.mailsTo(email);
    await product.forgetMailLimits();
    await useUp(email);
    expect((await product.post('/member/prove/send', {}, { token })).status).toBe(429);
  });

  test('the cookie of another account, or one that is forged, is no help', async () => {
    const [owner, stranger] = [await buildInBrowser(), await buildInBrowser()];
    await useUp(owner.email);
    for (const cookie of [stranger.device, `intake_device=${'A'.repeat(43)}`, `${owner.device}x`])
      expect(await ask(owner.email, onOwnPage(cookie))).toBe(429);
  });

  test('a browser whose account has not proved the address is no help: the mailbox may be of another person', async () => {
    const { email, device, session } = await buildInBrowser({ proved: false });
    await useUp(email);
    for (const cookie of [device, session]) expect(await ask(email, onOwnPage(cookie))).toBe(429);
  });
});

describe('a thief in the place of the owner', () => {
  const context = 't'.repeat(22);
  const path = '/auth/passwordless/login';
  const kindOfNewest = async (email: string) => (await product.mailsTo(email)).at(-1)!.kind;
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  /** Asks for a code to log in. @returns the kind of the mail */
  async function askToLogIn(email: string, cookie?: string): Promise<string> {
    await product.forgetMailLimits();
    expect((await product.post(`${path}/send`, { email, context }, onOwnPage(cookie))).status).toBe(200);
    return kindOfNewest(email);
  }

  async function guessFiveTimes(email: string): Promise<void> {
    const passwordlessToken = wrongOf(await product.codeFor(email, 'login-code'));
    const guess = () => product.post(path, { email, passwordlessToken, context }, onOwnPage());
    const codes = (await Promise.all(Array.from({ length: 5 }, guess))).map(({ error }) => error.code);
    expect(codes).toEqual(Array(5).fill('invalid-passwordless-login-code'));
  }

  test('with a stolen device cookie guesses at a hundred codes and no more, until the mailbox is proved', async () => {
    const { email, device } = await buildInBrowser();
    for (let code = 0; code < 20; code++) {
      expect(await askToLogIn(email, device)).toBe('login-code');
      await guessFiveTimes(email);
    }
    expect(await askToLogIn(email, device)).toBe('reset-link');
    expect(await askToLogIn(email), 'a browser without the cookie still gets codes').toBe('login-code');
    const reset = { token: await product.linkTokenFor(email, 'reset-link'), newPassword: 'a-password-of-my-own-7' };
    expect((await product.post('/auth/reset-password', reset, onOwnPage())).status).toBe(200);
    const { headers } = await product.post('/auth/login', { email, password: reset.newPassword }, onOwnPage());
    const [session] = String([headers['set-cookie']].flat()[0]).split(';');
    expect(await askToLogIn(email, session)).toBe('login-code');
  });

  test('with a stolen session guesses at its codes within the same hundred, apart from those of strangers', async () => {
    const { email, token } = await buildSignedIn();
    const account = accountKey('app_demo', email);
    const count = async (times: number, key: string) => {
      for (let wrong = 0; wrong < times; wrong++) await product.services.limits.take(wrongGuessesPerAccount, key);
    };
    const askToProve = async () => {
      await product.forgetMailLimits();
      await product.post('/member/prove/send', {}, { token });
      return kindOfNewest(email);
    };
    await count(100, account);
    expect(await askToProve()).toBe('prove-code');
    await count(95, knownDeviceKey(account));
    const code = wrongOf(await product.codeFor(email, 'prove-code'));
    for (let tried = 0; tried < 5; tried++)
      expect((await product.post('/member/prove', { code }, { token })).status).toBe(400);
    expect(await askToProve()).toBe('reset-link');
  });
});

describe('codes that the owner asks for', () => {
  test('are five an hour beside those that anybody gets, and leave these as they are', async () => {
    const { email, device } = await buildInBrowser();
    expect(await askTimes(5, email, onOwnPage(device))).toEqual(Array(5).fill(200));
    await useUp(email);
    expect(await ask(email, onOwnPage(device))).toBe(429);
  });

  test('are those of anybody once their own are used up', async () => {
    const { email, device } = await buildInBrowser();
    expect(await askTimes(11, email, onOwnPage(device))).toEqual([...Array(10).fill(200), 429]);
  });

  test('are counted at each site, where an account may be proved by its staff', async () => {
    const { email, device } = await buildInBrowser();
    await askTimes(5, email, onOwnPage(device));
    await product.post('/auth/signup', { email, password: goodPassword });
    await product.database.pool.query('update member set verified = true where email = $1', [email]);
    await product.forgetMailLimits();
    expect(await askTimes(11, email, onOwnPage(device))).toEqual([...Array(10).fill(200), 429]);
    const { data } = await product.post('/auth/login', { email, password: goodPassword });
    expect(await ask(email, { token: data.tokens.accessToken })).toBe(200);
  });

  test.for(['before', 'after'])('work although another person asked %s them', async (when) => {
    const { email, device } = await buildInBrowser();
    const path = '/auth/passwordless/login';
    const [here, there] = ['h', 't'].map((letter) => letter.repeat(22)) as [string, string];
    const askHere = () => product.post(`${path}/send`, { email, context: here }, onOwnPage(device));
    const askThere = async () => {
      await product.post(`${path}/send`, { email, context: there }, onOwnPage());
      // Also lets the mail be written, so that it is older than one asked for later.
      await product.hurryMails();
    };
    if (when === 'before') await askThere();
    await askHere();
    await product.hurryMails();
    const passwordlessToken = await product.codeFor(email, 'login-code');
    if (when === 'after') await askThere();
    await product.hurryMails();
    const entered = { email, passwordlessToken, context: here };
    expect((await product.post(path, entered, onOwnPage())).status).toBe(200);
  });

  test('do not wait for a mail of others', async () => {
    const { email, device } = await buildInBrowser();
    await product.post(ways[0]!, { email });
    const other = await product.post(ways[1]!, { email });
    expect(other.json.mailAfterSeconds).toBeGreaterThan(20);
    const own = await product.post(ways[1]!, { email }, onOwnPage(device));
    expect(own.json).toEqual({ data: { success: true } });
  });
});
