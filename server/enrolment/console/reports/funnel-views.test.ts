import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { openConsole } from '../../../testing/staff-console.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

test('the way to payment begins with the views of a partner’s pages, as the pages count them', async () => {
  const view = (path: string) =>
    product.call('POST', '/page-view', { headers: { 'x-api-key': 'pk_sb_enrolment', 'referring-path': path } });
  // Of fewer than ten a day the partner is not told.
  for (let time = 0; time < 12; time++) expect((await view('/uts/login?from=a-mail')).status).toBe(200);
  await view('/uc/login');
  const console = openConsole(product);
  const { cookie } = await console.employ({ role: 'admissions', partners: ['uts', 'uc'] });
  const read = async () => {
    const { body } = await console.call('GET', '/reports/funnel?days=7', { cookie });
    const steps = body.data.tables.find(({ name }: { name: string }) => name === 'steps');
    return Object.fromEntries(
      steps.rows.map(({ heads, cells }: { heads: string[]; cells: { value: number }[] }) => [
        heads[0],
        cells[0]!.value,
      ]),
    );
  };
  await eventually(async () => (await read())['uts'] === 12);
  expect(await read()).toMatchObject({ uts: 12, uc: 0 });
});
