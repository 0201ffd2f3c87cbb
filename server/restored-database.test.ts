import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from './platform/env.ts';
import { createHttpServer } from './platform/http/server.ts';
import { createLog } from './platform/log.ts';
import { startCardSandbox } from './platform/stand-ins/card-sandbox/card-sandbox.ts';
import { createProduct } from './product.ts';
import { createBuying } from './testing/buying.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from './testing/database.ts';
import { createTestClient, eventually, freePort, type Student, type TestProduct } from './testing/product.ts';

/**
 * The card provider is a program of its own here and keeps its memory, while the product's database goes back to an
 * earlier moment, as after a restore.
 */

const webhookSecret = 'whsec_of_restored_databases';
const priceCents = 1_237_500;
const log = createLog('silent');
/** How long ago everything happened after the moment: longer than the list of checkouts is read at each comparison. */
const hoursAgo = 9;

interface People {
  /** Stands before the card page at the moment, and pays after it. */
  late: Student;
  /** Enrolled at the moment; staff pay the money back after it. */
  refunded: Student;
  /** Enrolled at the moment; the bank takes the money back after it. */
  disputed: Student;
  /** Paid and without a seat at the moment; takes the money back after it. */
  unseated: Student;
  /** Unknown at the moment; pays after it. */
  stranger: Student;
}

let provider: TestDatabase;
let close: () => Promise<void>;
let press: (path: string, body: object) => Promise<void>;
let run: (database: TestDatabase) => Promise<Omit<TestProduct, 'stop'> & { stop(): Promise<void> }>;
let people: People;
let receipt: string[];
let original: TestDatabase;
/** Two copies of the database at the moment. */
let restored: TestDatabase;
let control: TestDatabase;

beforeAll(async () => {
  const port = await freePort();
  provider = await createTestDatabase();
  const sandbox = await startCardSandbox({
    db: provider.db,
    publicUrl: 'http://cards.test',
    webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`,
    webhookSecret,
    log,
  });
  const pages = createHttpServer({ log, trustedProxies: [] });
  await sandbox.routes(pages);
  press = async (url, payload) => {
    const { statusCode, body } = await pages.inject({ method: 'POST', url, payload });
    if (statusCode !== 200) throw new Error(`the card provider answered ${statusCode}: ${body}`);
  };
  close = async () => {
    await pages.close();
    await sandbox.close();
    await Promise.all([provider, original, restored, control].map((each) => each?.drop()));
  };
  run = async (database) => {
    const env = readEnv({
      ...database.variables,
      PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.0/8',
      STRIPE_SECRET_KEY: 'sk_test_restored',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: sandbox.apiBase,
    });
    const product = await createProduct(env, database.url, log);
    await product.app.listen({ port, host: '127.0.0.1' });
    return { ...createTestClient(`http://127.0.0.1:${port}`, database), stop: () => product.stop() };
  };
  original = await createTestDatabase();
  people = await liveThroughIt();
});
afterAll(() => close());

const pay = (url: string) =>
  press(new URL(url).pathname, { number: '4242424242424242', expiry: '12 / 34', cvc: '123', name: 'Ana Silva' });

/** What happens before the moment and after it. */
async function liveThroughIt(): Promise<People> {
  let product = await run(original);
  const { checkout, orderOf, mailsTo } = createBuying(() => product);
  const cohortId = await product.buildCohort(20);
  const goToPay = async (cohort = cohortId) => {
    const student = await product.buildStudent();
    return { student, url: (await checkout(student, cohort)).body.data.url as string };
  };
  const untilState = (student: Student, state: string) =>
    eventually(async () => (await orderOf(student)).state === state);
  const enrol = async () => {
    const { student, url } = await goToPay();
    await pay(url);
    await untilState(student, 'paid');
    return student;
  };
  const [refunded, disputed] = [await enrol(), await enrol()];
  const small = await product.buildCohort(1);
  const { student: unseated, url: lostSeat } = await goToPay(small);
  await original.pool.query(`update seat_claim set expires_at = now() - interval '1 minute' where member_id = $1`, [
    unseated.memberId,
  ]);
  await goToPay(small);
  await pay(lostSeat);
  await untilState(unseated, 'unseated');
  const { student: late, url } = await goToPay();
  await untilDelivered();

  await product.stop();
  restored = await copyTestDatabase(original);
  control = await copyTestDatabase(original);
  product = await run(original);
  const known = await provider.pool.query<{ id: string }>('select id from card_sandbox_object');

  await pay(url);
  await untilState(late, 'paid');
  await press('/dev/card/refunds', { payment_intent: await paymentOf(refunded) });
  await untilState(refunded, 'refunded');
  for (const status of ['needs_response', 'lost'])
    await press('/dev/card/disputes', { payment_intent: await paymentOf(disputed), status });
  await untilState(disputed, 'refunded');
  expect((await unseated.post('/enrolment/order/resolve', { choice: 'refund' })).status).toBe(200);
  await untilState(unseated, 'refunded');
  const stranger = await enrol();
  await untilDelivered();
  const isReceipt = ({ subject }: { subject: string }) => !/refund/i.test(subject);
  const mails = (await mailsTo(late.email)) as unknown as { id: string; subject: string }[];
  receipt = mails.filter(isReceipt).map(({ id }) => id);
  await product.stop();
  await provider.pool.query(
    `update card_sandbox_object
     set data = jsonb_set(data, '{created}', to_jsonb((data->>'created')::bigint - $1::int * 3600))
     where kind in ('event', 'session') and id <> all($2)`,
    [hoursAgo, known.rows.map(({ id }) => id)],
  );
  return { late, refunded, disputed, unseated, stranger };
}

/** The payment that was recorded first for a member, in any state of the database. */
async function paymentOf({ memberId }: Student): Promise<string> {
  const { rows } = await original.pool.query<{ id: string }>(
    `select p.provider_payment_id as id from payment p join enrolment_order o on o.id = p.order_id where o.member_id = $1`,
    [memberId],
  );
  return rows[0]!.id;
}

/** Every event was acknowledged, so that the provider sends none of them again. */
const untilDelivered = () =>
  eventually(async () => {
    const { rows } = await provider.pool.query(`select from card_sandbox_task where kind = 'deliver'`);
    return rows.length === 0;
  });

const compareFrom = (database: TestDatabase, hours: number) =>
  database.pool.query(`update card_comparison set compared_until = now() - make_interval(hours => $1)`, [hours]);

const countRefunds = async () =>
  (await provider.pool.query(`select from card_sandbox_object where kind = 'refund'`)).rows.length;

const stateOf = async (database: TestDatabase, { memberId }: Student) =>
  (await database.pool.query<{ state: string }>(`select state from enrolment_order where member_id = $1`, [memberId]))
    .rows[0]?.state;

const reviewsOf = async (database: TestDatabase) =>
  (await database.pool.query<{ kind: string; note: string }>(`select kind, note from review_item order by kind`)).rows;

test('a restored database learns from the provider what was paid, paid back and disputed since, and lists what it cannot know', async () => {
  const refundsBefore = await countRefunds();
  // The moment lies before everything that it has forgotten.
  await compareFrom(restored, hoursAgo + 1);
  const product = await run(restored);
  await expect.poll(() => stateOf(restored, people.late)).toBe('paid');
  await expect.poll(() => stateOf(restored, people.refunded)).toBe('refunded');
  await expect.poll(() => stateOf(restored, people.disputed)).toBe('refunded');
  await expect.poll(() => stateOf(restored, people.unseated)).toBe('refunded');
  expect(await stateOf(restored, people.stranger)).toBeUndefined();
  await expect
    .poll(async () => (await reviewsOf(restored)).filter(({ kind }) => kind === 'unknown-payment'))
    .toEqual([
      {
        kind: 'unknown-payment',
        note: expect.stringMatching(/^Paid, .*: NZD 12,375\.00, pi_\w+, reference ord_\w+, .*enrol them, or pay/),
      },
    ]);
  // Who was paid back before the restore is not paid back again.
  expect(await countRefunds()).toBe(refundsBefore);
  const { rows } = await provider.pool.query<{ cents: number }>(
    `select sum((data->>'amount')::int)::int as cents from card_sandbox_object
     where kind = 'refund' and data->>'payment_intent' = $1`,
    [await paymentOf(people.unseated)],
  );
  expect(rows).toEqual([{ cents: priceCents }]);
  // The second copy of the receipt has the Message-ID of the first, by which mail programs drop it.
  const { mailsTo } = createBuying(() => product);
  await expect
    .poll(async () => ((await mailsTo(people.late.email)) as unknown as { id: string }[]).map(({ id }) => id))
    .toEqual(expect.arrayContaining(receipt));
  expect(receipt.length).toBeGreaterThan(0);
  await product.stop();
});

test('without the look back to the restored moment nothing of that is known (negative control)', async () => {
  await compareFrom(control, 0);
  const product = await run(control);
  await eventually(async () => {
    const { rows } = await control.pool.query(
      `select from card_comparison where compared_until > now() - interval '1 minute' and exists (
         select from provider_event) and not exists (
         select from graphile_worker.jobs where task_identifier in ('compare-with-card-provider', 'reconcile') and key like '%at-start')`,
    );
    return rows.length === 1;
  });
  expect(await stateOf(control, people.refunded)).toBe('paid');
  expect(await stateOf(control, people.disputed)).toBe('paid');
  expect((await reviewsOf(control)).filter(({ kind }) => kind === 'unknown-payment')).toEqual([]);
  await product.stop();
});
