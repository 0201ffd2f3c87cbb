import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSignedIn } from '../../testing/crews.ts';
import { eventually, startTestProduct, type Answer, type TestProduct } from '../../testing/product.ts';
import { enrolmentSite } from '../enrolment-site.ts';

const buyers = 200;
const seats = 5;
const readers = 10;
/** More than there are connections, and few enough to be done long before the longest wait is over on a busy machine. */
const waitingBuyers = 40;
/** Longer than anybody waits for a connection (`database.ts`), in milliseconds. */
const heldMs = 2_500;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

type Person = Awaited<ReturnType<typeof buildSignedIn>>;

/** Members who may pay. */
async function buildMembers(count: number): Promise<Person[]> {
  const { pool } = product.database;
  const people = await Promise.all(Array.from({ length: count }, () => buildSignedIn(pool, enrolmentSite)));
  await pool.query(
    `update member set custom_fields = '{"stage": "2", "eligibility-status": "preapproved"}' where id = any($1)`,
    [people.map(({ memberId }) => memberId)],
  );
  return people;
}

const buy = ({ token }: Person, cohortId: string) =>
  product.call('POST', '/enrolment/checkout', {
    token,
    body: { partner: 'uts', cohortId, paymentType: 'full', acknowledged: true },
  });

/** People who look at their own account again and again until they are told to stop. */
function startReading(people: readonly Person[]) {
  const over = new AbortController();
  const statuses: number[] = [];
  const reading = people.map(async ({ token }) => {
    while (!over.signal.aborted) statuses.push((await product.call('GET', '/member', { token })).status);
  });
  return {
    statuses,
    async stop() {
      over.abort();
      await Promise.all(reading);
    },
  };
}

/** Locks a class, as a buyer in another process does. @returns how to let go of it */
async function lockCohort(cohortId: string): Promise<() => Promise<void>> {
  const holder = await product.database.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from cohort where id = $1 for no key update', [cohortId]);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

/** How many requests wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await product.database.pool.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'intake' and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

const outcomeOf = ({ status, body }: Answer): string => (status === 200 ? 'may pay' : body.error.code);

const count = (outcomes: readonly string[], wanted: string) => outcomes.filter((each) => each === wanted).length;

test(`of ${buyers} buyers at once ${seats} have a seat, hardly any is asked to come back, and no reader is`, async () => {
  const [people, cohortId] = [await buildMembers(buyers), await product.buildCohort(seats)];
  const reading = startReading(await buildMembers(readers));
  const answers = await Promise.all(people.map((person) => buy(person, cohortId)));
  await reading.stop();
  const outcomes = answers.map(outcomeOf);
  expect(new Set(reading.statuses)).toEqual(new Set([200]));
  expect(count(outcomes, 'service-unavailable')).toBeLessThanOrEqual(buyers * 0.05);
  expect(count(outcomes, 'may pay')).toBe(seats);
  expect(count(outcomes, 'cohort-full')).toBe(buyers - seats - count(outcomes, 'service-unavailable'));

  await Promise.all(answers.filter(({ status }) => status === 200).map(({ body }) => product.pay(body.data.url)));
  await eventually(async () => {
    const { rows } = await product.database.pool.query(
      `select 1 from enrolment_order join seat_claim on order_id = enrolment_order.id
       where enrolment_order.cohort_id = $1 and enrolment_order.state = 'paid' and seat_claim.state = 'consumed'`,
      [cohortId],
    );
    return rows.length === seats;
  });
  const again = await Promise.all(people.map((person) => buy(person, cohortId)));
  expect(count(again.map(outcomeOf), 'already-enrolled')).toBe(seats);
});

test('no buyer is asked to come back while another process holds a class for longer than a connection is waited for', async () => {
  const [people, cohortId] = [await buildMembers(waitingBuyers), await product.buildCohort(seats)];
  const unlock = await lockCohort(cohortId);
  const buying = Promise.all(people.map((person) => buy(person, cohortId)));
  await eventually(async () => (await countWaiting()) >= seats);
  await sleep(heldMs);
  await unlock();
  const outcomes = (await buying).map(outcomeOf);
  expect(new Set(outcomes)).toEqual(new Set(['may pay', 'cohort-full']));
  expect(count(outcomes, 'may pay')).toBe(seats);
});

test('no reader waits for a class that another process holds, and who was asked to come back is told the truth', async () => {
  const [people, cohortId] = [await buildMembers(buyers), await product.buildCohort(seats)];
  const reading = startReading(await buildMembers(readers));
  const unlock = await lockCohort(cohortId);
  const buying = Promise.all(people.map((person) => buy(person, cohortId)));
  await eventually(async () => (await countWaiting()) >= seats);
  const readUntilThen = reading.statuses.length;
  await eventually(async () => reading.statuses.length >= readUntilThen + 2 * readers);
  await unlock();
  const first = await buying;
  await reading.stop();
  expect(new Set(reading.statuses)).toEqual(new Set([200]));

  const later: Answer[] = [];
  for (const person of people) later.push(await buy(person, cohortId));
  expect(new Set(later.map(outcomeOf))).toEqual(new Set(['may pay', 'cohort-full']));
  expect(count(later.map(outcomeOf), 'may pay')).toBe(seats);
  for (const [index, { status, body }] of first.entries())
    if (status === 200) expect(later[index]!.body.data.orderId).toBe(body.data.orderId);
});
