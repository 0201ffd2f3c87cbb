import type Stripe from 'stripe';

/**
 * Objects as they stand on the wire. The provider's own type declarations say which fields there are, so that a
 * forgotten one is a compile error. References are stored as ids; `expand` puts the objects in their place.
 */
type Stored<Wire, Narrowed> = Omit<Wire, keyof Narrowed> & Narrowed;

export type Session = Stored<
  Stripe.Checkout.Session,
  {
    amount_total: number;
    currency: string;
    customer: string | null;
    payment_intent: string | null;
    status: SessionStatus;
  }
>;
export type SessionStatus = 'open' | 'complete' | 'expired';
export type Price = Stored<Stripe.Price, { product: string; unit_amount: number; unit_amount_decimal: string }>;
export type LineItem = Stored<Stripe.LineItem, { price: Price; quantity: number }>;
export type PaymentIntent = Stored<Stripe.PaymentIntent, { customer: string | null; latest_charge: string | null }>;
export type Charge = Stored<Stripe.Charge, { customer: string | null; payment_intent: string }>;
export type Refund = Stored<
  Stripe.Refund,
  { charge: string; customer: string | null; payment_intent: string; status: string }
>;
export type Dispute = Stored<
  Omit<Stripe.Dispute, 'evidence_details'>,
  { charge: string; evidence: Record<string, never>; payment_intent: string }
>;
export type Customer = Stripe.Customer;
export type Product = Stripe.Product;
export type PortalSession = Stripe.BillingPortal.Session;
export interface EventObject {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: EventType;
}
export type EventType = Extract<Stripe.Event['type'], `${SandboxEventFamily}.${string}`>;
type SandboxEventFamily = 'checkout.session' | 'payment_intent' | 'charge' | 'refund';

export interface Kinds {
  session: Session;
  price: Price;
  product: Product;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  customer: Customer;
  portal_session: PortalSession;
  event: EventObject;
}
export type Kind = keyof Kinds;

/** What belongs to an object and is not shown with it. */
export interface InnerData {
  session: {
    lineItems: LineItem[];
    paymentIntentData: {
      description?: string;
      metadata?: Record<string, string>;
      receipt_email?: string;
      setup_future_usage?: 'off_session' | 'on_session';
    };
    /** How a payment that settles later will end. */
    settlement?: 'succeeds' | 'fails';
  };
  charge: { refunds?: 'pending-first' | 'fail-later' };
}
export type InnerOf<K extends Kind> = K extends keyof InnerData ? InnerData[K] : Record<string, never>;

/** The version of the wire these objects follow. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;
