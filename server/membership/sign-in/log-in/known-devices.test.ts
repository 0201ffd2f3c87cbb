import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { logInsPerAccount } from '../../../../contract/calls/sign-in.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { accountKey, wrongPasswordsInARow } from '../sign-in-limits.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const site = 'pk_sb_enrolment';
const onOwnPage = (cookie?: string) => ({
  headers: { 'x-api-key': site, origin: product.appUrl, 'x-session-transport': 'cookie', ...(cookie && { cookie }) },
});
const logIn = (email: string, password: string, options: object = onOwnPage()) =>
  product.post('/auth/login', { email, password }, options);
const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie']].flat().map((line) => String(line).split(';')[0]!);

/** A student, and the cookies of the browser they signed up in. */
async function buildInBrowser() {
  const email = newEmail();
  const answer = await product.post('/auth/signup', { email, password: goodPassword }, onOwnPage());
  const [session, device] = cookiesOf(answer) as [string, string];
  return { email, session, device, setCookie: [answer.headers['set-cookie']].flat()[1] as string };
}

/** An attack uses up the attempts of an account, from many addresses. */
async function guessAt(email: string, tries = 10) {
  await Promise.all(Array.from({ length: tries }, (_, count) => logIn(email, `guess-number-${count}`)));
  const stopped = await logIn(email, goodPassword);
  expect(stopped.status).toBe(429);
}

describe('during a guessing attack on an account', () => {
  test('a known device can log in, also after log-out', async () => {
    const { email, session, device, setCookie } = await buildInBrowser();
    expect(setCookie).toMatch(/^intake_device=\d{10}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
    await product.call('POST', '/member/logout', onOwnPage(session));
    await guessAt(email);
    expect((await logIn(email, goodPassword, onOwnPage(device))).status).toBe(200);
    expect((await logIn(email, goodPassword)).status).toBe(429);
  });

  test('a page with a running session can log in', async () => {
    const { email, password, token } = await product.buildMember();
    const logInHere = (bearer?: string) =>
      product.post('/auth/login', { email, password }, bearer ? { token: bearer } : {});
    await Promise.all(
      Array.from({ length: 10 }, () => product.post('/auth/login', { email, password: 'wrong-one-9' })),
    );
    expect((await logInHere()).status).toBe(429);
    expect((await logInHere(token)).status).toBe(200);
    const stranger = await product.buildMember();
    expect((await logInHere(stranger.token)).status).toBe(429);
  });

  test('the device cookie of another account, or a forged one, is no help', async () => {
    const [owner, stranger] = [await buildInBrowser(), await buildInBrowser()];
    await guessAt(owner.email);
    const later = owner.device.replace(/=\d+/, '=9999999999');
    const mac = 'A'.repeat(43);
    for (const cookie of [stranger.device, 'intake_device=', `intake_device=1.${mac}`, `${owner.device}x`, later])
      expect((await logIn(owner.email, goodPassword, onOwnPage(cookie))).status).toBe(429);
  });

  test('a device cookie is of use for half a year after the log-in, also to who kept a copy', async () => {
    const { email, device } = await buildInBrowser();
    await guessAt(email);
    const halfYear = 180 * 24 * 60 * 60 * 1_000;
    const clock = vi.spyOn(product.services.clock, 'now');
    const outcomes = [];
    for (const passed of [halfYear - 60_000, halfYear]) {
      clock.mockReturnValue(new Date(Date.now() + passed));
      outcomes.push((await logIn(email, goodPassword, onOwnPage(device))).status);
    }
    clock.mockRestore();
    expect(outcomes).toEqual([200, 429]);
  });

  test('a known device has ten attempts of its own', async () => {
    const { email, device } = await buildInBrowser();
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, count) => logIn(email, `guess-number-${count}`, onOwnPage(device))),
    );
    expect(guesses.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    // Its own wrong attempts do not count against others.
    expect((await logIn(email, goodPassword)).status).toBe(200);
  });

  test('a hundred wrong passwords lock out others, not the known device', async () => {
    const { email, device } = await buildInBrowser();
    const account = accountKey('app_enrolment', email);
    const { limits } = product.services;
    for (let wrong = 0; wrong < wrongPasswordsInARow.points; wrong++) await limits.take(wrongPasswordsInARow, account);
    const stopped = await logIn(email, goodPassword);
    expect([stopped.status, stopped.error.message]).toEqual([
      429,
      'Too many wrong passwords. Please reset your password by mail.',
    ]);
    expect((await logIn(email, goodPassword, onOwnPage(device))).status).toBe(200);
    // A right one in between starts the count anew.
    expect(await limits.used(wrongPasswordsInARow, account)).toBe(0);
    await limits.reset([[logInsPerAccount, account]]);
    expect((await logIn(email, goodPassword)).status).toBe(200);
  });
});

describe('exponential back-off of further attempts', () => {
  test('lengthens the wait each time, up to a quarter of an hour', async () => {
    const email = newEmail();
    await guessAt(email);
    const waits: number[] = [];
    for (let tried = 0; tried < 7; tried++)
      waits.push(Number((await logIn(email, `guess-number-${tried}`)).headers['retry-after']));
    expect(waits[0]).toBeGreaterThan(600);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(waits[1]! - waits[0]!).toBeGreaterThan(50);
    expect(waits.at(-1)).toBe(900);
  });
});
