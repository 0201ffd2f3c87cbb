import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { createTestDatabase } from '../../../testing/database.ts';
import { settleNow } from '../../../testing/settling.ts';
import { createHttpServer } from '../../http/server.ts';
import { createLog } from '../../log.ts';
import { startCardSandbox, type CardSandbox } from './card-sandbox.ts';
import type { SubscriptionTool } from './subscriptions/subscription-tools.ts';

export const webhookSecret = 'whsec_of_the_test_shop';

/** An event delivered to the test shop. */
export interface Received {
  event: Stripe.Event;
  body: string;
  signature: string;
}

/** A shop as a test sees it: the provider's SDK, a browser at the hosted pages, and an address events arrive at. */
export type TestShop = Awaited<ReturnType<typeof startTestShop>>;

export async function startTestShop() {
  const database = await createTestDatabase();
  const inbox = await startInbox();
  const log = createLog('silent');
  const app = createHttpServer({ log, trustedProxies: [] });
  const publicUrl = 'http://pages.test';
  const startSandbox = () =>
    startCardSandbox({ db: database.db, publicUrl, webhookUrl: inbox.url, webhookSecret, log });
  const sandbox = await startSandbox();
  await sandbox.routes(app);
  const stripe = connect(sandbox);
  const post = async (path: string, body: unknown) => {
    const answer = await app.inject({ method: 'POST', url: path, payload: body as object });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  return {
    app,
    sandbox,
    stripe,
    inbox,
    db: database.db,
    /** One more process on the same database. */
    startSandbox,
    post,
    /** As the provider does after 24 hours. */
    forgetKeys: () => database.pool.query('delete from card_sandbox_idempotency'),
    setFaults: (faults: object) => post('/dev/card/faults', faults),
    settleNow: () => settleNow({ database }),
    openSession: (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}, options?: Stripe.RequestOptions) =>
      stripe.checkout.sessions.create({ ...usualSession, ...changes }, options),
    openPlan: (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}, options?: Stripe.RequestOptions) =>
      stripe.checkout.sessions.create({ ...usualPlan, ...changes }, options),
    /** Begins the usual plan and gives its subscription. */
    subscribe: async (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}, number = '4242424242424242') => {
      const { id } = await stripe.checkout.sessions.create({ ...usualPlan, ...changes });
      const { status, body } = await post(`/dev/card/pay/${id}`, { ...usualCard, number });
      if (status !== 200) throw new Error(`the plan was not begun: ${JSON.stringify(body)}`);
      const session = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] });
      return session.subscription as Stripe.Subscription;
    },
    /** Presses a button of the tool page. */
    press: (subscription: string, tool: SubscriptionTool) =>
      post(`/dev/card/subscriptions/${subscription}/${tool}`, {}),
    pay: (session: string, number = '4242424242424242') => post(`/dev/card/pay/${session}`, { ...usualCard, number }),
    stop: async () => {
      await app.close();
      await sandbox.close();
      await inbox.close();
      await database.drop();
    },
  };
}

const usualSession: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency: 'nzd', unit_amount: 1_237_500, product_data: { name: 'A course' } } },
  ],
  success_url: 'http://shop.test/thanks?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.test/cancelled',
};

/** A plan for NZ$29.00 a month. */
export const usualPlan: Stripe.Checkout.SessionCreateParams = {
  mode: 'subscription',
  customer_email: 'ana@example.org',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'nzd',
        unit_amount: 2_900,
        recurring: { interval: 'month' },
        product_data: { name: 'Choir' },
      },
    },
  ],
  success_url: 'http://shop.test/thanks?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.test/cancelled',
};

export const usualCard = { number: '4242424242424242', expiry: '12 / 40', cvc: '123', name: 'Ana Silva' };

/** The provider's own SDK, unchanged, at the sandbox's address. */
export function connect({ apiBase }: CardSandbox, apiKey = 'sk_test_shop'): Stripe {
  const { hostname, port } = new URL(apiBase);
  return new Stripe(apiKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

async function startInbox() {
  const received: Received[] = [];
  const refusals: number[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      const signature = String(request.headers['stripe-signature']);
      received.push({ event: JSON.parse(body) as Stripe.Event, body, signature });
      response.writeHead(refusals.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    types: () => received.map(({ event }) => event.type),
    /** The next deliveries are answered with these. */
    refuseNext: (...statuses: number[]) => refusals.push(...statuses),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
