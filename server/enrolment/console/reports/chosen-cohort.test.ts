import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../../../contract/console/reports.ts';
import { startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { openConsole } from '../../../testing/staff-console.ts';

let product: TestProduct;
let read: (report: string) => Promise<Report>;
beforeAll(async () => {
  product = await startTestProduct();
  await product.database.pool.query('truncate cohort cascade');
  // One of longer ago than those that are offered, of UTS alone; and the next one, of all.
  await product.database.pool.query(
    `insert into cohort (id, course, name, mode, start_date, time_zone, capacity, partners)
     values ('long-ago', 'cyber', 'Cyber', 'full-time', current_date - 500, 'Australia/Sydney', 20, '{uts}'),
       ('next', 'cyber', 'Cyber', 'full-time', current_date + 20, 'Australia/Sydney', 20, null)`,
  );
  const console = openConsole(product);
  const { cookie } = await console.employ({ role: 'admissions', partners: ['uts', 'uc'] });
  read = async (report) => (await console.call('GET', `/reports/${report}`, { cookie })).body.data;
});
afterAll(() => product.stop());

test('a report says which cohort it is of, one that is not offered any more too', async () => {
  const { cohort, cohorts } = await read('funnel?partner=uts&cohort=long-ago');
  expect(cohort).toMatchObject({ id: 'long-ago' });
  expect(cohorts.map(({ id }) => id)).toEqual(['next']);
});

test('a cohort that students of the partner may not choose narrows nothing, and is not told', async () => {
  const [asked, all] = [await read('funnel?partner=uc&cohort=long-ago'), await read('funnel?partner=uc')];
  expect(asked.cohort).toBeNull();
  expect(asked.tables).toEqual(all.tables);
  const seats = await read('seats?partner=uc&cohort=long-ago');
  expect(seats).toEqual(await read('seats?partner=uc'));
  expect(seats.cohort).toMatchObject({ id: 'next' });
});
