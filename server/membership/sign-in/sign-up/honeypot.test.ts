import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const wish = { password: goodPassword, customFields: { 'first-name': 'Ada' }, plans: [{ planId: 'pln_demo_free' }] };
const signUp = (body: Record<string, unknown>, options = {}) =>
  product.post('/auth/signup', { email: newEmail(), ...wish, ...body }, options);

/** Rows of every table that a sign-up writes. */
const countRows = async () =>
  (
    await product.database.pool.query(
      `select (select count(*) from member) members, (select count(*) from session) sessions,
        (select count(*) from plan_connection) plans, (select count(*) from graphile_worker._private_jobs) jobs,
        (select count(*) from mail_outbox) mails`,
    )
  ).rows[0];

/** Counts of guesses and invitations. */
const countGuesses = async () =>
  (
    await product.database.pool.query(
      "select key, points from rate_limit where key ~ '^(wrong-|log-in:|team-join)' order by key",
    )
  ).rows;

/** The shape of an answer: its keys in their order, at every depth. */
const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)])
    : typeof value;

describe('a sign-up that fills in the hidden field (honeypot)', () => {
  test('is answered like any other and creates nothing', async () => {
    const person = await signUp({ website: '' });
    await product.mailsTo('nobody@example.org');
    const before = await countRows();
    const email = newEmail();
    const robot = await signUp({ email, website: 'https://spam.example' });
    expect([robot.status, shapeOf(robot.json)]).toEqual([200, shapeOf(person.json)]);
    expect(robot.data.member).toMatchObject({ auth: { email }, planConnections: [{ planId: 'pln_demo_free' }] });
    expect(await countRows()).toEqual(before);
    const { accessToken } = robot.data.tokens;
    expect((await product.call('GET', '/member', { token: accessToken })).data).toBeNull();
    expect((await product.post('/auth/login', { email, password: goodPassword })).status).toBe(401);
    expect((await signUp({ email, website: null })).status).toBe(200);
  });

  test('gets cookies that open nothing on our own pages', async () => {
    const email = newEmail();
    const own = (cookie?: string) => ({
      headers: {
        'x-api-key': 'pk_sb_enrolment',
        origin: product.appUrl,
        'x-session-transport': 'cookie',
        ...(cookie && { cookie }),
      },
    });
    const robot = await product.post('/auth/signup', { email, password: goodPassword, website: 'x' }, own());
    const cookies = [robot.headers['set-cookie']].flat().map((line) => String(line).split(';')[0]!);
    expect([robot.status, cookies.length]).toEqual([200, 2]);
    expect((await product.call('GET', '/member', own(cookies.join('; ')))).data).toBeNull();
  });

  test('is refused like any other, and counts like any other', async () => {
    const { email } = await product.buildMember();
    const refused = [
      await signUp({ email, website: 'x' }),
      await signUp({ password: 'short', website: 'x' }),
      await signUp({ website: ['x'] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 400, 400]);
    const from = '198.51.100.21';
    const answers = await Promise.all(Array.from({ length: 22 }, () => signUp({ website: 'x' }, { from })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('does not use up a mailed code', async () => {
    const email = newEmail();
    const { code } = await product.freshCode(email, 'signup');
    const finish = (website?: string) =>
      product.post('/auth/signup?isPasswordless=true', { email, passwordlessToken: code, website });
    expect((await finish('x')).status).toBe(200);
    expect((await finish()).status).toBe(200);
    expect((await finish()).error.code).toBe('invalid-passwordless-login-code');
  });

  test('does not deadlock the pool, however many come with a code or an invitation', async () => {
    const robots = await Promise.all(
      Array.from({ length: 2 * product.database.pool.options.max }, async (_, index) => {
        const email = newEmail();
        const { code } = await product.freshCode(email, 'signup');
        return { email, passwordlessToken: code, website: 'x', ...(index % 2 && { inviteToken: 'made-up' }) };
      }),
    );
    const before = await countGuesses();
    const answers = await Promise.all(robots.map((body) => product.post('/auth/signup?isPasswordless=true', body)));
    expect(answers.map(({ status }) => status)).toEqual(robots.map(() => 200));
    expect(await countGuesses()).toEqual(before);
  });
});
