import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namedAtOnce } from '../../../platform/database/database.ts';
import { buildSignedIn } from '../../../testing/crews.ts';
import { eventually, startTestProduct, type Answer, type TestProduct } from '../../../testing/product.ts';
import { untilNotBusy } from '../../../testing/until-not-busy.ts';
import { enrolmentSite } from '../../enrolment-site.ts';

const buyers = 200;
const seats = 5;
const readers = 10;
/** More than the pool has connections, and few enough to finish within the longest wait on a busy machine. */
const waitingBuyers = 40;
/** More than the transactions that a process runs at a time. */
const latePayers = 12;
/** Longer than the pool's limit for a connection (`database.ts`), in milliseconds. */
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

/** The same, asked again while it is refused as busy. */
const buyInTheEnd = (person: Person, cohortId: string) => untilNotBusy(() => buy(person, cohortId));

/**
 * Members who read their own account in a loop until stopped. Under way when this returns: the product has opened its
 * connections to the database, which takes long on a busy machine.
 */
async function startReading(people: readonly Person[]) {
  const over = new AbortController();
  const statuses: number[] = [];
  const reading = people.map(async ({ token }) => {
    while (!over.signal.aborted) statuses.push((await product.call('GET', '/member', { token })).status);
  });
  await eventually(async () => statuses.length >= 10 * people.length);
  return {
    statuses,
    async stop() {
      over.abort();
      await Promise.all(reading);
    },
  };
}

/** Locks a cohort, as a buyer in another process does. @returns releases the lock */
async function lockCohort(cohortId: string): Promise<() => Promise<void>> {
  const holder = await product.database.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from cohort where id = $1 for no key update', [cohortId]);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

/** Number of database sessions that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await product.database.pool.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'intake' and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

const outcomeOf = ({ status, body }: Answer): string => (status === 200 ? 'may pay' : body.error.code);

const count = (outcomes: readonly string[], wanted: string) => outcomes.filter((each) => each === wanted).length;

test(`of ${buyers} concurrent buyers ${seats} get a seat, hardly any is refused as busy, and no reader is`, async () => {
  const [people, cohortId] = [await buildMembers(buyers), await product.buildCohort(seats)];
  const reading = await startReading(await buildMembers(readers));
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
  const again = await Promise.all(people.map((person) => buyInTheEnd(person, cohortId)));
  expect(count(again.map(outcomeOf), 'already-enrolled')).toBe(seats);
});

test('no buyer is refused as busy while another process locks a cohort for longer than the pool’s limit', async () => {
  const [people, cohortId] = [await buildMembers(waitingBuyers), await product.buildCohort(seats)];
  const unlock = await lockCohort(cohortId);
  const buying = Promise.all(people.map((person) => buy(person, cohortId)));
  await eventually(async () => (await countWaiting()) >= namedAtOnce);
  await sleep(heldMs);
  await unlock();
  const outcomes = (await buying).map(outcomeOf);
  expect(new Set(outcomes)).toEqual(new Set(['may pay', 'cohort-full']));
  expect(count(outcomes, 'may pay')).toBe(seats);
});

test('no reader waits for a cohort that another process locks, and a buyer refused as busy gets the right answer later', async () => {
  const [people, cohortId] = [await buildMembers(buyers), await product.buildCohort(seats)];
  const reading = await startReading(await buildMembers(readers));
  const unlock = await lockCohort(cohortId);
  const buying = Promise.all(people.map((person) => buy(person, cohortId)));
  await eventually(async () => (await countWaiting()) >= namedAtOnce);
  const readUntilThen = reading.statuses.length;
  await eventually(async () => reading.statuses.length >= readUntilThen + 2 * readers);
  await unlock();
  const first = await buying;
  await reading.stop();
  expect(new Set(reading.statuses)).toEqual(new Set([200]));

  const later: Answer[] = [];
  for (const person of people) later.push(await buyInTheEnd(person, cohortId));
  expect(new Set(later.map(outcomeOf))).toEqual(new Set(['may pay', 'cohort-full']));
  expect(count(later.map(outcomeOf), 'may pay')).toBe(seats);
  for (const [index, { status, body }] of first.entries())
    if (status === 200) expect(later[index]!.body.data.orderId).toBe(body.data.orderId);
});

test('payments that come after their holds have ended wait for the cohort without keeping other transactions from a connection', async () => {
  const [people, cohortId] = [await buildMembers(latePayers), await product.buildCohort(latePayers)];
  await product.call('POST', '/dev/card/faults', { body: { events: { drop: true } } });
  const urls: string[] = [];
  for (const person of people) urls.push((await buyInTheEnd(person, cohortId)).body.data.url);
  await Promise.all(urls.map((url) => product.pay(url)));
  const { pool } = product.database;
  await pool.query(`update seat_claim set expires_at = now() - interval '1 minute' where cohort_id = $1`, [cohortId]);
  const others = await buildMembers(3);

  const unlock = await lockCohort(cohortId);
  const confirm = () =>
    Promise.all(
      people.map(({ token }, at) =>
        product.call('POST', '/enrolment/payments/confirm', {
          token,
          body: { sessionId: new URL(urls[at]!).pathname.split('/').at(-1) },
        }),
      ),
    );
  const confirming = confirm();
  await eventually(async () => (await countWaiting()) >= namedAtOnce);
  // Transactions of other members, who wait for a connection two seconds at most.
  const meanwhile = await Promise.all(
    others.map(({ token }) =>
      product.call('POST', '/member', { token, body: { customFields: { 'first-name': 'Mere' } } }),
    ),
  );
  await unlock();
  await confirming;
  expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200]);

  // One that was refused as busy is confirmed by a later look.
  await eventually(async () => (await confirm()).every(({ status }) => status === 200));
  const { rows } = await pool.query(`select state from enrolment_order where cohort_id = $1`, [cohortId]);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['paid']));
  await product.call('POST', '/dev/card/faults', { body: {} });
});
