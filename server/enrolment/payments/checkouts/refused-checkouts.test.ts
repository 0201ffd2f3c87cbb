import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { startTestProduct, type Student, type TestProduct } from '../../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { checkout, confirm, orderOf } = createBuying(() => product);

/** A member with an open checkout for a cohort with one seat. */
async function onTheWay() {
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(1);
  return { student, cohortId, first: (await checkout(student, cohortId)).body.data };
}

/** Expects the first checkout to be payable and its seat still held. */
async function expectUntouched(student: Student, cohortId: string, first: { url: string; orderId: string }) {
  expect(await orderOf(student)).toMatchObject({ id: first.orderId, state: 'awaiting-payment' });
  expect((await orderOf(student)).holdExpiresAt).not.toBeNull();
  expect((await checkout(await product.buildStudent(), cohortId)).body.error.code).toBe('cohort-full');
  await product.pay(first.url);
  expect(await confirm(student, first.url)).toMatchObject({ id: first.orderId, state: 'paid' });
}

describe('a checkout that is refused leaves the one before it as it was', () => {
  test('after too many within an hour, and says how long to wait', async () => {
    const { student, cohortId } = await onTheWay();
    let first;
    for (let turn = 1; turn < 10; turn++) {
      const answer = await checkout(student, cohortId, { paymentType: turn % 2 === 0 ? 'full' : 'deposit' });
      expect(answer.status).toBe(200);
      first = answer.body.data;
    }
    const refused = await checkout(student, cohortId, { paymentType: 'full' });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too-many-requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(refused.body.error.message).toMatch(/^Too many attempts\. Please try again in (59|60) minutes\.$/);
    await expectUntouched(student, cohortId, first);
  });

  test('for a cohort that is full', async () => {
    const { student, cohortId, first } = await onTheWay();
    const full = await product.buildCohort(1);
    await checkout(await product.buildStudent(), full);
    expect((await checkout(student, full)).body.error.code).toBe('cohort-full');
    await expectUntouched(student, cohortId, first);
  });

  test('for a cohort that does not exist, or has started', async () => {
    const { student, cohortId, first } = await onTheWay();
    expect((await checkout(student, 'nowhere')).status).toBe(404);
    expect((await checkout(student, '3')).body.error.code).toBe('cohort-not-open');
    await expectUntouched(student, cohortId, first);
  });

  test.each([
    ['fails to make a page for the same cohort', '500', (cohortId: string) => cohortId],
    ['fails to make a page for another cohort', '500', () => product.buildCohort(1)],
    ['refuses a page for the same cohort for good', '400', (cohortId: string) => cohortId],
    ['refuses a page for another cohort for good', '400', () => product.buildCohort(1)],
  ])('because the card provider %s', async (_what, mode, choose) => {
    const { student, cohortId, first } = await onTheWay();
    const wanted = await choose(cohortId);
    await product.call('POST', '/dev/card/faults', { body: { api: { mode, path: '/v1/checkout/sessions' } } });
    const refused = await checkout(student, wanted, { paymentType: 'deposit' });
    await product.call('DELETE', '/dev/card/faults');
    expect(refused.body.error.code).toBe('payment-provider-unavailable');
    await expectUntouched(student, cohortId, first);
  });

  test('because the card provider does not end the one before it', async () => {
    const { student, cohortId, first } = await onTheWay();
    await product.call('POST', '/dev/card/faults', {
      body: { api: { mode: '500', path: '/v1/checkout/sessions/' } },
    });
    const refused = await checkout(student, cohortId, { paymentType: 'deposit' });
    await product.call('DELETE', '/dev/card/faults');
    expect(refused.body.error.code).toBe('payment-provider-unavailable');
    await expectUntouched(student, cohortId, first);
  });

  test('because another amount is due than the student has read', async () => {
    const { student, cohortId, first } = await onTheWay();
    const { prices } = (await product.call('GET', '/enrolment/catalogue')).body.data;
    const refused = await checkout(student, cohortId, { readAmountCents: prices.fullCents - 100 });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'price-changed']);
    const again = await checkout(student, cohortId, { readAmountCents: prices.fullCents });
    expect(again.body.data.orderId).toBe(first.orderId);
    await expectUntouched(student, cohortId, first);
  });

  test('because the one before it has just been paid', async () => {
    const { student, cohortId, first } = await onTheWay();
    await product.call('POST', '/dev/card/faults', { body: { events: { drop: 1 } } });
    await product.pay(first.url);
    const refused = await checkout(student, cohortId, { paymentType: 'deposit' });
    await product.call('DELETE', '/dev/card/faults');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'already-enrolled']);
    expect(await orderOf(student)).toMatchObject({ id: first.orderId, state: 'paid' });
  });
});

test('a checkout from before the price changed is not taken up again: a new one is at the price of now', async () => {
  const { student, cohortId, first } = await onTheWay();
  const earlier = `update enrolment_order set amount_cents = amount_cents - 100 where id = $1`;
  await product.database.pool.query(earlier, [first.orderId]);
  const second = (await checkout(student, cohortId)).body.data;
  expect(second.orderId).not.toBe(first.orderId);
  const { prices } = (await product.call('GET', '/enrolment/catalogue')).body.data;
  expect(await orderOf(student)).toMatchObject({ id: second.orderId, amountCents: prices.fullCents });
  await product.pay(second.url);
  expect((await confirm(student, second.url)).state).toBe('paid');
});

test('a new checkout has the seat of the one it replaces, which cannot be paid any more', async () => {
  const { student, cohortId, first } = await onTheWay();
  const second = (await checkout(student, cohortId, { paymentType: 'deposit' })).body.data;
  expect((await checkout(await product.buildStudent(), cohortId)).body.error.code).toBe('cohort-full');
  await product.pay(first.url);
  // The provider's event of its end may come before our own note of it.
  expect(['cancelled', 'expired']).toContain((await confirm(student, first.url)).state);
  expect((await confirm(student, first.url)).paidCents).toBe(0);
  await product.pay(second.url);
  expect((await confirm(student, second.url)).state).toBe('paid');
});
