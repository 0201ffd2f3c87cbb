import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { openConsole } from '../../../testing/staff-console.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { checkout } = createBuying(() => product);

test('a claim that Admissions approved stays for staff to confirm, whatever the student writes over it', async () => {
  const staff = openConsole(product);
  const { cookie } = await staff.employ({ role: 'admissions', partners: ['uts'] });
  const student = await product.buildStudent();
  const claim = { firstName: 'Ana', lastName: 'Silva', phone: '021 555 0100', educationLevel: 'level11' };
  expect((await student.post('/enrolment/eligibility', claim)).body.data.outcome).toBe('preapproved');
  const overwrite = { customFields: { 'education-level': 'level7' } };
  expect((await student.post('/member', overwrite)).status).toBe(200);

  const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
  await product.pay(url);
  const findMatters = async () =>
    (
      await product.database.pool.query<{ id: string }>(
        `select id from review_item where subject = $1 and kind = 'claimed-eligibility'`,
        [orderId],
      )
    ).rows;
  await eventually(async () => (await findMatters()).length === 1);
  const [{ id }] = (await findMatters()) as [{ id: string }];
  const readLevel = async () => (await staff.call('GET', `/matters/${id}`, { cookie })).body.data.order.educationLevel;
  expect(await readLevel()).toBe('level11');

  const body = { way: 'confirm', reason: 'Seen.', educationLevel: 'level8' };
  expect((await staff.call('POST', `/matters/${id}/decision`, { cookie, body })).status).toBe(200);
  expect(await readLevel()).toBe('level8');
  await student.post('/member', overwrite);
  expect(await readLevel()).toBe('level8');
});
