import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { runJob } from '../../../testing/workers.ts';
import type { ProviderCheckout } from '../card-checkouts.ts';
import type { CardProvider } from '../card-provider.ts';
import { createLog } from '../../log.ts';
import { cardEventJobs, receiveCardEvent, type CardEventServices, type CardNews } from './intake.ts';

let database: TestDatabase;
let services: CardEventServices;
beforeAll(async () => {
  database = await createTestDatabase();
  services = { db: database.db, cards, log: createLog('silent') };
});
afterAll(() => database.drop());

const paid: ProviderCheckout = {
  id: 'cs_paid',
  status: 'complete',
  paymentStatus: 'paid',
  amountCents: 100,
  currency: 'NZD',
  reference: 'whose',
  url: null,
  live: false,
  createdAt: new Date(0),
  payment: null,
  customerId: null,
  subscriptionId: null,
};
/** One whose payment the provider names. */
const bought: ProviderCheckout = {
  ...paid,
  id: 'cs_bought',
  payment: { id: 'pi_bought', state: 'succeeded', receivedCents: 100 },
};
const event = { id: 'evt_1', type: 'charge.refunded', live: false, objectId: 'ch_1', paymentId: 'pi_1' };

/** A provider of which only what is asked here exists. */
const cards = {
  live: false,
  readEvent: (raw: Buffer) => ({ ...event, subscriptionId: 'sub_1', ...JSON.parse(raw.toString()) }),
  findCheckout: async (id: string) => [paid, bought].find((checkout) => checkout.id === id),
  findCheckoutOfPayment: async () => paid,
  async *listCheckouts() {
    yield paid;
    yield { ...paid, id: 'cs_trial', paymentStatus: 'no_payment_required' as const };
    yield { ...paid, id: 'cs_settling', paymentStatus: 'unpaid' as const };
    yield { ...paid, id: 'cs_open', status: 'open' as const, paymentStatus: 'no_payment_required' as const };
  },
} as unknown as CardProvider;

const receive = (changes: object) => receiveCardEvent(services, Buffer.from(JSON.stringify(changes)), 'signed');

/** Runs a job as the queue would. @returns the news each of two domains was told */
async function run(name: string, payload: unknown, first: 'mine' | 'not mine') {
  const told: CardNews[][] = [[], []];
  const jobs = cardEventJobs(services, [
    async (news) => (told[0]!.push(news), first),
    async (news) => (told[1]!.push(news), 'not mine'),
  ]);
  await runJob(jobs, name, payload);
  return told;
}

test('an event is kept and its job queued once, however often it comes', async () => {
  for (let times = 0; times < 3; times++) await receive({ id: 'evt_thrice' });
  const { rows } = await database.pool.query(
    `select (select count(*)::int from provider_event where id = 'evt_thrice') as events,
            (select count(*)::int from graphile_worker._private_jobs where key = 'card-event-evt_thrice') as jobs`,
  );
  expect(rows).toEqual([{ events: 1, jobs: 1 }]);
});

test('news goes to who owns it, with the checkout as the provider describes it now, and only once', async () => {
  await receive({ id: 'evt_owned' });
  const news = {
    type: 'charge.refunded',
    checkoutId: null,
    paymentId: 'pi_1',
    subscriptionId: 'sub_1',
    checkout: paid,
  };
  expect(await run('card-event', { eventId: 'evt_owned' }, 'mine')).toEqual([[news], []]);
  expect(await run('card-event', { eventId: 'evt_owned' }, 'mine')).toEqual([[], []]);
});

describe('the events of one payment', () => {
  const receiveAll = async () => {
    await receive({ id: 'evt_intent', type: 'payment_intent.succeeded', objectId: 'pi_bought', paymentId: null });
    await receive({ id: 'evt_refund', type: 'charge.refunded', paymentId: 'pi_bought' });
    await receive({ id: 'evt_charge', type: 'charge.succeeded', paymentId: 'pi_bought' });
    await receive({
      id: 'evt_done',
      type: 'checkout.session.completed',
      objectId: 'cs_bought',
      paymentId: 'pi_bought',
    });
  };
  const runFor = async (eventId: string) => (await run('card-event', { eventId }, 'mine'))[0];

  test('are worked off with the one that enrols first, whichever came first', async () => {
    await receiveAll();
    const { rows } = await database.pool.query<{ key: string }>(
      `select key from graphile_worker._private_jobs where key like any('{%_intent,%_refund,%_charge,%_done}')
       order by priority, run_at, id`,
    );
    expect(rows.map(({ key }) => key)).toEqual(
      ['evt_done', 'evt_refund', 'evt_intent', 'evt_charge'].map((id) => `card-event-${id}`),
    );
  });

  test('are told once, but for those that say something else', async () => {
    await receiveAll();
    expect(await runFor('evt_done')).toMatchObject([{ checkoutId: 'cs_bought', checkout: bought }]);
    expect(await runFor('evt_intent')).toEqual([]);
    expect(await runFor('evt_charge')).toEqual([]);
    expect(await runFor('evt_refund')).toMatchObject([{ type: 'charge.refunded' }]);
  });

  test('that come after the provider was asked are told again', async () => {
    await receive({ id: 'evt_late', type: 'charge.succeeded', paymentId: 'pi_bought' });
    expect(await runFor('evt_late')).toHaveLength(1);
  });
});

test('what the first domain does not own is left to the next', async () => {
  await receive({ id: 'evt_left', type: 'checkout.session.completed', objectId: 'cs_paid', paymentId: null });
  const [one, two] = await run('card-event', { eventId: 'evt_left' }, 'not mine');
  expect(two).toEqual(one);
  expect(one).toMatchObject([{ checkoutId: 'cs_paid', checkout: paid }]);
});

test('an event of the other mode is told to nobody', async () => {
  await receive({ id: 'evt_live', live: true });
  expect(await run('card-event', { eventId: 'evt_live' }, 'not mine')).toEqual([[], []]);
});

test('comparing queues events again that lost their job, and tells of every checkout that is paid or costs nothing', async () => {
  await receive({ id: 'evt_lost' });
  await database.pool.query(
    `update provider_event set received_at = now() - interval '2 minutes' where id = 'evt_lost'`,
  );
  await database.pool.query(`select graphile_worker.remove_job('card-event-evt_lost')`);
  const [, told] = await run('compare-with-card-provider', {}, 'not mine');
  expect(told!.map((news) => news.checkoutId)).toEqual(['cs_paid', 'cs_trial']);
  const { rows } = await database.pool.query(
    `select 1 from graphile_worker._private_jobs where key = 'card-event-evt_lost'`,
  );
  expect(rows).toHaveLength(1);
});
