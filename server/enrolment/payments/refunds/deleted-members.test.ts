import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { moneyOfDeletedMembers } from '../../../migrations/0025-money-of-deleted-members.ts';
import { createBuying } from '../../../testing/buying.ts';
import { createDeleting, type Deleting } from '../../../testing/deleting.ts';
import { cards, eventually, startTestProduct, type Student, type TestProduct } from '../../../testing/product.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';

let product: TestProduct;
let deleting: Deleting;
beforeAll(async () => {
  product = await startTestProduct();
  deleting = await createDeleting(product);
});
afterEach(() => product.call('DELETE', '/dev/card/faults'));
afterAll(() => product.stop());

const { checkout, enrolled, mailsTo, orderOf, paymentOf, sessionOf } = createBuying(() => product);
const ways = ['byCommand', 'byServer', 'byOwnPress'] as const;
const priceCents = 1_237_500;

const rows = async (query: string, values: unknown[] = []): Promise<any[]> =>
  (await product.database.pool.query(query, values)).rows;
const setFaults = (body: unknown) => product.call('POST', '/dev/card/faults', { body });

/** Makes the stand-in provider fail at expiring a checkout only. */
const refuseToExpire = () =>
  setFaults({ api: { mode: '500', method: 'POST', path: '/v1/checkout/sessions/cs_' }, settleSeconds: 1 });

/** What the database keeps of a student's only order. */
async function keptOf({ memberId }: Student) {
  const [kept] = await rows(
    `select o.state, seat.state as seat,
       (select count(*)::int from member where id = o.member_id) as members,
       (select coalesce(sum(amount_cents), 0)::int from payment where order_id = o.id) as paid,
       (select coalesce(sum(r.amount_cents), 0)::int from refund r join payment p on p.id = r.payment_id
         where p.order_id = o.id and r.state = 'succeeded') as refunded,
       array(select kind from review_item where subject = o.id order by kind) as reviews
     from enrolment_order o left join seat_claim seat on seat.order_id = o.id where o.member_id = $1`,
    [memberId],
  );
  return kept;
}

const paidBack = { state: 'refunded', seat: 'released', members: 0, paid: priceCents, refunded: priceCents };

async function atCardPage() {
  const student = await product.buildStudent();
  const cohortId = await product.buildCohort(1);
  const { url } = (await checkout(student, cohortId)).body.data;
  return { student, cohortId, url };
}

async function unseated() {
  const { student, cohortId, url } = await atCardPage();
  await rows(`update seat_claim set expires_at = now() - interval '1 minute' where member_id = $1`, [student.memberId]);
  expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
  await product.pay(url);
  await eventually(async () => (await orderOf(student)).state === 'unseated');
  return student;
}

/** The three ways in which an account is deleted. No job may fail for want of the member. */
describe.each(ways)('a student deleted %s', (way) => {
  test('with a card page open can pay nothing any more, and the seat is free', async () => {
    const { student, cohortId, url } = await atCardPage();
    await deleting[way](student);
    expect((await product.call('GET', '/dev/card/sessions.json')).body).toContainEqual(
      expect.objectContaining({ id: sessionOf(url), status: 'expired' }),
    );
    await product.pay(url);
    expect(await keptOf(student)).toMatchObject({ state: 'cancelled', seat: 'released', paid: 0, reviews: [] });
    expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
  });

  test('while the card provider cannot end the card page is deleted all the same, and what is paid there goes back', async () => {
    const { student, cohortId, url } = await atCardPage();
    await refuseToExpire();
    const said = await deleting[way](student);
    if (way === 'byCommand') expect(said).toContain('The card provider did not answer.');
    expect(await keptOf(student)).toMatchObject({ members: 0, seat: 'released' });
    expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
    expect((await product.pay(url)).status).toBe(200);
    await expect.poll(() => keptOf(student)).toMatchObject({ ...paidBack, reviews: ['member-gone'] });
  });

  test('with a payment but no seat is refunded at once, and mailed', async () => {
    const student = await unseated();
    await deleting[way](student);
    await expect.poll(() => keptOf(student)).toMatchObject({ ...paidBack, reviews: ['member-gone', 'unseated-order'] });
    await eventually(async () =>
      (await mailsTo(student.email)).some(({ subject }) => subject === 'Your refund is on its way'),
    );
  });

  test('who is enrolled keeps the seat until staff pay the money back, which is written down', async () => {
    const { student } = await enrolled();
    const payment = await paymentOf(student);
    const said = await deleting[way](student);
    if (way === 'byCommand') expect(said).toContain('Money and seat stay until staff decide');
    expect(await keptOf(student)).toMatchObject({ state: 'paid', seat: 'consumed', reviews: ['deleted-member-paid'] });
    const [{ note }] = await rows(`select note from review_item where kind = 'deleted-member-paid' and note like $1`, [
      `%${payment}%`,
    ]);
    expect(note).toMatch(/^INT-.* To pay the money back, refund pi_/);
    await product.call('POST', '/dev/card/refunds', { body: { payment_intent: payment, amount: 10_000 } });
    await expect.poll(() => keptOf(student)).toMatchObject({ state: 'paid', seat: 'consumed', refunded: 10_000 });
    await product.call('POST', '/dev/card/refunds', { body: { payment_intent: payment } });
    await expect.poll(() => keptOf(student)).toMatchObject(paidBack);
    expect(await rows(`select id from eligibility_check where member_id = $1`, [student.memberId])).toEqual([]);
  });
});

describe('of a student who has been deleted', () => {
  test('money that a bank was still processing is refunded on arrival', async () => {
    await setFaults(settlesByHand);
    const { student, cohortId, url } = await atCardPage();
    await product.pay(url, cards.settlesLater);
    await eventually(async () => (await orderOf(student)).state === 'processing');
    await deleting.byServer(student);
    expect(await keptOf(student)).toMatchObject({ state: 'processing', seat: 'released', paid: 0 });
    expect((await checkout(await product.buildStudent(), cohortId)).status).toBe(200);
    await settleNow(product);
    await expect.poll(() => keptOf(student)).toMatchObject({ ...paidBack, reviews: ['member-gone'] });
  });

  test('a payment the bank refuses in the end leaves nothing', async () => {
    await setFaults(settlesByHand);
    const { student, url } = await atCardPage();
    await product.pay(url, cards.failsLater);
    await eventually(async () => (await orderOf(student)).state === 'processing');
    await deleting.byServer(student);
    expect(await keptOf(student)).toMatchObject({ state: 'processing', seat: 'released' });
    await settleNow(product);
    await expect.poll(() => keptOf(student)).toMatchObject({ state: 'failed', seat: 'released', paid: 0, reviews: [] });
  });

  test('a lost dispute gives the seat back', async () => {
    const { student } = await enrolled();
    const payment = await paymentOf(student);
    await deleting.byServer(student);
    for (const status of ['needs_response', 'lost'])
      await product.call('POST', '/dev/card/disputes', { body: { payment_intent: payment, status } });
    await expect
      .poll(() => keptOf(student))
      .toMatchObject({ state: 'refunded', seat: 'released', paid: priceCents, refunded: 0 });
  });

  test('a refund that fails at the bank is a matter for a person', async () => {
    const { student, url } = await atCardPage();
    await refuseToExpire();
    await deleting.byServer(student);
    await product.pay(url, cards.refundFails);
    await expect
      .poll(() => keptOf(student))
      .toMatchObject({ state: 'refunded', refunded: 0, reviews: ['member-gone', 'refund-failed'] });
  });

  test('another amount than ordered waits for a person, and holds no seat', async () => {
    const { student, url } = await atCardPage();
    await refuseToExpire();
    await rows(`update enrolment_order set amount_cents = 100 where member_id = $1`, [student.memberId]);
    await deleting.byServer(student);
    await product.pay(url);
    await expect
      .poll(() => keptOf(student))
      .toMatchObject({ state: 'review', seat: 'released', paid: priceCents, reviews: ['amount-differs'] });
  });

  test('a card page that was being made is ended as soon as it is there', async () => {
    const student = await product.buildStudent();
    const cohortId = await product.buildCohort(1);
    await setFaults({ api: { mode: 'slow', path: '/v1/checkout/sessions', method: 'POST', ms: 5_000 } });
    const pressed = checkout(student, cohortId);
    await eventually(async () => (await keptOf(student))?.state === 'draft');
    await deleting.byServer(student);
    // For what follows: the request under way stays slow.
    await setFaults({});
    expect((await pressed).status).toBeGreaterThanOrEqual(400);
    await expect.poll(() => keptOf(student)).toMatchObject({ state: 'cancelled', seat: 'released' });
    const sessions = (await product.call('GET', '/dev/card/sessions.json')).body;
    const [order] = await rows(`select id from enrolment_order where member_id = $1`, [student.memberId]);
    expect(sessions.filter((each: any) => each.client_reference_id === order.id)).toMatchObject([
      { status: 'expired' },
    ]);
  });

  test('a refund whose job failed its last retry is made by the next reconciliation', async () => {
    const student = await unseated();
    // The state that a version without this rule left: member deleted, job failed after its last retry.
    await rows(`delete from member where id = $1`, [student.memberId]);
    await rows(`delete from graphile_worker._private_jobs where key like 'refund-unseated-order-%'`);
    await rows(`update enrolment_order set refund_due_at = now() - interval '2 minutes' where member_id = $1`, [
      student.memberId,
    ]);
    await rows(`select graphile_worker.add_job('reconcile')`);
    await expect.poll(() => keptOf(student)).toMatchObject({ ...paidBack, members: 0 });
  });
});

test('the migration settles orders of members deleted before these rules', async () => {
  const [{ student }, waiting] = [await enrolled(), await atCardPage()];
  await rows(`delete from member where id = any($1)`, [[student.memberId, waiting.student.memberId]]);
  await moneyOfDeletedMembers.up(product.database.db as never);
  await moneyOfDeletedMembers.up(product.database.db as never);
  expect(await keptOf(student)).toMatchObject({ state: 'paid', seat: 'consumed', reviews: ['deleted-member-paid'] });
  expect(await keptOf(waiting.student)).toMatchObject({ state: 'awaiting-payment', seat: 'released' });
  await product.pay(waiting.url);
  await expect.poll(() => keptOf(waiting.student)).toMatchObject(paidBack);
});

test('the nightly job settles, once, orders that a deletion by an older process left unsettled', async () => {
  const [{ student: paid }, waiting, unseatedOne] = [await enrolled(), await atCardPage(), await unseated()];
  const { student: kept } = await enrolled();
  const gone = [paid, waiting.student, unseatedOne].map(({ memberId }) => memberId);
  await rows(`delete from member where id = any($1)`, [gone]);
  const checkAtNight = async () => {
    await rows(`select graphile_worker.add_job('check-invariants')`);
    const waits = () =>
      rows(`select 1 from graphile_worker.jobs where task_identifier = 'check-invariants' and key is null`);
    await eventually(async () => (await waits()).length === 0);
  };
  await checkAtNight();
  const settled = { state: 'paid', seat: 'consumed', members: 0, reviews: ['deleted-member-paid'] };
  expect(await keptOf(paid)).toMatchObject(settled);
  expect(await keptOf(waiting.student)).toMatchObject({ state: 'awaiting-payment', seat: 'released', reviews: [] });
  await expect
    .poll(() => keptOf(unseatedOne))
    .toMatchObject({ ...paidBack, reviews: ['member-gone', 'unseated-order'] });
  expect(await keptOf(kept)).toMatchObject({ state: 'paid', seat: 'consumed', members: 1, reviews: [] });
  // Staff have decided: they are not asked again.
  await rows(`update review_item set resolved_at = now() where kind = 'deleted-member-paid'`);
  await checkAtNight();
  expect(await keptOf(paid)).toMatchObject(settled);
});

test('no job has failed for want of a member', async () => {
  expect(
    await rows(`select last_error from graphile_worker._private_jobs where last_error like '%does not exist%'`),
  ).toEqual([]);
});
