import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSignedIn, callsOf } from '../../testing/crews.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTwoProcesses, type TwoProcesses } from '../../testing/two-processes.ts';
import { SiteDeclaration } from '../declaration/site-declaration.ts';

/** A site whose members have fields, and that is told of each change. */
const marks = Array.from({ length: 12 }, (_, index) => `mark-${index}`);
const toldSite = SiteDeclaration.parse({
  id: 'app_told',
  publicKey: 'pk_sb_told',
  name: 'Told',
  mode: 'sandbox',
  fields: marks.map((key) => ({ key, label: key })),
  webhooks: [{ id: 'crm', url: 'http://127.0.0.1:9/' }],
});

let product: TwoProcesses;
beforeAll(async () => {
  product = await startTwoProcesses({ sites: [toldSite] });
});
afterAll(() => product.stop());

test('concurrent changes of a member in two processes have timestamps in their order', async () => {
  const { pool } = product.database;
  const { token } = await buildSignedIn(pool, toldSite.id);
  const call = callsOf(product);
  const headers = { 'x-api-key': toldSite.publicKey };
  const answers = await Promise.all(
    marks.map((key) => call('POST', '/member', { token, headers, body: { customFields: { [key]: 'set' } } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await pool.query(
    `select extract(epoch from created_at)::float8 * 1000 as timestamp, payload from site_event_delivery
     where site_id = $1 order by created_at`,
    [toldSite.id],
  );
  // Each change adds a mark to those of the changes before it.
  const countMarks = ({ customFields }: { customFields: Record<string, string> }) =>
    Object.values(customFields).filter((value) => value === 'set').length;
  expect(rows.map(({ payload }) => countMarks(payload))).toEqual(marks.map((_, index) => index + 1));
  const timestamps = rows.map(({ timestamp }) => timestamp);
  expect(timestamps.every(Number.isInteger)).toBe(true);
  expect(new Set(timestamps).size).toBe(marks.length);
});

test('counters of two processes add up at /metrics, and what is read from the database is the same at both', async () => {
  /** Of each process one, in either order. */
  const scrape = async () => {
    const ask = () => fetch(`${product.url}/metrics`).then((answer) => answer.text());
    return [await ask(), await ask()];
  };
  const countReads = (scraped: string[]) =>
    scraped
      .map((text) => /^intake_request_seconds_count\{method="GET",route="\/app",status="200"\} (\d+)/m.exec(text)?.[1])
      .reduce((sum, count) => sum + Number(count ?? 0), 0);
  const failedIn = (text: string) => /^intake_jobs\{lane="other",state="failed"\} (\d+)$/m.exec(text)?.[1];
  await product.database.pool.query(
    `select graphile_worker.add_job('of-another-version', job_key => 'given-up');
     update graphile_worker._private_jobs set attempts = max_attempts where key = 'given-up'`,
  );
  const before = countReads(await scrape());
  for (let count = 0; count < 5; count++) expect((await product.call('GET', '/app')).status).toBe(200);
  const after = await scrape();
  // Not the time of their start, which is told to the second.
  expect(new Set(after.map((text) => /^process_cpu_user_seconds_total (.+)$/m.exec(text)?.[1])).size).toBe(2);
  expect(countReads(after)).toBe(before + 5);
  await eventually(async () => (await scrape()).map(failedIn).join() === '1,1');
});
