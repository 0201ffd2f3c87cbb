import { setTimeout as sleep } from 'node:timers/promises';
import { sendAll, type Answered } from '../burst.ts';
import type { Program } from '../program.ts';
import { median, percentile } from '../membership/load.ts';
import { useOf } from '../processor-time.ts';
import { bearer, post } from '../requests.ts';
import { judge, type Table } from '../table.ts';
import type { Shop } from './shop.ts';

const seats = 100;
/** Half as many again as there are seats: the others are refused. */
const buyers = 150;
const atOnce = 50;
const leastPerSecond = 20;
/** Paid in the end, so that there is something for events to be about. */
const paidCount = 20;

/** How a cohort sold out. */
interface Sale {
  /** Reservations a second until the last seat was gone. */
  perSecond: number;
  p95Ms: number;
  /** Processor time of seller and PostgreSQL for each buyer. */
  processorMs: number;
  reserved: number;
  refused: number;
  failed: number;
  /** Seats taken beyond those there are, by the database. */
  oversold: number;
  checkouts: string[];
}

/** A payment of a checkout at the card provider. */
export interface PaidCheckout {
  sessionId: string;
  paymentId: string;
}

/**
 * Measures cohorts selling out: more buyers than seats, all at once, each with a checkout at the card provider.
 *
 * @returns the table, and some checkouts that were paid afterwards
 */
export async function measureSales(shop: Shop, rounds: number): Promise<{ table: Table; paid: PaidCheckout[] }> {
  const sales: { product: Sale; bare: Sale }[] = [];
  for (let round = 0; round < rounds; round++)
    sales.push({ bare: await sell(shop, shop.bare), product: await sell(shop, shop.product) });
  const row = (name: string, of: (each: (typeof sales)[number]) => Sale) => {
    const middle = (value: (sale: Sale) => number) => Math.round(median(sales.map((each) => value(of(each)))));
    const sum = (value: (sale: Sale) => number) => sales.reduce((total, each) => total + value(of(each)), 0);
    return [
      name,
      middle((sale) => sale.perSecond),
      middle((sale) => sale.p95Ms),
      middle((sale) => sale.processorMs),
      sum((sale) => sale.reserved),
      sum((sale) => sale.refused),
      sum((sale) => sale.failed),
      sum((sale) => sale.oversold),
    ];
  };
  const product = row('product', (each) => each.product);
  const [perSecond, oversold] = [product[1] as number, product[7] as number];
  const table: Table = {
    title: `A cohort of ${seats} seats sells out to ${buyers} buyers, ${atOnce} at a time (${rounds} cohorts each, in turns)`,
    columns: ['', 'reservations/s', 'p95 ms', 'processor ms each', 'reserved', 'refused', 'failed', 'oversold'],
    rows: [product, row('bare', (each) => each.bare)],
    verdicts: [
      judge(`reservations a second: ${perSecond}, goal ${leastPerSecond}`, {
        isMet: perSecond >= leastPerSecond,
        failed: product[6] as number,
      }),
      judge(`oversold: ${oversold}, goal 0`, { isMet: oversold === 0 }),
    ],
  };
  return { table, paid: await payFor(shop, sales[0]!.product.checkouts.slice(0, paidCount)) };
}

async function sell({ pool, postgresPid, buildBuyers, buildCohort }: Shop, { url, pid }: Program): Promise<Sale> {
  const [tokens, cohortId] = [await buildBuyers(buyers), await buildCohort(seats)];
  const wish = { partner: 'uts', cohortId, paymentType: 'full', acknowledged: true };
  const shots = tokens.map((token) => post('/enrolment/checkout', 'pk_sb_enrolment', wish, bearer(token)));
  const { result: answers, used } = await useOf([pid], postgresPid, () => sendAll(url, atOnce, shots));
  const reserved = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409).length;
  const { rows } = await pool.query<{ taken: number }>(
    `select count(*)::int as taken from seat_claim where cohort_id = $1 and state in ('live', 'consumed')`,
    [cohortId],
  );
  return {
    perSecond: reserved.length / (Math.max(...reserved.map(({ atMs }) => atMs)) / 1_000),
    p95Ms: percentile(
      reserved.map(({ ms }) => ms),
      0.95,
    ),
    processorMs: ((used.product + used.database) * 1_000) / buyers,
    reserved: reserved.length,
    refused,
    failed: answers.length - reserved.length - refused,
    oversold: Math.max(0, rows[0]!.taken - seats),
    checkouts: reserved.map(addressOf),
  };
}

const addressOf = ({ body }: Answered) => (JSON.parse(body) as { data: { url: string } }).data.url;

/** Two minutes: the provider sends an event after each payment, and the product looks each of them up. */
const paidWithinMs = 120_000;

/** Pays at the provider's page, and waits until its events have made it known to the product. */
async function payFor({ pool }: Shop, addresses: readonly string[]): Promise<PaidCheckout[]> {
  const card = { number: '4242424242424242', expiry: '12 / 34', cvc: '123', name: 'Robin' };
  for (const address of addresses) {
    const page = new URL(address);
    const [answer] = await sendAll(page.origin, 1, [post(page.pathname, '', card)]);
    if (answer!.status !== 200) throw new Error(`paying answered ${answer!.status}: ${answer!.body}`);
  }
  const sessionIds = addresses.map((address) => new URL(address).pathname.split('/').at(-1)!);
  for (const deadlineMs = performance.now() + paidWithinMs; performance.now() < deadlineMs; await sleep(100)) {
    const { rows } = await pool.query<PaidCheckout>(
      `select p.session_id as "sessionId", p.provider_payment_id as "paymentId" from payment p
       join enrolment_order o on o.id = p.order_id where o.state = 'paid' and p.session_id = any($1)`,
      [sessionIds],
    );
    if (rows.length === addresses.length) return rows;
  }
  throw new Error('The product has not heard of all payments.');
}
