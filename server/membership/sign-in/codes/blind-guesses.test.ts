import { afterAll, beforeAll, expect, test } from 'vitest';
import { metrics } from '../../../platform/http/metrics.ts';
import { createLog } from '../../../platform/log.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { blindGuessesPerSite } from '../sign-in-limits.ts';

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

test('wrong blind guesses from many addresses raise one alarm and block no request', async () => {
  const { points } = blindGuessesPerSite;
  await product.database.pool.query("insert into rate_limit values ('blind-guess-site:app_demo', $1, $2)", [
    points - 20,
    Date.now() + 600_000,
  ]);
  const from = '198.51.100.77';
  const typeOwnCode = async () => {
    const { email } = await product.buildMember();
    const { code } = await product.freshCode(email, 'reset', from);
    return (await guess(code, {}, { from })).status;
  };
  // Right ones do not count.
  expect([await typeOwnCode(), await typeOwnCode()]).toEqual([200, 200]);
  const few = await Promise.all(Array.from({ length: 20 }, () => guess('123456')));
  expect([few.map(({ status }) => status), await alarms()]).toEqual([few.map(() => 400), '0']);
  const more = await Promise.all(Array.from({ length: 10 }, () => guess('123456')));
  expect(more.map(({ status }) => status)).toEqual(more.map(() => 400));
  const heard = lines.filter(({ alarm }) => alarm === 'blind-guesses');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ level: 'error', site: 'app_demo' });
  expect(await alarms()).toBe('1');
  expect(await typeOwnCode()).toBe(200);
});
