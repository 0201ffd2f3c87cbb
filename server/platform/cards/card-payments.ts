import type Stripe from 'stripe';
import type { CardCalls } from './card-calls.ts';
import { idOf } from './card-values.ts';

/** A refund, as the provider sees it now. */
export interface ProviderRefund {
  id: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed' | 'canceled';
  metadata: Record<string, string>;
}

/** A payment, single or of an invoice, with the amounts received and refunded. */
export interface ProviderPayment {
  id: string;
  /** Received; 0 for a payment that was never made. */
  amountCents: number;
  /** Cents refunded. A refund that fails later is subtracted again. */
  refundedCents: number;
  /** Cents that the bank has taken back for good, by lost disputes. */
  lostCents: number;
}

/** Payments, refunds and disputes at the card provider. */
export interface CardPayments {
  /** @returns undefined for an id the provider does not know */
  findPayment(paymentId: string): Promise<ProviderPayment | undefined>;
  /** The subscription whose invoice this payment paid; undefined for a payment on its own. */
  findSubscriptionOfPayment(paymentId: string): Promise<string | undefined>;
  /**
   * Idempotent by the key.
   *
   * @returns `disputed` while an open dispute keeps the payment from being refunded; undefined when the provider refuses, for
   *   example because less than the amount is left
   */
  refund(request: {
    paymentId: string;
    amountCents: number;
    key: string;
    reason: string;
  }): Promise<ProviderRefund | 'disputed' | undefined>;
  /** Whether an open dispute keeps the payment from being refunded. */
  isDisputed(paymentId: string): Promise<boolean>;
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  /** Cents that the bank has taken back for good, by lost disputes. */
  sumLost(paymentId: string): Promise<number>;
}

/** Builds the calls about payments on a connection. */
export function buildPayments({ stripe, call, unlessRefused, unlessMissing }: CardCalls): CardPayments {
  const listDisputes = async (paymentId: string): Promise<Stripe.Dispute[]> =>
    (await call(() => stripe.disputes.list({ payment_intent: paymentId, limit: 100 }))).data;
  const isDisputed: CardPayments['isDisputed'] = async (paymentId) =>
    (await listDisputes(paymentId)).some(keepsFromRefund);
  const sumLost: CardPayments['sumLost'] = async (paymentId) =>
    (await listDisputes(paymentId)).reduce((sum, { status, amount }) => sum + (status === 'lost' ? amount : 0), 0);
  const listRefunds: CardPayments['listRefunds'] = async (paymentId) => {
    const found = await call(() => stripe.refunds.list({ payment_intent: paymentId, limit: 100 }));
    return found.data.map(readRefund);
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
        lostCents: await sumLost(paymentId),
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
      // The provider forgets an idempotency key after 24 hours; a restored queue may be older.
      const made = (await listRefunds(paymentId)).find(({ metadata }) => metadata['key'] === key);
      if (made) return made;
      // Asked first: the provider repeats a refusal under the same key for a day, though the dispute has ended.
      if (await isDisputed(paymentId)) return 'disputed';
      const refund = await unlessRefused(() =>
        stripe.refunds.create(
          { payment_intent: paymentId, amount: amountCents, metadata: { reason, key } },
          { idempotencyKey: `refund-${key}` },
        ),
      );
      if (refund) return readRefund(refund);
      // Race: the dispute was opened meanwhile.
      return (await isDisputed(paymentId)) ? 'disputed' : undefined;
    },
    isDisputed,
    listRefunds,
    sumLost,
  };
}

/** Whether a payment cannot be refunded until its dispute ends; of a bank's inquiry it can. */
const keepsFromRefund = ({ status, is_charge_refundable: isRefundable }: Stripe.Dispute): boolean =>
  !isRefundable && (status === 'needs_response' || status === 'under_review');

const readRefund = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  amountCents: refund.amount,
  state:
    refund.status === 'succeeded' || refund.status === 'failed' || refund.status === 'canceled'
      ? refund.status
      : 'pending',
  metadata: refund.metadata ?? {},
});
