import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { runJob } from '../../../testing/workers.ts';
import type { ProviderCheckout } from '../card-checkouts.ts';
import type { TimeSpan } from '../card-events.ts';
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

/** The spans that the provider was asked for, and the ids of the events it lists. */
const spans: TimeSpan[] = [];
let listed: string[] = [];
/** Seconds that the provider takes for each event and checkout of its lists. */
let secondsEach = 0;
/** The newest event of the list; each further one is an hour older. */
const newestMs = Date.now() - 3_600_000;
/** Checkouts that are listed beside the others, each a minute older. */
let manyCheckouts = 0;

/** Lets time pass, of the fake clock that a slow list needs. */
const pass = (seconds: number) => void (seconds > 0 && vi.advanceTimersByTime(seconds * 1_000));

/** A provider with the calls that intake uses. */
const cards = {
  live: false,
  readEvent: (raw: Buffer) => ({ ...event, subscriptionId: 'sub_1', ...JSON.parse(raw.toString()) }),
  findCheckout: async (id: string) => [paid, bought].find((checkout) => checkout.id === id),
  findCheckoutOfPayment: async () => paid,
  async *listEvents(span: TimeSpan) {
    spans.push(span);
    for (const [hours, id] of listed.entries()) {
      const createdAt = new Date(newestMs - hours * 3_600_000);
      if (span.until && createdAt > span.until) continue;
      pass(secondsEach);
      yield { ...event, id, subscriptionId: null, isAcknowledged: true, createdAt };
    }
  },
  async *listCheckouts({ until }: TimeSpan) {
    for (let minutes = 1; minutes <= manyCheckouts; minutes++) {
      const createdAt = new Date(newestMs - minutes * 60_000);
      if (until && createdAt > until) continue;
      pass(secondsEach);
      yield { ...paid, id: `cs_${minutes}`, createdAt };
    }
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

test('news goes once to the domain that owns it, with the checkout in its present state at the provider', async () => {
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

  test('are processed with the one that enrols first, in any order of arrival', async () => {
    await receiveAll();
    const { rows } = await database.pool.query<{ key: string }>(
      `select key from graphile_worker._private_jobs where key like any('{%_intent,%_refund,%_charge,%_done}')
       order by priority, run_at, id`,
    );
    expect(rows.map(({ key }) => key)).toEqual(
      ['evt_done', 'evt_refund', 'evt_intent', 'evt_charge'].map((id) => `card-event-${id}`),
    );
  });

  test('are handled at once, but for those that the checkout’s event will have covered', async () => {
    await receiveAll();
    const { rows } = await database.pool.query<{ id: string; seconds: number }>(
      `select e.id, extract(epoch from j.run_at - e.received_at)::float8 as seconds
       from provider_event e join graphile_worker._private_jobs j on j.key = 'card-event-' || e.id
       where e.id = any('{evt_done,evt_refund,evt_intent,evt_charge}')`,
    );
    const delayed = rows.filter(({ seconds }) => seconds > 0).map(({ id }) => id);
    expect(rows).toHaveLength(4);
    expect(new Set(delayed)).toEqual(new Set(['evt_intent', 'evt_charge']));
  });

  test('are handled once, except for those that say something else', async () => {
    await receiveAll();
    expect(await runFor('evt_done')).toMatchObject([{ checkoutId: 'cs_bought', checkout: bought }]);
    expect(await runFor('evt_intent')).toEqual([]);
    expect(await runFor('evt_charge')).toEqual([]);
    expect(await runFor('evt_refund')).toMatchObject([{ type: 'charge.refunded' }]);
  });

  test('that arrive after the look-up are handled again', async () => {
    await receive({ id: 'evt_late', type: 'charge.succeeded', paymentId: 'pi_bought' });
    expect(await runFor('evt_late')).toHaveLength(1);
  });
});

test('news that the first domain does not own is passed to the next', async () => {
  await receive({ id: 'evt_left', type: 'checkout.session.completed', objectId: 'cs_paid', paymentId: null });
  const [one, two] = await run('card-event', { eventId: 'evt_left' }, 'not mine');
  expect(two).toEqual(one);
  expect(one).toMatchObject([{ checkoutId: 'cs_paid', checkout: paid }]);
});

test('an event of the other mode (live or test) reaches no domain', async () => {
  await receive({ id: 'evt_live', live: true });
  expect(await run('card-event', { eventId: 'evt_live' }, 'not mine')).toEqual([[], []]);
});

test('reconciliation requeues events that lost their job, and handles every checkout that is paid or free', async () => {
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

describe('reconciliation with the provider’s list of events', () => {
  const comparedAgo = (hours: number) =>
    database.pool.query(
      `insert into card_comparison (compared_until) values (now() - make_interval(hours => $1))
       on conflict (only_row) do update set compared_until = excluded.compared_until`,
      [hours],
    );
  const compare = async () => {
    spans.length = 0;
    await run('compare-with-card-provider', {}, 'mine');
    const { rows } = await database.pool.query<{ fresh: boolean }>(
      `select compared_until > now() - interval '1 minute' as fresh from card_comparison`,
    );
    return rows[0]!.fresh;
  };
  const hoursOf = ({ from, until = new Date() }: TimeSpan) => (until.getTime() - from.getTime()) / 3_600_000;

  test('keeps and queues each event that is unknown, once', async () => {
    await receive({ id: 'evt_known' });
    await database.pool.query(`select graphile_worker.remove_job('card-event-evt_known')`);
    listed = ['evt_known', 'evt_forgotten'];
    await compare();
    await compare();
    const { rows } = await database.pool.query(
      `select key from graphile_worker._private_jobs where key = any('{card-event-evt_known,card-event-evt_forgotten}')`,
    );
    expect(rows).toEqual([{ key: 'card-event-evt_forgotten' }]);
    listed = [];
  });

  test('goes on from where it ended, in stretches, however long ago that is', async () => {
    await comparedAgo(20);
    expect(await compare()).toBe(true);
    expect(spans.map((span) => Math.round(hoursOf(span)))).toEqual([6, 6, 6, 2]);
    // The next one has only the overlap to read.
    expect(await compare()).toBe(true);
    expect(spans.map((span) => Math.round(hoursOf(span)))).toEqual([0]);
  });

  describe('of which one run can handle a part', () => {
    beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
    afterAll(() => {
      vi.useRealTimers();
      [listed, secondsEach, manyCheckouts] = [[], 0, 0];
    });
    const restOf = async () => {
      const { rows } = await database.pool.query<{ payload: { rest?: object } }>(
        `select payload from graphile_worker._private_jobs where key = 'go-on-comparing-cards-only'`,
      );
      return rows[0]?.payload;
    };
    /** Runs the waiting job, as the queue would. @returns ids of the checkouts that were handled */
    const goOn = async () => {
      const payload = await restOf();
      await database.pool.query(`select graphile_worker.remove_job('go-on-comparing-cards-only')`);
      const [told] = await run('go-on-comparing-cards', payload, 'mine');
      return told!.map((news) => news.checkoutId!);
    };
    const keptEvents = async () =>
      (await database.pool.query(`select from provider_event where id like 'evt_of_many_%'`)).rowCount;

    test('goes on in another run where it was cut off, until all is done', async () => {
      [listed, secondsEach, manyCheckouts] = [Array.from({ length: 5 }, (_, n) => `evt_of_many_${n}`), 7, 5];
      await comparedAgo(5);
      expect(await compare()).toBe(false);
      expect([await keptEvents(), await restOf()]).toEqual([3, { rest: expect.objectContaining({ part: 'events' }) }]);
      // The schedule's next run leaves it to that.
      spans.length = 0;
      await run('compare-with-card-provider', {}, 'mine');
      expect(spans).toEqual([]);

      const handled = new Set<string>();
      let runs = 0;
      for (; await restOf(); runs++) for (const id of await goOn()) handled.add(id);
      expect(await keptEvents()).toBe(5);
      expect([...handled].filter((id) => /^cs_\d$/.test(id))).toEqual(['cs_1', 'cs_2', 'cs_3', 'cs_4', 'cs_5']);
      expect(runs).toBeLessThan(6);
      secondsEach = 0;
      await compare();
      expect(Math.round(hoursOf(spans[0]!))).toBe(0);
    });
  });

  test('tells how many events were forgotten, each once however often its transaction is tried', async () => {
    let said = '';
    services = { ...services, log: createLog('warn', { write: (text) => void (said += text) }) };
    await database.pool.query(`
      create sequence commits;
      create function fail_first() returns trigger language plpgsql security definer as $$ begin
        if nextval('commits') = 1 then raise exception 'again' using errcode = '40001'; end if; return null; end $$;
      create constraint trigger fail_first after insert on provider_event
        deferrable initially deferred for each row execute function fail_first()`);
    listed = ['evt_retried'];
    await compare();
    listed = [];
    await database.pool.query('drop trigger fail_first on provider_event');
    expect((await database.pool.query(`select last_value::int as tried from commits`)).rows).toEqual([{ tried: 2 }]);
    expect(JSON.parse(said)).toMatchObject({ events: 1, acknowledged: 1 });
  });
});
