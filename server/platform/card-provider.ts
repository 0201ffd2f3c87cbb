import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import Stripe from 'stripe';
import { hashToken } from './keys.ts';
import type { Log } from './log.ts';
import { Refusal } from './refusal.ts';

/** A hosted checkout to be made. The amount comes from our price book, never from a browser. */
export interface CheckoutOrder {
  /** Our order's id: the reference, and the idempotency key, so that asking twice makes one checkout. */
  orderId: string;
  /** Who is paid, as the card page names them. */
  seller: string;
  description: string;
  /** A second line about what is bought. */
  details: string;
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  email: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  metadata: Record<string, string>;
}

/** A checkout as the provider sees it now. */
export interface ProviderCheckout {
  id: string;
  status: 'open' | 'complete' | 'expired';
  /** `paid` and `no_payment_required` are money; a complete checkout that is `unpaid` settles later or not at all. */
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  amountCents: number;
  currency: string;
  reference: string | null;
  url: string | null;
  live: boolean;
  createdAt: Date;
  /** What money came in: the payment's id, and what became of it. */
  payment: { id: string; state: string; receivedCents: number } | null;
}

export interface ProviderRefund {
  id: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed' | 'canceled';
  metadata: Record<string, string>;
}

/** An event's envelope. Only the ids are believed; what happened is asked again. */
export interface ProviderEvent {
  id: string;
  type: string;
  live: boolean;
  objectId: string;
  /** The payment the object belongs to, where it names one. */
  paymentId: string | null;
}

export interface CardProvider {
  /** Whether real money moves. An event of the other kind is never acted upon. */
  live: boolean;
  /** @returns undefined when the provider has refused for good: asking again with the same order is of no use */
  createCheckout(order: CheckoutOrder): Promise<(ProviderCheckout & { url: string }) | undefined>;
  /** @returns undefined for an id the provider does not know */
  findCheckout(id: string): Promise<ProviderCheckout | undefined>;
  findCheckoutOfPayment(paymentId: string): Promise<ProviderCheckout | undefined>;
  /** Ends an open checkout. One that is finished meanwhile is returned as it is; undefined for an unknown one. */
  expireCheckout(id: string): Promise<ProviderCheckout | undefined>;
  /** Checkouts made within the last hours, newest first, page by page. */
  listCheckouts(hours: number): AsyncIterable<ProviderCheckout>;
  /** @returns undefined when the provider refuses, because so much is not left to pay back say */
  refund(request: {
    paymentId: string;
    amountCents: number;
    key: string;
    reason: string;
  }): Promise<ProviderRefund | undefined>;
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  /** The payment's latest dispute, if the money was taken back through one. */
  isDisputeLost(paymentId: string): Promise<boolean>;
  /** @throws Refusal invalid-signature for anything not signed with our secret within 300 seconds */
  readEvent(rawBody: Buffer, signature: string | undefined): ProviderEvent;
}

export interface CardProviderOptions {
  secretKey: string;
  webhookSecret: string;
  /** Another address of the same protocol; undefined means the provider's own. */
  apiBase: string | undefined;
  log: Log;
}

/** A call takes no longer, its two more tries included. These carry the same idempotency key. */
const timeoutMs = 10_000;
const networkRetries = 2;
/** So many failures in a row open the breaker for so long: others do not wait for a provider that is down. */
const breaker = { failures: 10, openMs: 30_000 };
const signatureToleranceSeconds = 300;

export function createCardProvider({ secretKey, webhookSecret, apiBase, log }: CardProviderOptions): CardProvider {
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: networkRetries,
    telemetry: false,
    ...(apiBase ? addressOf(apiBase) : {}),
  });
  const guard = wrap(
    circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: breaker.openMs,
      breaker: new ConsecutiveBreaker(breaker.failures),
    }),
    timeout(timeoutMs, TimeoutStrategy.Aggressive),
  );
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await guard.execute(work);
    } catch (error) {
      if (isRefusal(error) || !isProviderFault(error)) throw error;
      log.error({ reason: (error as Error).message }, 'the card provider does not answer, or not as it should');
      throw new Refusal('payment-provider-unavailable', { retryAfterSeconds: breaker.openMs / 1_000 });
    }
  };
  /** What the provider refuses is of no use to repeat; it is logged, because it is a fault of ours. */
  const unlessRefused = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await call(work);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.error({ reason: error.message }, 'the card provider refused');
      return undefined;
    }
  };
  const expand = ['payment_intent'];
  const findCheckout = async (id: string) => {
    try {
      return readCheckout(await call(() => stripe.checkout.sessions.retrieve(id, { expand })));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  return {
    live: !secretKey.includes('_test_'),
    async createCheckout(order) {
      const session = await unlessRefused(() =>
        stripe.checkout.sessions.create(checkoutParameters(order), { idempotencyKey: `checkout-${order.orderId}` }),
      );
      return session && { ...readCheckout(session), url: session.url! };
    },
    findCheckout,
    async findCheckoutOfPayment(paymentId) {
      const found = await call(() =>
        stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1, expand: ['data.payment_intent'] }),
      );
      return found.data[0] && readCheckout(found.data[0]);
    },
    async expireCheckout(id) {
      try {
        return readCheckout(await call(() => stripe.checkout.sessions.expire(id)));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return findCheckout(id);
      }
    },
    async *listCheckouts(hours) {
      const created = { gte: Math.floor(Date.now() / 1_000) - hours * 3_600 };
      let after: string | undefined;
      do {
        const page = await call(() =>
          stripe.checkout.sessions.list({
            created,
            limit: 100,
            expand: ['data.payment_intent'],
            ...(after ? { starting_after: after } : {}),
          }),
        );
        yield* page.data.map(readCheckout);
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after);
    },
    async refund({ paymentId, amountCents, key, reason }) {
      const refund = await unlessRefused(() =>
        stripe.refunds.create(
          { payment_intent: paymentId, amount: amountCents, metadata: { reason, key } },
          { idempotencyKey: `refund-${key}` },
        ),
      );
      return refund && readRefund(refund);
    },
    async listRefunds(paymentId) {
      const found = await call(() => stripe.refunds.list({ payment_intent: paymentId, limit: 100 }));
      return found.data.map(readRefund);
    },
    async isDisputeLost(paymentId) {
      const found = await call(() => stripe.disputes.list({ payment_intent: paymentId, limit: 1 }));
      return found.data[0]?.status === 'lost';
    },
    readEvent(rawBody, signature) {
      try {
        return readEvent(
          stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret, signatureToleranceSeconds),
          rawBody,
        );
      } catch {
        throw new Refusal('invalid-signature');
      }
    },
  };
}

/** An event may be of a kind or shape this version has never seen: it is taken, and nothing is done about it. */
function readEvent(event: Partial<Stripe.Event>, rawBody: Buffer): ProviderEvent {
  const object = (event.data?.object ?? {}) as { id?: string; payment_intent?: string | { id: string } | null };
  return {
    id: event.id ?? hashToken(rawBody.toString()).toString('hex'),
    type: event.type ?? 'unknown',
    live: event.livemode ?? false,
    objectId: object.id ?? '',
    paymentId: idOf(object.payment_intent),
  };
}

function addressOf(apiBase: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: Number(port || (scheme === 'http' ? 80 : 443)), protocol: scheme };
}

const checkoutParameters = (order: CheckoutOrder): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  customer_email: order.email,
  customer_creation: 'always',
  client_reference_id: order.orderId,
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: order.currency.toLowerCase(),
        unit_amount: order.amountCents,
        product_data: { name: order.description, description: order.details },
      },
    },
  ],
  branding_settings: { display_name: order.seller },
  metadata: order.metadata,
  payment_intent_data: { metadata: order.metadata, description: order.description },
  success_url: order.successUrl,
  cancel_url: order.cancelUrl,
  expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
});

/** A refusal of the request itself is not an outage; silence, 5xx, nonsense and "slow down" are. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof TaskCancelledError
  );
}

/** Any trouble with the provider that is not the request's own: silence, a wrong key, an open breaker. */
const isProviderFault = (error: unknown) =>
  isOutage(error) || error instanceof BrokenCircuitError || error instanceof Stripe.errors.StripeError;

/** The provider understood the request and will not do it. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeIdempotencyError ||
  error instanceof Stripe.errors.StripeCardError;

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;

const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : (value?.id ?? null);

const known = <T extends string, O extends string>(value: string | null, values: readonly T[], otherwise: O): T | O =>
  values.find((each) => each === value) ?? otherwise;

function readCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  const intent = session.payment_intent;
  return {
    id: session.id,
    // A status this version does not know counts as not finished.
    status: known(session.status, ['complete', 'expired'], 'open'),
    paymentStatus: known(session.payment_status, ['paid', 'no_payment_required'], 'unpaid'),
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    reference: session.client_reference_id,
    url: session.url,
    live: session.livemode,
    createdAt: new Date(session.created * 1_000),
    payment:
      intent && typeof intent === 'object'
        ? { id: intent.id, state: intent.status, receivedCents: intent.amount_received }
        : null,
  };
}

const readRefund = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  amountCents: refund.amount,
  state:
    refund.status === 'succeeded' || refund.status === 'failed' || refund.status === 'canceled'
      ? refund.status
      : 'pending',
  metadata: refund.metadata ?? {},
});
