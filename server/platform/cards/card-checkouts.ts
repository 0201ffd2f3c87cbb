import type Stripe from 'stripe';
import { isRefused, type CardCalls } from './card-calls.ts';
import { planCheckoutParameters, type PlanCheckoutOrder } from './card-plan-checkout.ts';
import { fromSeconds, idOf, oneOf, toSeconds } from './card-values.ts';

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
  /** What money came in: the payment's id, and what became of it. None for a subscription: its invoices have them. */
  payment: { id: string; state: string; receivedCents: number } | null;
  customerId: string | null;
  /** What a finished checkout in mode `subscription` has begun. */
  subscriptionId: string | null;
}

export type OpenCheckout = ProviderCheckout & { url: string };

export interface CardCheckouts {
  /** @returns undefined when the provider has refused for good: asking again with the same order is of no use */
  createCheckout(order: CheckoutOrder): Promise<OpenCheckout | undefined>;
  /** @returns undefined when the provider has refused for good: an unknown customer or coupon, too small an amount */
  createPlanCheckout(order: PlanCheckoutOrder): Promise<OpenCheckout | undefined>;
  /** @returns undefined for an id the provider does not know */
  findCheckout(id: string): Promise<ProviderCheckout | undefined>;
  findCheckoutOfPayment(paymentId: string): Promise<ProviderCheckout | undefined>;
  /** Ends an open checkout. One that is finished meanwhile is returned as it is; undefined for an unknown one. */
  expireCheckout(id: string): Promise<ProviderCheckout | undefined>;
  /** Checkouts made within the last hours, newest first, page by page. */
  listCheckouts(hours: number): AsyncIterable<ProviderCheckout>;
}

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
    async *listCheckouts(hours) {
      const created = { gte: toSeconds(new Date()) - hours * 3_600 };
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
