import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { openConsole, type TestConsole } from '../../testing/staff-console.ts';

let product: TestProduct;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestProduct();
  staffed = openConsole(product);
});
afterAll(() => product.stop());
const buying = createBuying(() => product);

const portal = 'app_enrolment';

test('a member’s orders and payments are in their timeline and list, for who may see orders of that partner', async () => {
  const { student } = await buying.enrolled();
  const { reference } = await buying.orderOf(student);
  const seen = async (given: Parameters<TestConsole['employ']>[0]) => {
    const { cookie } = await staffed.employ(given);
    const of = `/sites/${portal}/members/${student.memberId}`;
    const timeline = await staffed.call('GET', `${of}/timeline?limit=100`, { cookie });
    const listed = await staffed.call('GET', `/orders?member=${student.memberId}`, { cookie });
    return {
      status: timeline.status,
      told: (timeline.body.data as { kind: string; title: string; detail: string }[] | undefined)?.flatMap(
        ({ kind, title, detail }) => (kind === 'order' ? [`${title} ${detail.split(',', 1)[0]}`] : []),
      ),
      listed: (listed.body.data as { reference: string }[] | undefined)?.map((order) => order.reference),
    };
  };
  const all = [`order.paid ${reference}`, `order.placed ${reference}`];
  expect(await seen({ role: 'owner' })).toEqual({ status: 200, told: all, listed: [reference] });
  expect(await seen({ role: 'finance', partners: ['uts'] })).toEqual({ status: 200, told: all, listed: [reference] });
  // Sees members and no orders.
  expect(await seen({ role: 'site-builder', sites: [portal] })).toMatchObject({ status: 200, told: [] });
  // Of another partner: the member does not exist.
  expect(await seen({ role: 'finance', partners: ['uc'] })).toMatchObject({ status: 404, told: undefined });
});

test('the list of orders of one member has no other’s', async () => {
  const { student } = await buying.enrolled();
  await buying.enrolled();
  const { cookie } = await staffed.employ({ role: 'owner' });
  const { body } = await staffed.call('GET', `/orders?member=${student.memberId}`, { cookie });
  expect(body.data.map(({ memberId }: { memberId: string }) => memberId)).toEqual([student.memberId]);
  expect((await staffed.call('GET', '/requests?member=mem_none', { cookie })).body.data).toEqual([]);
});
