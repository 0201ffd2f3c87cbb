import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../testing/product.ts';
import { runCommand } from '../platform/commands.ts';
import { operatorCommands } from './operator-command.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const run = (...words: string[]) =>
  runCommand([operatorCommands], words, (use) => use({ db: product.database.db, clock: { now: () => new Date() } }));

test('staff see every cohort and change seats and dates', async () => {
  const id = await product.buildCohort(10);
  expect(await run('cohorts')).toContain(id);
  expect(await run('cohort', id, '--seats', '12')).toMatch(/open +0 +12$/m);
  expect(await run('cohort', id, '--closes', '2020-01-01T00:00:00Z')).toMatch(/closed/);
});

test('seats that are held cannot be taken away', async () => {
  const id = await product.buildCohort(2);
  const student = await product.buildStudent();
  await student.post('/enrolment/checkout', { partner: 'uts', cohortId: id, paymentType: 'full', acknowledged: true });
  await expect(run('cohort', id, '--seats', '0')).rejects.toMatchObject({ code: 'seats-taken' });
});

test('matters about money are listed until somebody resolves them', async () => {
  expect(await run('reviews')).toBe('Nothing waits for you.');
  await product.database.pool.query(
    `insert into review_item (id, kind, subject, note) values ('rev_1', 'amount-differs', 'ord_1', 'A note.')`,
  );
  expect(await run('reviews')).toMatch(/rev_1.*amount-differs.*A note\./);
  expect(await run('resolve', 'rev_1')).toBe('rev_1 is off the list.');
  await expect(run('resolve', 'rev_1')).rejects.toThrow('No open matter');
});

test.each([
  ['nonsense'],
  ['cohorst'],
  ['cohort'],
  ['cohort', 'x', '--seat', '3'],
  ['cohorts', '--colour', 'red'],
  ['cohort', 'x', '--seats', 'many'],
  ['cohort', 'x', '--closes', 'soon'],
  ['cohort', 'x'],
])('words it does not understand are refused with a way on: %s %s %s %s', async (...words) => {
  await expect(run(...words.filter(Boolean))).rejects.toThrow(/npm run intake|for example/);
});

test('a cohort that does not exist is said so', async () => {
  await expect(run('cohort', 'nowhere', '--seats', '3')).rejects.toMatchObject({ code: 'cohort-not-found' });
});
