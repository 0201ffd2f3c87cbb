import type { Database } from '../../database/database.ts';
import { hostedPage, recordEvents } from './events.ts';
import { findCurrentSession } from './expiry.ts';
import { findFaults } from './fault.store.ts';
import { settleDelay } from './faults.ts';
import { getObject, insertObject, saveObject, type StoredObject } from './object.store.ts';
import { change, type Sandbox } from './sandbox.ts';
import { addTask } from './task.store.ts';
import { behaviourOf, type CardBehaviour } from './test-cards.ts';
import { customerDetails } from './wire/checkout-objects.ts';
import { makeCustomer } from './wire/customer-objects.ts';
import type { Charge, PaymentIntent, Session } from './wire/objects.ts';
import { makeCharge, makePaymentIntent, type PaidWith } from './wire/payment-objects.ts';
import { failedCharge, failedIntent, paidCharge, paidIntent, type Decline } from './wire/payment-outcomes.ts';

export type Attempt = { outcome: 'complete' | 'expired'; session: Session } | { outcome: 'declined'; message: string };

/** Everything one attempt to pay works on. */
interface Paying {
  tx: Database;
  session: Session;
  inner: StoredObject<'session'>['inner'];
  intent: PaymentIntent;
  charge: Charge;
  card: PaidWith;
}

/**
 * One press on Pay. The session is locked first, so a second press finds it complete and pays nothing.
 *
 * @throws Error when there is no such session
 */
export function payCheckout(sandbox: Sandbox, sessionId: string, card: Omit<PaidWith, 'email'>): Promise<Attempt> {
  return change(sandbox, async (tx) => {
    const found = await findCurrentSession(tx, sessionId);
    if (!found) throw new Error(`the card sandbox has no session ${sessionId}`);
    const { data: session, inner } = found;
    if (session.status !== 'open') return { outcome: session.status, session };
    const paidWith = { ...card, email: session.customer_details?.email ?? null };
    const intent = await beginIntent(tx, found, paidWith);
    const paying = { tx, session, inner, intent, charge: makeCharge(intent, paidWith), card: paidWith };
    const behaviour = behaviourOf(card.number);
    if (behaviour.decline) return decline(paying, behaviour.decline);
    return behaviour.outcome === 'paid' ? succeed(paying, behaviour) : beginSettlement(paying, behaviour);
  });
}

/** The intent of the first attempt is kept for the later ones. */
async function beginIntent(tx: Database, { data: session, inner }: StoredObject<'session'>, card: PaidWith) {
  if (session.payment_intent !== null) return (await getObject(tx, 'payment_intent', session.payment_intent)).data;
  const customer = session.customer_creation === 'always' ? makeCustomer(card) : undefined;
  if (customer) await insertObject(tx, 'customer', customer);
  const { description, metadata, receipt_email, setup_future_usage } = inner.paymentIntentData;
  const intent = makePaymentIntent({
    amount: session.amount_total,
    currency: session.currency,
    customer: customer?.id ?? session.customer,
    description: description ?? null,
    metadata: metadata ?? {},
    receiptEmail: receipt_email ?? null,
    setupFutureUsage: setup_future_usage ?? null,
  });
  await insertObject(tx, 'payment_intent', intent);
  return intent;
}

async function succeed(paying: Paying, { refunds }: Pick<CardBehaviour, 'refunds'>): Promise<Attempt> {
  const { tx, inner } = paying;
  const charge = paidCharge(paying.charge);
  const intent = paidIntent(paying.intent, charge);
  const session = completed(paying, 'paid');
  await insertObject(tx, 'charge', charge, { refunds });
  await saveObject(tx, 'payment_intent', intent);
  await saveObject(tx, 'session', session, inner);
  await recordEvents(tx, hostedPage, [
    ['charge.succeeded', charge],
    ['payment_intent.succeeded', intent],
    ['checkout.session.completed', session],
  ]);
  return { outcome: 'complete', session };
}

/** The checkout is over, the money is not there: how a bank debit goes. */
async function beginSettlement(paying: Paying, { outcome }: Pick<CardBehaviour, 'outcome'>): Promise<Attempt> {
  const { tx, charge, inner } = paying;
  const intent: PaymentIntent = {
    ...paying.intent,
    status: 'processing',
    latest_charge: charge.id,
    payment_method: charge.payment_method,
  };
  const session = completed(paying, 'unpaid');
  await insertObject(tx, 'charge', charge, {});
  await saveObject(tx, 'payment_intent', intent);
  await saveObject(tx, 'session', session, { ...inner, settlement: outcome === 'settles' ? 'succeeds' : 'fails' });
  await recordEvents(tx, hostedPage, [
    ['charge.pending', charge],
    ['payment_intent.processing', intent],
    ['checkout.session.completed', session],
  ]);
  await addTask(tx, 'settle', session.id, settleDelay(await findFaults(tx)));
  return { outcome: 'complete', session };
}

/** The session stays open: another card may be tried. */
async function decline(paying: Paying, because: Decline): Promise<Attempt> {
  const { tx } = paying;
  const charge = failedCharge(paying.charge, because);
  const intent = failedIntent(paying.intent, charge, because);
  const session: Session = { ...paying.session, payment_intent: intent.id, customer: intent.customer };
  await insertObject(tx, 'charge', charge, {});
  await saveObject(tx, 'payment_intent', intent);
  await saveObject(tx, 'session', session);
  await recordEvents(tx, hostedPage, [
    ['charge.failed', charge],
    ['payment_intent.payment_failed', intent],
  ]);
  return { outcome: 'declined', message: because.message };
}

const completed = ({ session, intent, card }: Paying, paymentStatus: 'paid' | 'unpaid'): Session => ({
  ...session,
  customer: intent.customer,
  customer_details: customerDetails(card.email, card.name),
  payment_intent: intent.id,
  payment_status: paymentStatus,
  status: 'complete',
  url: null,
});
