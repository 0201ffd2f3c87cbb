import type { Transaction } from '../../../database/database.ts';
import type { Attempt } from '../payments/attempt.ts';
import { judgeCard, type Cardholder, type Verdict } from '../payments/card-verdict.ts';
import { beginCollecting, conclude } from './collection.ts';
import { startDiscount } from '../checkouts/discounts.ts';
import { hostedPage, recordEvents, type Story } from '../events/events.ts';
import { firstLines, writeInvoice } from './invoices.ts';
import { getObject, insertObject, saveObject, type StoredObject } from '../store/object.store.ts';
import { setAlarms } from './renewals.ts';
import { keepCard, type KeptCard } from '../payments/saved-cards.ts';
import { customerDetails } from '../wire/checkout-objects.ts';
import { makeCustomer } from '../wire/customer-objects.ts';
import { nowSeconds } from '../wire/ids.ts';
import type { Customer, Session } from '../wire/objects.ts';
import type { PaidWith } from '../wire/card.ts';
import { addDays, periodEnd } from '../wire/periods.ts';
import { makeSubscription, recurringOf } from '../wire/subscription-objects.ts';
import type { Invoice, Subscription } from '../wire/subscription-types.ts';

/** What a checkout begins, and with what. */
interface Beginning {
  tx: Transaction;
  publicUrl: string;
  session: Session;
  inner: StoredObject<'session'>['inner'];
  customer: Customer;
  card: KeptCard | undefined;
}

/**
 * Begins the subscription of a checkout. It is made once the bank has agreed; a card that is declined leaves nothing
 * behind but the open checkout.
 *
 * @param card undefined where none is asked for
 */
export async function subscribe(
  tx: Transaction,
  publicUrl: string,
  { data: session, inner }: StoredObject<'session'>,
  card: PaidWith | undefined,
  cardholder: Cardholder,
): Promise<Attempt> {
  const { confirming: _answered, ...calm } = inner;
  const verdict: Verdict = card
    ? judgeCard(card.number, { amount: session.amount_total, cardholder })
    : { answer: 'paid' };
  if (verdict.answer === 'declined') {
    await saveObject(tx, 'session', session, calm);
    return { outcome: 'declined', message: verdict.because.message };
  }
  if (verdict.answer === 'confirm') {
    await saveObject(tx, 'session', session, { ...inner, confirming: card });
    return { outcome: 'confirm', session };
  }
  const customer = await customerOf(tx, session, card);
  const kept = card && (await keepCard(tx, customer.id, card));
  return begin({ tx, publicUrl, session, inner: calm, customer, card: kept }, verdict);
}

async function customerOf(tx: Transaction, session: Session, card: PaidWith | undefined): Promise<Customer> {
  if (session.customer !== null) return (await getObject(tx, 'customer', session.customer)).data;
  const customer = makeCustomer({ email: session.customer_details?.email ?? null, name: card?.name ?? null });
  await insertObject(tx, 'customer', customer);
  return customer;
}

async function begin(beginning: Beginning, verdict: Verdict): Promise<Attempt> {
  const { tx, publicUrl, session, inner, card } = beginning;
  const made = await createSubscription(beginning);
  const [applied] = session.discounts ?? [];
  const reduction =
    typeof applied?.coupon === 'string'
      ? await startDiscount(tx, applied.coupon, { customer: made.customer, session: session.id, subscription: made.id })
      : undefined;
  const lines = firstLines(inner.lineItems, made);
  const bill = { publicUrl, reason: 'subscription_create' as const, lines, reduction, session: session.id };
  const billed = await writeInvoice(tx, { ...bill, subscription: made });
  const paid =
    card && billed.invoice.status === 'open' ? await pay(beginning, billed.invoice, card, verdict) : undefined;
  const subscription = billed.subscription;
  const completed = completedSession(beginning, subscription, verdict);
  await saveObject(tx, 'subscription', subscription);
  await saveObject(tx, 'session', completed, inner);
  await setAlarms(tx, subscription);
  await recordEvents(tx, hostedPage, [
    ['checkout.session.completed', completed],
    ['customer.subscription.created', subscription],
    ...billed.story,
    ...(paid ?? []),
  ]);
  return { outcome: 'complete', session: completed };
}

async function pay({ tx }: Beginning, invoice: Invoice, card: KeptCard, verdict: Verdict): Promise<Story> {
  const stored = await getObject(tx, 'invoice', invoice.id, { lock: true });
  const first = { ...stored, data: { ...stored.data, attempt_count: 1 } };
  return (await conclude(await beginCollecting(tx, first, card), verdict)).story;
}

async function createSubscription({ tx, session, inner, customer, card }: Beginning): Promise<Subscription> {
  const data = inner.subscriptionData;
  const items = inner.lineItems.filter(({ price }) => price.recurring);
  const start = nowSeconds();
  const [first] = items;
  if (!first) throw new Error(`the checkout ${session.id} has nothing recurring`);
  const isTrial = data.trial_period_days !== undefined;
  const end = isTrial ? addDays(start, data.trial_period_days ?? 0) : periodEnd(start, start, recurringOf(first.price));
  const subscription = makeSubscription({
    customer: customer.id,
    currency: session.currency,
    items,
    data,
    paymentMethod: card?.paymentMethod ?? null,
    period: { start, end },
    isTrial,
  });
  const withoutCard = data.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  await insertObject(tx, 'subscription', subscription, { withoutCard });
  return subscription;
}

function completedSession(
  { session, customer, card }: Beginning,
  subscription: Subscription,
  verdict: Verdict,
): Session {
  const whenPaid = verdict.answer === 'settles' ? 'unpaid' : 'paid';
  return {
    ...session,
    customer: customer.id,
    customer_details: customerDetails(customer.email, card?.name ?? customer.name ?? null),
    invoice: subscription.latest_invoice,
    payment_status: session.amount_total === 0 ? 'no_payment_required' : whenPaid,
    status: 'complete',
    subscription: subscription.id,
    url: null,
  };
}
