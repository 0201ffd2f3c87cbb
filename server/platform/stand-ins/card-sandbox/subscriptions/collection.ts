import type { Transaction } from '../../../database/database.ts';
import type { Verdict } from '../payments/card-verdict.ts';
import type { Story } from '../events/events.ts';
import { findFaults } from '../events/fault.store.ts';
import { settleDelay } from '../events/faults.ts';
import { storyOfPaid } from './invoices.ts';
import {
  getObject,
  insertObject,
  listObjects,
  putObject,
  saveObject,
  type StoredObject,
} from '../store/object.store.ts';
import { addTask } from '../store/task.store.ts';
import { nowSeconds } from '../wire/ids.ts';
import { makeInvoicePayment, paidInvoice } from '../wire/invoice-objects.ts';
import type { Charge, PaymentIntent } from '../wire/objects.ts';
import { makeCharge, makePaymentIntent } from '../wire/payment-objects.ts';
import type { PaidWith } from '../wire/card.ts';
import {
  failedCharge,
  failedIntent,
  paidCharge,
  paidIntent,
  processingIntent,
  waitingIntent,
  type Decline,
} from '../wire/payment-outcomes.ts';
import type { Invoice, InvoicePayment } from '../wire/subscription-types.ts';

/** Everything one attempt to collect an invoice works on. */
export interface Collecting {
  tx: Transaction;
  invoice: Invoice;
  inner: StoredObject<'invoice'>['inner'];
  intent: PaymentIntent;
  payment: InvoicePayment;
  charge: Charge;
}

/** Begins an attempt with a card, on the payment of the attempt before or on a new one. */
export async function beginCollecting(
  tx: Transaction,
  { data: invoice, inner }: StoredObject<'invoice'>,
  card: PaidWith,
): Promise<Collecting> {
  const { intent, payment } = await paymentOf(tx, invoice);
  return { tx, invoice, inner, intent, payment, charge: makeCharge(intent, card) };
}

/** Goes on with the attempt whose money is on its way. */
export async function resumeCollecting(
  tx: Transaction,
  { data: invoice, inner }: StoredObject<'invoice'>,
): Promise<Collecting> {
  const { intent, payment } = await paymentOf(tx, invoice);
  const { data: charge } = await getObject(tx, 'charge', intent.latest_charge ?? '', { lock: true });
  return { tx, invoice, inner, intent, payment, charge };
}

async function paymentOf(tx: Transaction, invoice: Invoice): Promise<Pick<Collecting, 'intent' | 'payment'>> {
  const filters = [{ path: ['invoice'], operator: '=' as const, value: invoice.id }];
  const [existing] = await listObjects(tx, 'invoice_payment', { limit: 1, filters });
  const payment = existing ?? (await createPayment(tx, invoice));
  const { data: intent } = await getObject(tx, 'payment_intent', payment.payment.payment_intent, { lock: true });
  return { intent, payment };
}

async function createPayment(tx: Transaction, invoice: Invoice): Promise<InvoicePayment> {
  const intent = makePaymentIntent({
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    receiptEmail: null,
    setupFutureUsage: invoice.billing_reason === 'subscription_create' ? 'off_session' : null,
  });
  const payment = makeInvoicePayment(invoice, intent.id);
  await insertObject(tx, 'payment_intent', intent);
  await insertObject(tx, 'invoice_payment', payment);
  return payment;
}

/** What came of an attempt. */
export interface Collected {
  invoice: Invoice;
  story: Story;
}

/** Writes down what the bank said. */
export function conclude(collecting: Collecting, verdict: Verdict): Promise<Collected> {
  if (verdict.answer === 'paid') return succeed(collecting, verdict.refunds);
  if (verdict.answer === 'settles') return beginSettlement(collecting, verdict.end);
  if (verdict.answer === 'declined') return fail(collecting, verdict.because);
  return wait(collecting);
}

/** The money is there. @param refunds how a refund of this card's payment goes */
export async function succeed(
  { tx, intent, payment, ...before }: Collecting,
  refunds: StoredObject<'charge'>['inner']['refunds'],
): Promise<Collected> {
  const charge = paidCharge(before.charge);
  const paid = paidIntent(intent, charge);
  const invoice = { ...paidInvoice(before.invoice), attempt_count: Math.max(1, before.invoice.attempt_count) };
  const paidPayment: InvoicePayment = {
    ...payment,
    amount_paid: invoice.amount_paid,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: nowSeconds() },
  };
  await keepCharge(tx, charge, refunds);
  await saveObject(tx, 'payment_intent', paid);
  await saveObject(tx, 'invoice_payment', paidPayment);
  await saveObject(tx, 'invoice', invoice, {});
  return {
    invoice,
    story: [
      ['charge.succeeded', charge],
      ['payment_intent.succeeded', paid],
      ['invoice_payment.paid', paidPayment],
      ...storyOfPaid(invoice),
    ],
  };
}

async function beginSettlement(collecting: Collecting, end: 'succeeds' | 'fails'): Promise<Collected> {
  const { tx, intent, charge, invoice, inner } = collecting;
  const processing = processingIntent(intent, charge);
  const attempted: Invoice = { ...invoice, attempted: true, next_payment_attempt: null };
  await keepCharge(tx, charge, undefined);
  await saveObject(tx, 'payment_intent', processing);
  await saveObject(tx, 'invoice', attempted, {
    ...(inner.session !== undefined && { session: inner.session }),
    settlement: end,
  });
  await addTask(tx, 'settle', invoice.id, settleDelay(await findFaults(tx)));
  return {
    invoice: attempted,
    story: [
      ['charge.pending', charge],
      ['payment_intent.processing', processing],
    ],
  };
}

/** The bank said no. */
export async function fail(collecting: Collecting, because: Decline): Promise<Collected> {
  const { tx, invoice } = collecting;
  const charge = failedCharge(collecting.charge, because);
  const intent = failedIntent(collecting.intent, charge, because);
  const attempted: Invoice = { ...invoice, attempted: true };
  await keepCharge(tx, charge, undefined);
  await saveObject(tx, 'payment_intent', intent);
  await saveObject(tx, 'invoice', attempted, {});
  return {
    invoice: attempted,
    story: [
      ['charge.failed', charge],
      ['payment_intent.payment_failed', intent],
      ['invoice.payment_failed', attempted],
    ],
  };
}

/** The bank wants the cardholder, who is to come to the invoice's page. */
async function wait({ tx, intent, invoice, inner, charge }: Collecting): Promise<Collected> {
  const card = { paymentMethod: charge.payment_method ?? undefined };
  const waiting = waitingIntent(intent, card, invoice.hosted_invoice_url ?? '');
  const attempted: Invoice = { ...invoice, attempted: true };
  await saveObject(tx, 'payment_intent', waiting);
  await saveObject(tx, 'invoice', attempted, inner);
  return {
    invoice: attempted,
    story: [
      ['payment_intent.requires_action', waiting],
      ['invoice.payment_action_required', attempted],
      ['invoice.payment_failed', attempted],
    ],
  };
}

/** A charge that settles is there already when its end is known. */
const keepCharge = (tx: Transaction, charge: Charge, refunds: StoredObject<'charge'>['inner']['refunds']) =>
  putObject(tx, 'charge', charge, refunds === undefined ? {} : { refunds });
