import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type Answer, type TestProduct } from './testing/product.ts';

/** In a rolling update the old version runs on the new version's schema. */

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const added = 'added_by_the_next_version';

/** Simulates the next version's migration while this one runs: a new column in every table. */
async function addToEveryTable(): Promise<void> {
  const { rows } = await product.database.pool.query<{ table: string }>(
    `select format('%I', tablename) as table from pg_tables where schemaname = 'public'`,
  );
  for (const { table } of rows)
    await product.database.pool.query(`alter table ${table} add column ${added} text not null default 'new'`);
}

/** Someone signs up, changes their name, takes a seat, pays, and is enrolled. */
async function enrol(): Promise<Answer[]> {
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(2);
  const changed = await student.post('/member', { customFields: { 'first-name': 'Anahera' } });
  const checkout = await student.post('/enrolment/checkout', {
    partner: 'uc',
    cohortId,
    paymentType: 'full',
    acknowledged: true,
  });
  const paid = await product.pay(checkout.body.data.url);
  return [changed, checkout, paid, await student.get('/member'), await student.get('/app')];
}

const failed = (answers: Answer[]) => answers.filter(({ status }) => status >= 400);

test('a running version goes on as before while the next one adds to every table', async () => {
  const before = await enrol();
  await addToEveryTable();
  const after = await enrol();
  expect(failed([...before, ...after])).toEqual([]);
  expect(JSON.stringify(after)).not.toContain(added);
});

test('a step that drops a column fails the visit above, the negative control', async () => {
  await product.database.pool.query('alter table member rename column custom_fields to words');
  await expect(enrol()).rejects.toThrow('sign-up answered 500');
});
