import type Stripe from 'stripe';
import type { CardCalls } from './card-calls.ts';
import { idOf } from './card-values.ts';

export interface ProviderRefund {
  id: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed' | 'canceled';
  metadata: Record<string, string>;
}

/** What is left of money that came in, once or for an invoice. */
export interface ProviderPayment {
  id: string;
  /** Received; 0 for a payment that was never made. */
  amountCents: number;
  /** Given back. A refund that fails later counts no more. */
  refundedCents: number;
  /** The bank has taken it back for good. */
  disputeLost: boolean;
}

export interface CardPayments {
  /** @returns undefined for an id the provider does not know */
  findPayment(paymentId: string): Promise<ProviderPayment | undefined>;
  /** The subscription whose invoice this payment paid; undefined for a payment on its own. */
  findSubscriptionOfPayment(paymentId: string): Promise<string | undefined>;
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
}

export function buildPayments({ stripe, call, unlessRefused, unlessMissing }: CardCalls): CardPayments {
  const isDisputeLost: CardPayments['isDisputeLost'] = async (paymentId) => {
    const found = await call(() => stripe.disputes.list({ payment_intent: paymentId, limit: 1 }));
    return found.data[0]?.status === 'lost';
  };
  return {
    async findPayment(paymentId) {
      const expand = ['latest_charge'];
      const intent = await unlessMissing(() => stripe.paymentIntents.retrieve(paymentId, { expand }));
      if (!intent) return undefined;
      const charge = intent.latest_charge;
      return {
        id: intent.id,
        amountCents: intent.amount_received,
        refundedCents: charge && typeof charge === 'object' ? charge.amount_refunded : 0,
        disputeLost: await isDisputeLost(paymentId),
      };
    },
    async findSubscriptionOfPayment(paymentId) {
      const found = await unlessMissing(() =>
        stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentId },
          limit: 1,
          expand: ['data.invoice'],
        }),
      );
      const invoice = found?.data[0]?.invoice;
      if (!invoice || typeof invoice === 'string' || invoice.deleted) return undefined;
      return idOf(invoice.parent?.subscription_details?.subscription) ?? undefined;
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
    isDisputeLost,
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
