import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase } from '../testing/database.ts';
import { eventually } from '../testing/eventually.ts';
import { jobsIn, named, noteFailures } from '../testing/workers.ts';
import type { PooledDatabase, Transaction } from './database/database.ts';
import { startJobs } from './job-lanes.ts';
import { addJob, addLoneJob, createJobKinds, handle, type Job } from './jobs.ts';
import { createLog } from './log.ts';

// A separate registry, so that the product's own stays complete.
const { jobKind, requireHandlers } = createJobKinds();
const mailReceipt = jobKind({
  name: 'mail-receipt',
  lane: 'mail',
  payload: z.object({ orderId: z.string(), copies: z._default(z.int(), 1), note: z.optional(z.string()) }),
});
const countOrders = jobKind({ name: 'count-orders', lane: 'upkeep', schedule: '20 3 * * *' });

describe('a payload', () => {
  test('that does not parse fails the job before its handler, with the kind and the field and no value', async ({
    onTestFinished,
  }) => {
    const database = await createTestDatabase();
    let said = '';
    let handled = 0;
    const job = handle(mailReceipt, async () => void handled++);
    const log = createLog('error', { write: (text) => void (said += text) });
    const workers = await startJobs(database.workersPool, database.db, [job], log);
    onTestFinished(async () => {
      await workers.stop();
      await database.drop();
    });
    const failures = await noteFailures(database);
    await addLoneJob(database.db, named('mail-receipt'), { orderId: { secret: 'ana@example.org' }, copies: 'many' });
    await eventually(async () => (await failures()).length > 0);
    const [failed] = await failures();
    const told = 'the payload of a job "mail-receipt" does not parse: orderId (invalid_type), copies (invalid_type)';
    expect(failed).toMatchObject({ error: told, attempts: 1 });
    // It stays queued: a process of the version that wrote it may parse it.
    expect(await jobsIn(database, 'mail-receipt')).toHaveLength(1);
    expect(failed!.waits_seconds).toBeGreaterThan(1);
    expect(JSON.parse(said.split('\n')[0]!)).toMatchObject({ job: 'mail-receipt', err: { type: 'JobPayloadError' } });
    expect(said).toContain('orderId (invalid_type)');
    expect(said).not.toMatch(/ana|example|many/);
    expect(handled).toBe(0);
  });

  test('of an earlier version gets the defaults of its kind', async () => {
    const read: unknown[] = [];
    await handle(mailReceipt, async (payload) => void read.push(payload)).run({ orderId: 'ord_1' });
    expect(read).toEqual([{ orderId: 'ord_1', copies: 1 }]);
  });

  test('of a later version is stripped of unknown fields', async () => {
    const read: unknown[] = [];
    const job = handle(mailReceipt, async (payload) => void read.push(payload));
    await job.run({ orderId: 'ord_1', copies: 2, language: 'mi' });
    expect(read).toEqual([{ orderId: 'ord_1', copies: 2 }]);
  });
});

describe('a kind', () => {
  const both: Job[] = [handle(mailReceipt, async () => undefined), handle(countOrders, async () => undefined)];

  test('without a handler stops the start, by name', () => {
    expect(() => requireHandlers(both.slice(0, 1))).toThrow(/jobs without a handler.*: "count-orders"$/);
    expect(() => requireHandlers(both)).not.toThrow();
  });

  test('is not handled by the handler of another kind with the same name', () => {
    jobKind({ name: 'mail-receipt', lane: 'upkeep' });
    expect(() => requireHandlers(both)).toThrow('"mail-receipt"');
  });

  test('that runs by itself cannot ask for a payload', () => {
    const payload = z.object({ day: z.string() });
    expect(() => jobKind({ name: 'close-day', lane: 'upkeep', schedule: '0 0 * * *', payload })).toThrow(
      'the payload of a job "close-day" does not parse: day (invalid_type)',
    );
  });
});

/** Not run: the type check is the test. Every directive fails it where the line under it compiles. */
export async function checkedByTypes(db: PooledDatabase, tx: Transaction): Promise<void> {
  await addJob(tx, mailReceipt, { orderId: 'ord_1' }, { key: 'ord_1' });
  // @ts-expect-error a field is missing
  await addJob(tx, mailReceipt, {});
  // @ts-expect-error a field of another type
  await addJob(tx, mailReceipt, { orderId: 1 });
  // @ts-expect-error a field that its kind does not have
  await addLoneJob(db, mailReceipt, { orderId: 'ord_1', language: 'mi' });
  // @ts-expect-error a kind that is told nothing
  await addLoneJob(db, countOrders, { day: 'today' });
  // @ts-expect-error a name instead of a kind
  await addJob(tx, 'mail-receipt', { orderId: 'ord_1' });
  // @ts-expect-error a handler that wants what the kind does not give
  handle(mailReceipt, async ({ language }: { language: string }) => void language);
}
