import type Stripe from 'stripe';

/**
 * Objects as they stand on the wire. The provider's own type declarations say which fields there are, so that a
 * forgotten one is a compile error. References are stored as ids; `expand` puts the objects in their place.
 */
export type Stored<Wire, Narrowed> = Omit<Wire, keyof Narrowed> & Narrowed;

export interface WireList<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export type Recurring = Stripe.Price.Recurring;
export type Price = Stored<Stripe.Price, { product: string; unit_amount: number; unit_amount_decimal: string }>;
export type Coupon = Stripe.Coupon;
export type Discount = Stored<
  Stripe.Discount,
  { customer: string; subscription: string; source: { type: 'coupon'; coupon: string } }
>;
export type PaymentMethod = Stored<Stripe.PaymentMethod, { customer: string; card: Stripe.PaymentMethod.Card }>;

type Plan = Stored<Stripe.Plan, { amount_decimal: string }>;
export type SubscriptionItem = Stored<Stripe.SubscriptionItem, { plan: Plan; price: Price; quantity: number }>;
export type SubscriptionStatus =
  | 'active'
  | 'trialing'
  | 'past_due'
  | 'incomplete'
  | 'incomplete_expired'
  | 'unpaid'
  | 'canceled'
  | 'paused';
export type Subscription = Stored<
  Stripe.Subscription,
  {
    customer: string;
    default_payment_method: string | null;
    discounts: string[];
    items: WireList<SubscriptionItem>;
    latest_invoice: string | null;
    status: SubscriptionStatus;
  }
>;

export type InvoiceLine = Stored<
  Stripe.InvoiceLineItem,
  {
    discount_amounts: { amount: number; discount: string }[];
    discounts: string[];
    pricing: Stored<Stripe.InvoiceLineItem.Pricing, { unit_amount_decimal: string }>;
    quantity: number;
    quantity_decimal: string;
  }
>;
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
export type Invoice = Stored<
  Stripe.Invoice,
  {
    customer: string;
    default_payment_method: string | null;
    discounts: string[];
    lines: WireList<InvoiceLine>;
    number: string;
    parent: Stripe.Invoice.Parent & { subscription_details: { subscription: string } };
    status: InvoiceStatus;
    total_discount_amounts: { amount: number; discount: string }[];
  }
>;
export type InvoicePayment = Stored<
  Stripe.InvoicePayment,
  { invoice: string; payment: { type: 'payment_intent'; payment_intent: string }; status: 'open' | 'paid' | 'canceled' }
>;
