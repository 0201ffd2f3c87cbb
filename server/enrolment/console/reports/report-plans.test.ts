import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { owner, startTestConsole, type TestConsole } from '../../../testing/console.ts';
import { claimMillionRows } from '../../../testing/million-rows.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { findFullReads, findIndexes } from '../../../testing/query-plans.ts';
import { recordStatements, type Sent } from '../../../testing/recorded-statements.ts';
import { createEnrolment } from '../../enrolment.ts';

/** What reports read. */
const large = ['eligibility_check', 'enquiry', 'enrolment_order', 'member', 'page_count', 'payment', 'refund'];
const isLarge = (table: string) => large.includes(table);

/** A month of one partner, as people ask; and a week of the partner that has all rows. */
const ofLargest = 'money?partner=uts&days=7';
const ofUsual = 'money?partner=uc&days=7';
const questions = [
  ofLargest,
  'funnel?partner=uc&days=30&compare=before',
  'funnel?partner=uc&days=30&cohort=coh_1',
  'seats?partner=uts&cohort=coh_1',
  'leads?partner=uc&days=30',
  'answers?partner=uc&days=30&compare=before',
];

let product: TestMembership;
let staffed: TestConsole;
const asked = new Map<string, Sent[]>();

beforeAll(async () => {
  const recording = recordStatements(new URL(process.env['INTAKE_TEST_SERVER']!).username);
  try {
    product = await startTestMembership({});
    staffed = await startTestConsole(product.membership, createEnrolment(product.services, product.membership));
    await product.database.pool.query(
      `insert into cohort (id, course, name, mode, start_date, time_zone, capacity)
       values ('coh_1', 'data', 'One', 'full-time', current_date + 30, 'UTC', 20), ('coh_2', 'data', 'Two', 'full-time', current_date - 60, 'UTC', 20)`,
    );
    await claimMillionRows(product.database.pool, large);
    for (const question of questions) {
      const before = recording.statements.length;
      const { status, text } = await staffed.ask(owner, 'GET', `/reports/${question}`);
      if (status !== 200) throw new Error(`${question} answered ${status} ${text}`);
      asked.set(question, recording.statements.slice(before));
    }
    // A statement is recorded once: the same as a partner with few orders asks it.
    asked.set(
      ofUsual,
      asked.get(ofLargest)!.map(({ text, values }) => ({
        text,
        values: values.map((value) => (Array.isArray(value) && value[0] === 'uts' ? ['uc'] : value)),
      })),
    );
  } finally {
    recording.stop();
  }
});
afterAll(async () => {
  await staffed?.close();
  await product?.stop();
});

/** What may be read whole: money of a week is a good part of all, and this partner has all orders. */
const mayReadAll: Record<string, string[]> = { [ofLargest]: ['enrolment_order', 'payment'] };

/** Questions whose statements would read a large table from end to end, with the tables. */
async function findSlow(pool: Parameters<typeof findFullReads>[0]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [question, statements] of asked) {
    const tables = new Set<string>();
    for (const statement of statements)
      for (const table of await findFullReads(pool, statement, isLarge)) tables.add(table);
    if (tables.size > 0) found[question] = [...tables];
  }
  return found;
}

describe('with a million rows in each large table', () => {
  test('no report of a month of a partner reads one from end to end, or there is a reason why it may', async () => {
    expect([...asked.values()].every((statements) => statements.length > 0)).toBe(true);
    expect(await findSlow(product.database.pool)).toEqual(mayReadAll);
  });

  test.for([
    ['member_partner', 'funnel?partner=uc&days=30&compare=before'],
    ['payment_received', ofLargest],
    ['refund_created', ofLargest],
    ['enquiry_partner', 'answers?partner=uc&days=30&compare=before'],
    ['enrolment_order_cohort', 'seats?partner=uts&cohort=coh_1'],
  ] as const)('the index %s serves the report "%s"', async ([index, question]) => {
    const found = await Promise.all(
      asked.get(question)!.map((statement) => findIndexes(product.database.pool, statement)),
    );
    expect(found.flat()).toContain(index);
  });

  test('without an index a report is found to read all (negative control)', async () => {
    const client = await product.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('drop index refund_created');
      expect((await findSlow(client))[ofLargest]).toContain('refund');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
