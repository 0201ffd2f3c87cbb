/**
 * The floor of the selling benchmark: node:http and prepared statements, the same locks and the same rows on the same
 * database, the same calls of the card provider, and nothing else: no schemas, no limits, no retries, no logs.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { texts } from './bare-statements.ts';

const { DATABASE_URL, PORT, CARD_API = '', WEBHOOK_SECRET = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

type Asker = Pick<pg.Pool, 'query'>;
/** Rows without validation. */
type Row = Record<string, string>;
const ask = async (asker: Asker, name: keyof typeof texts, values: unknown[]): Promise<Row[]> =>
  (await asker.query<Row>({ name, text: texts[name], values })).rows;

async function together<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

/** Holds a seat and creates its checkout. @returns 200 with the address, 409 for a full cohort */
async function reserve(request: IncomingMessage, body: Buffer): Promise<[number, unknown]> {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  const { cohortId } = JSON.parse(body.toString()) as { cohortId: string };
  const [session] = await ask(pool, 'findSession', [createHash('sha256').update(token).digest()]);
  const memberId = session!.member_id!;
  const id = `ord_${randomUUID()}`;
  const email = await together(async (tx) => {
    const [member] = await ask(tx, 'lockMember', [memberId]);
    const [cohort] = await ask(tx, 'lockCohort', [cohortId]);
    const [seats] = await ask(tx, 'countSeats', [cohortId]);
    if (Number(seats!.taken) >= Number(cohort!.capacity)) return undefined;
    await ask(tx, 'insertOrder', [id, memberId, cohortId]);
    await ask(tx, 'insertClaim', [id, cohortId, memberId]);
    return member!.email;
  });
  if (email === undefined) return [409, {}];
  const checkout = await createCheckout(id, email);
  await ask(pool, 'setCheckout', [id, checkout.id, checkout.url]);
  return [200, { data: { orderId: id, url: checkout.url } }];
}

async function createCheckout(orderId: string, email: string): Promise<{ id: string; url: string }> {
  const form = new URLSearchParams({
    mode: 'payment',
    customer_email: email,
    client_reference_id: orderId,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'nzd',
    'line_items[0][price_data][unit_amount]': '1237500',
    'line_items[0][price_data][product_data][name]': 'Data',
    success_url: 'http://127.0.0.1/success',
  });
  const answer = await fetch(`${CARD_API}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_bench', 'idempotency-key': orderId },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { id: string; url: string };
}

/** Verifies an event's signature and stores it with a job. */
async function receive(request: IncomingMessage, body: Buffer): Promise<[number, unknown]> {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['stripe-signature']))!;
  const wanted = createHmac('sha256', WEBHOOK_SECRET).update(`${time}.`).update(body).digest();
  if (!timingSafeEqual(wanted, Buffer.from(signature!, 'hex'))) return [400, {}];
  const event = JSON.parse(body.toString()) as {
    id: string;
    type: string;
    data: { object: { id: string; payment_intent?: string } };
  };
  const { id, payment_intent: paymentId = null } = event.data.object;
  await together(async (tx) => {
    const kept = await ask(tx, 'keepEvent', [event.id, event.type, id, paymentId]);
    if (kept.length > 0) await ask(tx, 'queueEvent', [event.id]);
  });
  return [200, { received: true }];
}

/** Sends what waits for an endpoint, five at a time, and notes each answer. */
async function deliver(_request: IncomingMessage, body: Buffer): Promise<[number, unknown]> {
  const { siteId, endpointId, url } = JSON.parse(body.toString()) as Record<string, string>;
  for (;;) {
    const due = await ask(pool, 'listDue', [siteId, endpointId]);
    if (due.length === 0) return [200, {}];
    await Promise.all(due.map((each) => send(url!, each)));
  }
}

async function send(url: string, { id, event, payload }: Row): Promise<void> {
  const body = JSON.stringify({ event, timestamp: Date.now(), payload });
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${id}.${seconds}.${body}`).digest('base64');
  const headers = { 'svix-id': id!, 'svix-timestamp': String(seconds), 'svix-signature': `v1,${signature}` };
  const answer = await fetch(url, { method: 'POST', headers, body });
  await answer.text();
  await ask(pool, 'settle', [id, JSON.stringify([{ status: answer.status, at: new Date() }])]);
}

const routes: Record<string, (request: IncomingMessage, body: Buffer) => Promise<[number, unknown]>> = {
  'GET /healthz': async () => [200, 'ok'],
  'POST /enrolment/checkout': reserve,
  'POST /webhooks/stripe': receive,
  'POST /deliver': deliver,
};

const server = createServer((request, response) => {
  const answer = async () => routes[`${request.method} ${request.url}`]!(request, await buffer(request));
  answer().then(
    ([status, data]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => server.close(() => void pool.end()));
