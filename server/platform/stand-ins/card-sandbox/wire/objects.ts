import type Stripe from 'stripe';
import type { PaidWith } from './card.ts';
import type {
  Coupon,
  Discount,
  Invoice,
  InvoicePayment,
  PaymentMethod,
  Price,
  Stored,
  Subscription,
} from './subscription-types.ts';

export type Session = Stored<
  Stripe.Checkout.Session,
  {
    amount_total: number;
    currency: string;
    customer: string | null;
    payment_intent: string | null;
    status: SessionStatus;
    subscription: string | null;
  }
>;
export type SessionStatus = 'open' | 'complete' | 'expired';
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
type SandboxEventFamily =
  | 'checkout.session'
  | 'payment_intent'
  | 'charge'
  | 'refund'
  | 'customer.subscription'
  | 'invoice'
  | 'invoice_payment';

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
  payment_method: PaymentMethod;
  coupon: Coupon;
  discount: Discount;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
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
    subscriptionData: SubscriptionData;
    /** The card whose bank waits for the cardholder to confirm. */
    confirming?: PaidWith;
    /** How a payment that settles later will end. */
    settlement?: Settlement;
  };
  charge: { refunds?: 'pending-first' | 'fail-later' };
  payment_method: { card: PaidWith };
  subscription: {
    /** What becomes of a trial that ends without a card. */
    withoutCard: 'cancel' | 'create_invoice';
    /** Forced outcome of the next payment. */
    nextPayment?: ForcedPayment;
  };
  invoice: {
    settlement?: Settlement;
    /** The checkout this invoice was first paid by. */
    session?: string;
    /** The card whose bank waits for the cardholder to confirm. */
    confirming?: PaidWith;
  };
}
export type Settlement = 'succeeds' | 'fails';
export type ForcedPayment = 'declined' | 'needs-action';

/** What a checkout keeps for the subscription that will come of it. */
export interface SubscriptionData {
  description?: string;
  metadata?: Record<string, string>;
  trial_period_days?: number;
  trial_settings?: { end_behavior: { missing_payment_method: 'cancel' | 'create_invoice' } };
}
export type InnerOf<K extends Kind> = K extends keyof InnerData ? InnerData[K] : Record<string, never>;

/** The version of the wire these objects follow. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;
