import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAll } from '../burst.ts';
import type { Program } from '../program.ts';
import { median, percentile, type Shot } from '../membership/load.ts';
import { useOf } from '../processor-time.ts';
import { judge, type Table } from '../table.ts';
import type { PaidCheckout } from './sale.ts';
import type { Shop } from './shop.ts';

const eventCount = 600;
const atOnce = 16;
const leastPerSecond = 200;

/** How events came in. */
interface Intake {
  /** Acknowledged a second. */
  perSecond: number;
  p95Ms: number;
  failed: number;
  /** Processor time of receiver and PostgreSQL for each event; of the product with what handles it. */
  processorMs: number;
}

/** Measures signed events of the card provider: how fast they are acknowledged, and how fast handled after that. */
export async function measureCardEvents(shop: Shop, paid: readonly PaidCheckout[], rounds: number): Promise<Table> {
  const intakes: { product: Intake; bare: Intake; handledPerSecond: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await take(shop, shop.bare, paid);
    await shop.pool.query(`update provider_event set processed_at = now() where processed_at is null`);
    const beganMs = performance.now();
    const product = await take(shop, shop.product, paid);
    intakes.push({ product, bare, handledPerSecond: eventCount / ((performance.now() - beganMs) / 1_000) });
  }
  const row = (name: string, of: (each: (typeof intakes)[number]) => Intake, handled: string | number) => [
    name,
    Math.round(median(intakes.map((each) => of(each).perSecond))),
    Math.round(median(intakes.map((each) => of(each).p95Ms))),
    intakes.reduce((sum, each) => sum + of(each).failed, 0),
    Math.round(10 * median(intakes.map((each) => of(each).processorMs))) / 10,
    handled,
  ];
  const handled = Math.round(median(intakes.map((each) => each.handledPerSecond)));
  const product = row('product', (each) => each.product, handled);
  const perSecond = product[1] as number;
  return {
    title: `Signed events of the card provider, ${eventCount} at once in ${atOnce} connections (${rounds} rounds, in turns)`,
    columns: ['', 'acknowledged/s', 'p95 ms', 'failed', 'processor ms each', 'handled/s'],
    rows: [product, row('bare', (each) => each.bare, '–')],
    verdicts: [
      judge(`acknowledged a second: ${perSecond}, goal ${leastPerSecond}`, {
        isMet: perSecond >= leastPerSecond,
        failed: product[3] as number,
      }),
    ],
  };
}

async function take(shop: Shop, { url, pid }: Program, paid: readonly PaidCheckout[]): Promise<Intake> {
  const shots = Array.from({ length: eventCount }, (_, index) =>
    signed(shop.webhookSecret, eventOf(index, paid[Math.floor(index / 3) % paid.length]!)),
  );
  const { result: answers, used } = await useOf([pid], shop.postgresPid, async () => {
    const sent = await sendAll(url, atOnce, shots);
    // What the floor has stored waits for no handler.
    if (pid === shop.product.pid) await untilHandled(shop);
    return sent;
  });
  return {
    perSecond: answers.length / (Math.max(...answers.map(({ atMs }) => atMs)) / 1_000),
    p95Ms: percentile(
      answers.map(({ ms }) => ms),
      0.95,
    ),
    failed: answers.filter(({ status }) => status !== 200).length,
    processorMs: ((used.product + used.database) * 1_000) / eventCount,
  };
}

/** What the provider sends of a payment: three events, each with an id of its own. */
function eventOf(index: number, { sessionId, paymentId }: PaidCheckout): object {
  const [type, object] = [
    ['checkout.session.completed', { id: sessionId, object: 'checkout.session', payment_intent: paymentId }],
    ['payment_intent.succeeded', { id: paymentId, object: 'payment_intent' }],
    ['charge.succeeded', { id: `ch_${randomUUID()}`, object: 'charge', payment_intent: paymentId }],
  ][index % 3]!;
  return { id: `evt_${randomUUID()}`, object: 'event', type, livemode: false, data: { object } };
}

function signed(secret: string, event: object): Shot {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` };
  return { method: 'POST', path: '/webhooks/stripe', headers, body };
}

/** Two minutes, what ten thousand waiting events may take. */
const handledWithinMs = 120_000;

async function untilHandled({ pool }: Shop): Promise<void> {
  for (const deadlineMs = performance.now() + handledWithinMs; performance.now() < deadlineMs; await sleep(50)) {
    const { rows } = await pool.query('select from provider_event where processed_at is null limit 1');
    if (rows.length === 0) return;
  }
  throw new Error('The product has not handled all events.');
}
