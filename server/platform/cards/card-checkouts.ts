import type Stripe from 'stripe';
import { isRefused, type CardCalls } from './card-calls.ts';
import type { TimeSpan } from './card-events.ts';
import { planCheckoutParameters, type PlanCheckoutOrder } from './card-plan-checkout.ts';
import { fromSeconds, idOf, oneOf, toSeconds } from './card-values.ts';

/** A hosted checkout to be made. The amount comes from our price book, never from a browser. */
export interface CheckoutOrder {
  /** Our order's id: the client reference and the idempotency key, so that a retry creates no second checkout. */
  orderId: string;
  /** The seller's name on the card page. */
  seller: string;
  description: string;
  /** A second line that describes the purchase. */
  details: string;
  /** A sentence beside the pay button. */
  note: string;
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
  /** The payment: its id, state and amount received. null for a subscription, whose invoices have the payments. */
  payment: { id: string; state: string; receivedCents: number } | null;
  customerId: string | null;
  /** The subscription that a finished checkout in mode `subscription` has started. */
  subscriptionId: string | null;
}

/** A checkout that can be paid at its address. */
export type OpenCheckout = ProviderCheckout & { url: string };

/** Hosted checkouts at the card provider. */
export interface CardCheckouts {
  /** @returns undefined on a permanent refusal; a retry with the same order is useless */
  createCheckout(order: CheckoutOrder): Promise<OpenCheckout | undefined>;
  /** @returns undefined on a permanent refusal: an unknown customer or coupon, too small an amount */
  createPlanCheckout(order: PlanCheckoutOrder): Promise<OpenCheckout | undefined>;
  /** @returns undefined for an id the provider does not know */
  findCheckout(id: string): Promise<ProviderCheckout | undefined>;
  findCheckoutOfPayment(paymentId: string): Promise<ProviderCheckout | undefined>;
  /** Expires an open checkout. One completed meanwhile is returned as it is; undefined for an unknown one. */
  expireCheckout(id: string): Promise<ProviderCheckout | undefined>;
  /** Checkouts created in the span, newest first, page by page. */
  listCheckouts(span: TimeSpan): AsyncIterable<ProviderCheckout>;
}

/** Builds the calls about checkouts on a connection. */
export function buildCheckouts({ stripe, call, unlessRefused, unlessMissing }: CardCalls): CardCheckouts {
  const { sessions } = stripe.checkout;
  const open = async (parameters: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) => {
    const session = await unlessRefused(() => sessions.create(parameters, { idempotencyKey }));
    return session && { ...readCheckout(session), url: session.url! };
  };
  const findCheckout: CardCheckouts['findCheckout'] = async (id) => {
    const session = await unlessMissing(() => sessions.retrieve(id, { expand: ['payment_intent'] }));
    return session && readCheckout(session);
  };
  return {
    createCheckout: (order) => open(checkoutParameters(order), `checkout-${order.orderId}`),
    createPlanCheckout: (order) => open(planCheckoutParameters(order), `plan-checkout-${order.checkoutId}`),
    findCheckout,
    async findCheckoutOfPayment(paymentId) {
      const found = await call(() =>
        sessions.list({ payment_intent: paymentId, limit: 1, expand: ['data.payment_intent'] }),
      );
      return found.data[0] && readCheckout(found.data[0]);
    },
    async expireCheckout(id) {
      try {
        return readCheckout(await call(() => sessions.expire(id)));
      } catch (error) {
        if (!isRefused(error)) throw error;
        return findCheckout(id);
      }
    },
    async *listCheckouts({ from, until }) {
      const created = { gte: toSeconds(from), ...(until && { lte: toSeconds(until) }) };
      let after: string | undefined;
      do {
        const cursor = after ? { starting_after: after } : {};
        const page = await call(() =>
          sessions.list({ created, limit: 100, expand: ['data.payment_intent'], ...cursor }),
        );
        yield* page.data.map(readCheckout);
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after);
    },
  };
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
  custom_text: { submit: { message: order.note } },
  metadata: order.metadata,
  payment_intent_data: { metadata: order.metadata, description: order.description },
  success_url: order.successUrl,
  cancel_url: order.cancelUrl,
  expires_at: toSeconds(order.expiresAt),
});

function readCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  const intent = session.payment_intent;
  return {
    id: session.id,
    // A status this version does not know counts as not finished.
    status: oneOf(session.status, ['complete', 'expired'], 'open'),
    paymentStatus: oneOf(session.payment_status, ['paid', 'no_payment_required'], 'unpaid'),
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    reference: session.client_reference_id,
    url: session.url,
    live: session.livemode,
    createdAt: fromSeconds(session.created),
    payment:
      intent && typeof intent === 'object'
        ? { id: intent.id, state: intent.status, receivedCents: intent.amount_received }
        : null,
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
  };
}
