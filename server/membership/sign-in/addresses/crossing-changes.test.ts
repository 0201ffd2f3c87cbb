import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/product.ts';
import {
  goodPassword,
  newEmail,
  startTestMembership,
  type Reply,
  type TestMembership,
} from '../../../testing/membership.ts';

/** Races: a call that is running while the owner resets the password must not outlive the reset. */

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const newPassword = 'quiet-harbour-mill-7';
const thiefsPassword = 'another-good-one-5';
const logIn = (email: string, password: string) => product.post('/auth/login', { email, password });
const isAlive = async (token: string) => (await product.call('GET', '/member', { token })).data !== null;

/**
 * Interleaves calls: each starts when the one before waits for the member's row lock, and they get the lock in this
 * order.
 */
async function inOrder(memberId: string, calls: (() => Promise<Reply>)[]): Promise<Reply[]> {
  const holder = await product.database.pool.connect();
  const running: Promise<Reply>[] = [];
  try {
    await holder.query('begin');
    await holder.query('select 1 from member where id = $1 for update', [memberId]);
    for (const call of calls) {
      running.push(call());
      await eventually(async () => {
        // Past the holder: a transaction sees no backend that began after its first look at them.
        const { rows } = await product.database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length >= running.length;
      });
    }
    await holder.query('commit');
  } finally {
    holder.release();
  }
  return Promise.all(running);
}

async function buildVictim() {
  const victim = await product.buildMember({ proved: true });
  const { code } = await product.freshCode(victim.email, 'reset');
  const reset = () => product.post('/auth/reset-password', { email: victim.email, token: code, newPassword });
  return { ...victim, reset };
}

describe('a reset of the password', () => {
  test('refuses a log-in with the old password that had begun before', async () => {
    const { email, password, member, reset } = await buildVictim();
    const [done, late] = await inOrder(member.id, [reset, () => logIn(email, password)]);
    expect(done!.status).toBe(200);
    expect([late!.status, late!.error.code]).toEqual([401, 'invalid-credentials']);
    const { rows } = await product.database.pool.query('select 1 from session where member_id = $1', [member.id]);
    expect(rows).toEqual([]);
  });

  test('ends the session of a log-in that came first', async () => {
    const { email, password, member, reset } = await buildVictim();
    const [first, done] = await inOrder(member.id, [() => logIn(email, password), reset]);
    expect([first!.status, done!.status]).toEqual([200, 200]);
    expect(await isAlive(first!.data.tokens.accessToken)).toBe(false);
  });

  test.for([
    ['the password', (password: string) => ({ oldPassword: password, newPassword: thiefsPassword })],
    ['the address', () => ({ email: newEmail() })],
  ] as const)('stops a change of %s that had begun before', async ([, bodyOf]) => {
    const { email, password, member, token, reset } = await buildVictim();
    const [done, late] = await inOrder(member.id, [
      reset,
      () => product.post('/member-auth', bodyOf(password), { token }),
    ]);
    expect(done!.status).toBe(200);
    expect([late!.status, late!.error.code]).toEqual([401, 'login-required']);
    const { data } = await logIn(email, newPassword);
    expect([data.member.verified, data.member.auth.email]).toEqual([true, email]);
  });

  test('stops a first password that had begun before', async () => {
    const email = newEmail();
    const { code } = await product.freshCode(email, 'signup');
    const path = '/auth/signup?isPasswordless=true';
    const { member, tokens } = (await product.post(path, { email, passwordlessToken: code })).data;
    const mailed = await product.freshCode(email, 'reset');
    const [done, late] = await inOrder(member.id, [
      () => product.post('/auth/reset-password', { email, token: mailed.code, newPassword }),
      () => product.post('/member/set-password', { password: thiefsPassword }, { token: tokens.accessToken }),
    ]);
    expect([done!.status, late!.error.code]).toEqual([200, 'login-required']);
    expect((await logIn(email, newPassword)).status).toBe(200);
  });
});

describe('two changes of the password with the same old one', () => {
  test('are one change', async () => {
    const { email, password, member, token } = await product.buildMember();
    const change = (next: string) => () =>
      product.post('/member-auth', { oldPassword: password, newPassword: next }, { token });
    const answers = await inOrder(member.id, [change(newPassword), change(thiefsPassword)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const [winner, loser] = answers[0]!.status === 200 ? [newPassword, thiefsPassword] : [thiefsPassword, newPassword];
    expect(answers.find(({ status }) => status === 400)!.error.code).toBe('invalid-password');
    expect((await logIn(email, winner)).status).toBe(200);
    expect((await logIn(email, loser)).status).toBe(401);
  });
});

describe('a change of the password', () => {
  test('stops the link of a new address that was opened in a session which it ends', async () => {
    const [email, thiefs] = [newEmail(), newEmail()];
    const inBrowser = (cookie?: string) => ({
      headers: {
        'x-api-key': 'pk_sb_enrolment',
        origin: product.appUrl,
        'x-session-transport': 'cookie',
        ...(cookie && { cookie }),
      },
    });
    const joined = await product.post('/auth/signup', { email, password: goodPassword }, inBrowser());
    const { id } = joined.data.member;
    await product.database.pool.query('update member set verified = true where id = $1', [id]);
    const cookieOf = ({ headers }: Reply) =>
      [headers['set-cookie']].flat().map((line) => String(line).split(';')[0]!)[0]!;
    const stolen = inBrowser(cookieOf(joined));
    expect((await product.post('/member-auth', { email: thiefs }, stolen)).status).toBe(200);
    const own = inBrowser(cookieOf(await product.post('/auth/login', { email, password: goodPassword }, inBrowser())));
    const token = await product.linkTokenFor(thiefs, 'verification');
    const [done, late] = await inOrder(id, [
      () => product.post('/member-auth', { oldPassword: goodPassword, newPassword }, own),
      () =>
        product.call('POST', '/account/verify-email', {
          body: new URLSearchParams({ token }).toString(),
          headers: { ...stolen.headers, 'x-api-key': undefined, 'content-type': 'application/x-www-form-urlencoded' },
        }),
    ]);
    expect([done!.status, late!.status]).toEqual([200, 400]);
    const { rows } = await product.database.pool.query('select email from member where id = $1', [id]);
    expect(rows).toEqual([{ email }]);
  });

  test('stops the code of a new address in a session which it ends', async () => {
    const { email, password, member, token: stolen } = await product.buildMember({ proved: true });
    const thiefs = newEmail();
    await product.post('/member-auth', { email: thiefs }, { token: stolen });
    await product.mailsTo(thiefs);
    await product.forgetMailLimits();
    await product.post('/member/verify-email/send', undefined, { token: stolen });
    const code = await product.codeFor(thiefs, 'verify-code');
    const own = (await logIn(email, password)).data.tokens.accessToken;
    const [done, late] = await inOrder(member.id, [
      () => product.post('/member-auth', { oldPassword: password, newPassword }, { token: own }),
      () => product.post('/member/verify-email', { code }, { token: stolen }),
    ]);
    expect([done!.status, late!.error.code]).toEqual([200, 'invalid-verification-code']);
    const { rows } = await product.database.pool.query('select email from member where id = $1', [member.id]);
    expect(rows).toEqual([{ email }]);
  });
});
