import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { createRunning, type Running } from '../../testing/running.ts';

let product: TestProduct;
let running: Running;
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
});
afterAll(() => product.stop());

test('a cohort waits for a person again once its confirmation is taken back, with the reason kept, until it begins', async () => {
  const id = await product.buildCohort(100);
  const { pool } = product.database;
  await pool.query(`update cohort set minimum = 1, start_date = current_date + 20 where id = $1`, [id]);
  const waits = async () => {
    const { body } = await running.console.call('GET', '/matters?kind=cohort&limit=100', {
      cookie: running.owner.cookie,
    });
    return body.data.some((matter: { id: string }) => matter.id === id);
  };
  const confirmed = await running.ask('POST', `${id}/confirmation`, { body: { version: 1 } });
  const withdraw = (version: number) =>
    running.ask('POST', `${id}/confirmation/withdrawal`, { body: { version, reason: 'The teacher is ill.' } });
  expect((await withdraw(1)).body.error.code).toBe('changed-meanwhile');
  expect(await waits()).toBe(false);
  const { version } = confirmed.body.data;
  const withdrawn = (await withdraw(version)).body.data;
  expect(withdrawn).toMatchObject({ state: 'open', confirmedAt: null });
  expect(await waits()).toBe(true);
  const [newest] = (await running.ask('GET', `${id}/changes`)).body.data;
  expect(newest).toMatchObject({ action: 'cohort.confirmation-withdrawn', reason: 'The teacher is ill.' });
  // Twice is as once.
  expect((await withdraw(withdrawn.version)).body.data.version).toBe(withdrawn.version);
  await pool.query(`update cohort set confirmed_at = now(), start_date = current_date - 3 where id = $1`, [id]);
  expect((await withdraw(withdrawn.version)).body.error.code).toBe('cohort-not-ready');
});

test('a cohort of which the month alone is known waits for a person with its month', async () => {
  const id = await product.buildCohort(100);
  const { rows } = await product.database.pool.query<{ month: string }>(
    `update cohort set start_date = current_date + 20, start_label = to_char(current_date + 20, 'YYYY-MM') where id = $1
     returning start_label as month`,
    [id],
  );
  const { body } = await running.console.call('GET', '/matters?kind=cohort&limit=100', {
    cookie: running.owner.cookie,
  });
  expect(body.data).toContainEqual(expect.objectContaining({ id, startDate: rows[0]!.month }));
});
