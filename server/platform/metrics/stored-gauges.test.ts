import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { metrics } from '../http/metrics.ts';
import { createLog } from '../log.ts';
import { exposeStored, type StoredGauge } from './stored-gauges.ts';

const gauge = (name: string, rows: StoredGauge['rows']): StoredGauge => ({
  name,
  help: 'Of a test.',
  labels: { state: ['waiting', 'late'] },
  rows,
});
const whole = gauge('whole_gauge', sql`select array['late'] as labels, 7 as count`);
const broken = gauge('broken_gauge', sql`select array['late'] as labels, at as count from made_later`);

let database: TestDatabase;
let said: string[];
const log = createLog('info', { write: (text) => void said.push(text) });
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  said = [];
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  for (const { name } of [whole, broken]) metrics.removeSingleMetric(name);
  await database.drop();
});

/** The lines of both gauges at a scrape, once earlier answers are too old. */
const scrape = async () => {
  vi.advanceTimersByTime(10_000);
  return (await metrics.metrics()).split('\n').filter((line) => /^(whole|broken)_gauge\{/.test(line));
};
const ofWhole = ['whole_gauge{state="waiting"} 0', 'whole_gauge{state="late"} 7'];

test('a gauge that cannot be read is left out alone, with one line in the log, and one when it can be again', async () => {
  exposeStored(database.db, log, [whole, broken]);
  expect(await scrape()).toEqual(ofWhole);
  expect(await scrape()).toEqual(ofWhole);
  await database.pool.query('create table made_later as select 3 as at; grant select on made_later to public');
  expect(await scrape()).toEqual([...ofWhole, 'broken_gauge{state="waiting"} 0', 'broken_gauge{state="late"} 3']);
  expect(said.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'broken_gauge cannot be read and is left out of /metrics',
    'broken_gauge can be read again',
  ]);
});

test('one whose statement takes too long is told, and a database that is away is not', async () => {
  const failing = (code: string) =>
    gauge('broken_gauge', sql`select array['late'] as labels, fail_with(${code})::int as count`);
  await database.pool.query(`create function fail_with(state text) returns int language plpgsql as
    $$ begin raise exception 'of a test' using errcode = state; end $$`);
  exposeStored(database.db, log, [whole, failing('57P03')]);
  expect(await scrape()).toEqual(ofWhole);
  expect(said).toEqual([]);
  exposeStored(database.db, log, [whole, failing('57014')]);
  expect(await scrape()).toEqual(ofWhole);
  expect(said).toHaveLength(1);
});
