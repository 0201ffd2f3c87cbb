import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../../testing/staff-console.ts';

let product: TestProduct;
let staff: TestConsole;
let owner: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  staff = openConsole(product);
  owner = await staff.employ({ role: 'owner' });
});
afterAll(() => product.stop());

const { checkout, sessionOf } = createBuying(() => product);
const rows = async (text: string, ...values: unknown[]): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const setFaults = (body: unknown) => product.call('POST', '/dev/card/faults', { body });

/** The matter of a payment for an order that is not there, at the provider's checkout. */
async function findStranger(): Promise<{ matterId: string; session: string }> {
  const student = await product.buildStudent();
  const { url, orderId } = (await checkout(student, await product.buildCohort(1))).body.data;
  await rows('delete from seat_claim where order_id = $1', orderId);
  await rows('delete from enrolment_order where id = $1', orderId);
  await product.pay(url);
  const session = sessionOf(url);
  const matters = () => rows(`select id from review_item where subject = $1 and kind = 'unknown-payment'`, session);
  await eventually(async () => (await matters()).length > 0);
  return { matterId: (await matters())[0].id, session };
}

async function payBack(matterId: string): Promise<void> {
  const body = { way: 'pay-back', reason: 'Not ours.' };
  expect((await staff.call('POST', `/matters/${matterId}/money`, { cookie: owner.cookie, body })).status).toBe(200);
}

test.for([
  [237_500, 0, ['pay-back 1000000', 'note 0']],
  [1_237_500, 0, ['note 0']],
  [1_237_500, 10_000, ['note 0']],
] as const)(
  'of a stranger’s payment, of which a bank took %d cents back and %d went back before, the rest is offered to be paid back',
  async ([lostCents, refundedCents, ways]) => {
    const { matterId } = await findStranger();
    const read = async () => (await staff.call('GET', `/matters/${matterId}`, { cookie: owner.cookie })).body.data;
    const { id: payment_intent } = (await read()).provider;
    if (refundedCents > 0)
      await product.call('POST', '/dev/card/refunds', { body: { payment_intent, amount: refundedCents } });
    for (const status of ['needs_response', 'lost'])
      await product.call('POST', '/dev/card/disputes', { body: { payment_intent, amount: lostCents, status } });
    const { provider, ways: open } = await read();
    expect(provider).toMatchObject({ amountCents: 1_237_500, refundedCents, lostCents });
    expect(open.map(({ way, backCents }: any) => `${way} ${backCents}`)).toEqual(ways);
  },
);

test('a job that pays a stranger back and was given up is done by the next reconciliation', async () => {
  const { matterId } = await findStranger();
  await setFaults({ api: { mode: '500', method: 'POST', path: '/v1/refunds' } });
  await payBack(matterId);
  const key = `return-strangers-payment-${matterId}`;
  const giveUp = `update graphile_worker._private_jobs set attempts = max_attempts
    where key = $1 and attempts > 0 and locked_at is null returning id`;
  await eventually(async () => (await rows(giveUp, key)).length > 0);
  await setFaults({});
  const returned = `select 1 from card_sandbox_object where kind = 'refund' and data -> 'metadata' ->> 'key' = $1`;
  expect(await rows(returned, matterId)).toEqual([]);
  await rows(`select graphile_worker.add_job('reconcile')`);
  await eventually(async () => (await rows(returned, matterId)).length > 0);
  await eventually(
    async () => (await rows('select 1 from graphile_worker._private_jobs where key = $1', key)).length === 0,
  );
});

test('a payment that the provider does not know is put on the list for staff, who had decided to pay it back', async () => {
  const { matterId, session } = await findStranger();
  const unknown = `${session}_elsewhere`;
  await rows('update review_item set subject = $2 where id = $1', matterId, unknown);
  await payBack(matterId);
  const open = () => rows('select kind, note from review_item where subject = $1 and resolved_at is null', unknown);
  await eventually(async () => (await open()).length > 0);
  expect(await open()).toEqual([{ kind: 'refund-failed', note: expect.stringContaining('names no payment') }]);
});
