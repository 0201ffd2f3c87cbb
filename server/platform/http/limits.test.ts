import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createPool, isUnavailable } from '../database/database.ts';
import { newId } from '../keys.ts';
import { Refusal } from '../refusal.ts';
import { deletingJobs } from '../ended-rows.ts';
import { defaultRetention } from '../retention.ts';
import { createRateLimits, endedCounts, type LimitRule } from './limits.ts';

let database: TestDatabase;
let otherPool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  otherPool = createPool({ url: database.directUrl, maxConnections: 5 });
});
afterAll(async () => {
  await otherPool.end();
  await database.drop();
});

const buildRule = (more: Partial<LimitRule> = {}): LimitRule => ({
  name: newId('rule-'),
  per: 'network',
  points: 5,
  seconds: 600,
  ...more,
});
const limits = () => createRateLimits(database.productPool);
const forgetEndedCounts = () =>
  deletingJobs({ db: database.db, retention: defaultRetention }, [endedCounts])[0]!.run({});
const otherProcess = () => createRateLimits(otherPool);
const outcome = (taken: Promise<void>) =>
  taken.then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );
const takeTimes = async (times: number, take: (index: number) => Promise<void>) =>
  (await Promise.all(Array.from({ length: times }, (_, index) => outcome(take(index))))).filter(
    (each) => each === 'taken',
  ).length;

test('exactly as many as the rule says are taken', async () => {
  const [rule, own] = [buildRule(), limits()];
  for (let attempt = 1; attempt <= 5; attempt++) await own.take(rule, 'ana');
  expect(await own.used(rule, 'ana')).toBe(5);
  await expect(own.take(rule, 'ana')).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('a refusal carries Retry-After', async () => {
  const [rule, own] = [buildRule({ points: 1 }), limits()];
  await own.take(rule, 'ana');
  const refusal = await outcome(own.take(rule, 'ana'));
  expect(refusal).toMatchObject({ status: 429, retryAfterSeconds: expect.closeTo(600, -1) });
});

test('an attempt given back may be taken again, however many were refused meanwhile', async () => {
  const [rule, own, other] = [buildRule(), limits(), otherProcess()];
  expect(await takeTimes(20, (index) => (index % 2 ? own : other).take(rule, 'ana'))).toBe(5);
  await Promise.all([own.giveBack(rule, 'ana'), other.giveBack(rule, 'ana')]);
  expect(await own.used(rule, 'ana')).toBe(3);
  expect(await takeTimes(20, () => own.take(rule, 'ana'))).toBe(2);
});

test('a growing back-off is lengthened by each attempt before its end, up to its maximum', async () => {
  const rule = buildRule({ growth: { seconds: 60, mostSeconds: 720 } });
  const [own, other] = [limits(), otherProcess()];
  expect(await takeTimes(20, (index) => (index % 2 === 0 ? own : other).take(rule, 'ana'))).toBe(5);
  await own.reset([[rule, 'ana']]);
  expect(await takeTimes(5, () => other.take(rule, 'ana'))).toBe(5);
  const waits = [];
  for (let tried = 0; tried < 4; tried++)
    waits.push(((await outcome(own.take(rule, 'ana'))) as Refusal).retryAfterSeconds);
  expect(waits).toEqual([660, 720, 720, 720].map((seconds) => expect.closeTo(seconds, -1)));
  await database.pool.query('update rate_limit set expire = $1', [Date.now() - 1]);
  expect(await takeTimes(7, () => own.take(rule, 'ana'))).toBe(5);
});

test('two processes count together', async () => {
  const [rule, own, other] = [buildRule(), limits(), otherProcess()];
  expect(await takeTimes(3, () => own.take(rule, 'ana'))).toBe(3);
  expect(await takeTimes(3, () => other.take(rule, 'ana'))).toBe(2);
  expect(await other.used(rule, 'ana')).toBe(await own.used(rule, 'ana'));
});

test('of many concurrent attempts at the limit exactly one is taken', async () => {
  const [rule, own, other] = [buildRule(), limits(), otherProcess()];
  for (let attempt = 1; attempt <= 4; attempt++) await own.take(rule, 'ana');
  expect(await takeTimes(20, (index) => (index % 2 ? own : other).take(rule, 'ana'))).toBe(1);
});

test('one key does not use up another, nor one rule another', async () => {
  const [rule, same, own] = [buildRule({ points: 1 }), buildRule({ points: 1 }), limits()];
  await own.take(rule, 'ana');
  await own.take(rule, 'eve');
  await own.take(same, 'ana');
  await expect(own.take(rule, 'ana')).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('attempts are forgotten at the end of their window, and not before', async () => {
  const [rule, own] = [buildRule({ points: 1 }), limits()];
  await own.take(rule, 'ana');
  const setEnd = (moment: number) =>
    database.pool.query('update rate_limit set expire = $1 where key like $2', [moment, `${rule.name}:%`]);
  await setEnd(Date.now() + 200_000);
  expect(await outcome(own.take(rule, 'ana'))).toMatchObject({ retryAfterSeconds: expect.closeTo(200, -2) });
  await setEnd(Date.now() - 1);
  expect(await own.used(rule, 'ana')).toBe(0);
  expect(await outcome(own.take(rule, 'ana'))).toBe('taken');
});

test('attempts are forgotten when they are reset', async () => {
  const [rule, own] = [buildRule({ points: 1 }), limits()];
  await own.take(rule, 'ana');
  await otherProcess().reset([
    [rule, 'ana'],
    [buildRule(), 'ana'],
  ]);
  expect(await own.used(rule, 'ana')).toBe(0);
  await own.take(rule, 'ana');
});

test('a rule without an end never forgets, a finished window leaves nothing behind', async () => {
  const [endless, ended, own] = [buildRule({ seconds: 0 }), buildRule(), limits()];
  await own.take(endless, 'ana');
  await own.take(ended, 'ana');
  await database.pool.query('update rate_limit set expire = 1 where key like $1', [`${ended.name}:%`]);
  await forgetEndedCounts();
  const { rows } = await database.pool.query('select key from rate_limit where key like $1 or key like $2', [
    `${endless.name}:%`,
    `${ended.name}:%`,
  ]);
  expect(rows).toEqual([{ key: `${endless.name}:ana` }]);
});

test('a limit goes by the database’s clock, so the process’s clock has no influence', async () => {
  const [rule, own] = [buildRule({ points: 1 }), limits()];
  await own.take(rule, 'ana');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 24 * 60 * 60_000 });
  try {
    await forgetEndedCounts();
    expect(await own.used(rule, 'ana')).toBe(1);
    expect(await outcome(own.take(rule, 'ana'))).toMatchObject({
      status: 429,
      retryAfterSeconds: expect.closeTo(600, -1),
    });
  } finally {
    vi.useRealTimers();
  }
});

test('without the database every attempt is refused (fail closed)', async () => {
  const url = new URL(database.directUrl);
  url.port = '1';
  const pool = createPool({ url: url.href });
  const error = await createRateLimits(pool)
    .take(buildRule(), 'ana')
    .catch((fault: unknown) => fault);
  await pool.end();
  expect(isUnavailable(error)).toBe(true);
});
