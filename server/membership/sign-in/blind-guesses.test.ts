import { afterAll, beforeAll, expect, test } from 'vitest';
import { metrics } from '../../platform/http/metrics.ts';
import { createLog } from '../../platform/log.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { blindGuessesPerSite } from './sign-in-limits.ts';

let product: TestMembership;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = createLog('error', { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  product = await startTestMembership({ log });
});
afterAll(() => product.stop());

const newPassword = 'quiet-harbour-mill-7';
const guess = (token: string, more: Record<string, unknown> = {}, options = {}) =>
  product.post('/auth/reset-password', { token, newPassword, ...more }, options);
const alarms = async () =>
  /intake_alarms_total\{kind="blind-guesses"\} (\d+)/.exec(await metrics.metrics())?.[1] ?? '0';

test('guesses that name nobody, from many addresses, sound the alarm once and are refused until it is calm', async () => {
  const { points } = blindGuessesPerSite;
  await product.database.pool.query("insert into rate_limit values ('blind-guess-site:app_demo', $1, $2)", [
    points - 20,
    Date.now() + 600_000,
  ]);
  const guesses = await Promise.all(Array.from({ length: 30 }, () => guess('123456')));
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(20);
  const refused = guesses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  expect(refused[0]!.error.message).toBe(
    'Too many codes are being tried at the moment. Please use the link in your mail.',
  );
  expect(Number(refused[0]!.headers['retry-after'])).toBe(600);
  const heard = lines.filter(({ alarm }) => alarm === 'blind-guesses');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ level: 'error', site: 'app_demo' });
  expect(await alarms()).toBe('1');

  // Whoever names the account is not concerned, nor is the link, nor another site.
  const { email } = await product.buildMember();
  const { code } = await product.freshCode(email, 'reset');
  expect((await guess(code, { email })).status).toBe(200);
  const other = await product.buildMember();
  await product.forgetMailLimits();
  await product.freshCode(other.email, 'reset');
  expect((await guess(await product.linkTokenFor(other.email, 'reset-code'))).status).toBe(200);
  expect((await guess('123456', {}, { headers: { 'x-api-key': 'pk_sb_enrolment' } })).status).toBe(400);

  await product.database.pool.query("update rate_limit set expire = $1 where key like 'blind-guess%'", [
    Date.now() - 1,
  ]);
  expect((await guess('123456')).status).toBe(400);
});
