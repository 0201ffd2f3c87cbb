import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBookDifferences } from '../../testing/books.ts';
import { createBuying } from '../../testing/buying.ts';
import { buildSignedIn } from '../../testing/crews.ts';
import { createDeleting, type Deleting } from '../../testing/deleting.ts';
import {
  cards,
  eventually,
  startTestProduct,
  type Answer,
  type Student,
  type TestProduct,
} from '../../testing/product.ts';
import { createRandom, testSeed, type Random } from '../../testing/random.ts';

const orders = 100;
const atOnce = 6;

let product: TestProduct;
let deleting: Deleting;
beforeAll(async () => {
  product = await startTestProduct();
  deleting = await createDeleting(product);
});
afterAll(() => product.stop());

const { checkout, enrolled, paymentOf } = createBuying(() => product);
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const setFaults = (body: unknown) => product.call('POST', '/dev/card/faults', { body });
const differences = () => findBookDifferences(product.database);

/** Runs reconciliation, for which orders younger than its idle minute are aged first. */
async function reconcile(): Promise<void> {
  for (const table of ['enrolment_order', 'refund'])
    await query(`update ${table} set updated_at = updated_at - interval '2 minutes'`);
  await query(`update provider_event set received_at = received_at - interval '2 minutes' where processed_at is null`);
  for (const job of ['reconcile', 'compare-with-card-provider'])
    await query('select graphile_worker.add_job($1)', [job]);
}

/** Waits until both books agree in spite of lost events, and reports the differences if they never do. */
async function expectAgreement(seed: number | string): Promise<void> {
  await eventually(
    async () => {
      if ((await differences()).length === 0) return true;
      await reconcile();
      // The comparison runs in a worker, so it is queued again only after the last one has ended.
      await eventually(
        async () =>
          (
            await query(
              `select from graphile_worker.jobs where task_identifier in ('reconcile', 'compare-with-card-provider') and attempts = 0`,
            )
          ).length === 0,
      );
      return (await differences()).length === 0;
    },
    { withinMs: 120_000 },
  ).catch(() => undefined);
  expect(await differences(), `seed ${seed}`).toEqual([]);
}

const moments = ['before the answer', 'at the card page', 'while paying', 'after paying', 'later', 'never'] as const;
const paidWith = [cards.success, cards.success, cards.success, cards.settlesLater, cards.failsLater, cards.declined];

/** Inserts a student who may pay: a hundred sign-ups over HTTP would only measure hashing. */
async function buildStudent(): Promise<Student> {
  const { memberId, email, token } = await buildSignedIn(product.database.pool, 'app_enrolment');
  await query(
    `update member set custom_fields = custom_fields || '{"stage": "2", "eligibility-status": "preapproved"}' where id = $1`,
    [memberId],
  );
  const get: Student['get'] = (path) => product.call('GET', path, { token });
  return { memberId, email, token, get, post: (path, body) => product.call('POST', path, { token, body }) };
}

/** One student from the press on "pay" to the end of the card page. */
async function runOrder(random: Random, cohortIds: readonly string[]): Promise<Run> {
  const { pick } = random;
  const wish = { paymentType: pick(['full', 'deposit']), partner: pick(['uts', 'mtu']) };
  const run = {
    moment: pick(moments),
    card: pick(paidWith),
    cohortId: pick(cohortIds),
    losesHold: random.int(4) === 0,
  };
  const student = await buildStudent();
  const removeAt = async (moment: string) => {
    if (run.moment === moment) await persist(() => deleting.byServer(student));
  };
  const pressed = persist(() => checkout(student, run.cohortId, wish));
  await Promise.all([pressed, removeAt('before the answer')]);
  const url: string | undefined = (await pressed).body.data?.url;
  await removeAt('at the card page');
  if (url !== undefined) {
    if (run.losesHold)
      await query(
        `update seat_claim set expires_at = now() - interval '1 second' where member_id = $1 and state = 'live'`,
        [student.memberId],
      );
    await Promise.all([product.pay(url, run.card), removeAt('while paying')]);
  }
  await removeAt('after paying');
  return { student, isDeletedLater: run.moment === 'later' };
}

interface Run {
  student: Student;
  isDeletedLater: boolean;
}

/** Refunds and disputes after payment, while the last members are deleted. */
async function goOn(random: Random, { student, isDeletedLater }: Run): Promise<void> {
  const what = random.int(6);
  const remove = () => (isDeletedLater ? persist(() => deleting.byServer(student)) : undefined);
  const isEarly = random.int(2) === 0;
  if (isEarly) await remove();
  for (const payment_intent of await listKept(student)) {
    const refund = (amount?: number) => product.call('POST', '/dev/card/refunds', { body: { payment_intent, amount } });
    if (what === 0) await refund(5_000);
    if (what === 1) await refund();
    if (what === 2)
      for (const status of ['needs_response', 'lost'])
        await product.call('POST', '/dev/card/disputes', { body: { payment_intent, status } });
  }
  if (!isEarly) await remove();
}

const listKept = async ({ memberId }: Student): Promise<string[]> =>
  (
    await query(
      `select p.provider_payment_id as id from payment p join enrolment_order o on o.id = p.order_id
       where o.member_id = $1 and o.state in ('paid', 'unseated')`,
      [memberId],
    )
  ).map(({ id }) => id);

/** Works through a list with bounded concurrency. */
async function forEachOf<T>(list: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  const left = list.values();
  const worker = async () => {
    for (const each of left) await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

test(
  `the provider's books and ours agree after ${orders} random orders with members deleted at random moments`,
  { timeout: 300_000 },
  async () => {
    const random = createRandom(testSeed);
    const cohortIds = await Promise.all(Array.from({ length: 5 }, () => product.buildCohort(12)));
    // Events come late, twice, in any order or never, and some card pages cannot be ended.
    const trouble = { duplicate: 2, delayMs: 200, shuffle: true };
    const api = { mode: '500', method: 'POST', path: '/v1/checkout/sessions/cs_', times: 18 };
    await setFaults({ events: { ...trouble, drop: 0.1 }, settleSeconds: 1, api });
    const runs: Run[] = [];
    await forEachOf(Array.from({ length: orders }, String), async () => runs.push(await runOrder(random, cohortIds)));
    // A refund begun at the provider is known by its events alone: no fault here loses all of them.
    await setFaults({ events: trouble, settleSeconds: 1 });
    await forEachOf(runs, (run) => goOn(random, run));
    await product.call('DELETE', '/dev/card/faults');
    await expectAgreement(testSeed);

    const [found] = await query(
      `select count(*)::int as payments, count(*) filter (where member.id is null)::int as "ofDeleted",
         (select count(*)::int from refund where state = 'succeeded') as refunds
       from payment join enrolment_order o on o.id = payment.order_id left join member on member.id = o.member_id`,
    );
    console.log('books:', JSON.stringify({ seed: testSeed, ...found }));
    expect(found.ofDeleted).toBeGreaterThan(5);
    expect(found.refunds).toBeGreaterThan(5);
    expect(
      await query(`select last_error from graphile_worker._private_jobs where last_error like '%does not exist%'`),
    ).toEqual([]);
  },
);

/** Negative control: the comparison detects each kind of difference. */
test('a payment, a refund or a reason that is missing in the books is found', async () => {
  await expectAgreement('control');
  const { student } = await enrolled();
  const id = await paymentOf(student);
  await query(`update payment set amount_cents = amount_cents - 1 where provider_payment_id = $1`, [id]);
  expect(await differences()).toEqual([`${id}: the provider has 1237500, we have written down 1237499`]);
  await query(`update payment set amount_cents = amount_cents + 1 where provider_payment_id = $1`, [id]);

  // Deleted by SQL, without the deletion's duties, as versions before them did.
  await query(`delete from member where id = $1`, [student.memberId]);
  expect(await differences()).toEqual([`${id}: kept in state paid without a reason`]);

  await setFaults({ events: { drop: true } });
  await product.call('POST', '/dev/card/refunds', { body: { payment_intent: id } });
  const heardOfNothing = await differences();
  expect(heardOfNothing).toContain(`${id}: 1237500 went back, we have written down 0`);

  const late = await product.buildStudent();
  const { url } = (await checkout(late, await product.buildCohort(1))).body.data;
  await query(`delete from member where id = $1`, [late.memberId]);
  await product.pay(url);
  const more = (await differences()).filter((difference) => !heardOfNothing.includes(difference));
  expect(more).toEqual([
    expect.stringMatching(/the provider has 1237500, we have written down nothing$/),
    expect.stringMatching(/^INT-.*: a seat is held for a member who is gone$/),
  ]);

  // Reconciliation repairs it without any event.
  await product.call('DELETE', '/dev/card/faults');
  await reconcile();
  await eventually(async () => {
    const left = await differences();
    return more.every((difference) => !left.includes(difference));
  });
});

/** Retries while the product is busy or its circuit breaker to the provider is open. */
async function persist<T extends Answer | string>(ask: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    const answer = await ask().catch((error: unknown) => error as Error);
    if (!(answer instanceof Error) && (typeof answer === 'string' || answer.status < 500)) return answer;
    if (tried === 200) throw answer instanceof Error ? answer : new Error(JSON.stringify(answer));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
