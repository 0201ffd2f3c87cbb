import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCohort } from '../../testing/cohorts.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { openConsole } from '../../testing/staff-console.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

test('a selection with a cohort of all partners that students see publishes the drafts in it', async () => {
  const { pool } = product.database;
  const staff = openConsole(product);
  const { cookie } = await staff.employ({ role: 'admissions', partners: ['uts'] });
  const publish = (cohortIds: string[]) => staff.call('POST', '/cohort-publications', { cookie, body: { cohortIds } });
  const shared = await insertCohort(pool, { capacity: 3 });
  const own = await insertCohort(pool, { capacity: 3 });
  const isDraft = async (id: string) =>
    (await pool.query<{ is: boolean }>('select is_draft as is from cohort where id = $1', [id])).rows[0]!.is;
  await pool.query(`update cohort set is_draft = true, partners = '{uts}' where id = $1`, [own]);

  expect((await publish([shared, own])).body.data).toEqual({ published: 1, skipped: 1 });
  expect(await isDraft(own)).toBe(false);

  // A draft of all partners is published by staff without a limit alone, and none of the others with it.
  await pool.query(`update cohort set is_draft = true where id = any($1)`, [[shared, own]]);
  expect((await publish([shared, own])).body.error.code).toBe('cohort-beyond-scope');
  expect([await isDraft(shared), await isDraft(own)]).toEqual([true, true]);
});
