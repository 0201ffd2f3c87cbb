import type { Transaction } from '../../../database/database.ts';
import { hostedPage, recordEvents, type Story } from '../events/events.ts';
import { settleInvoice, storyOfSession } from '../subscriptions/invoice-settlement.ts';
import { getObject, saveObject } from '../store/object.store.ts';
import { change, type Sandbox } from '../sandbox.ts';
import type { Charge, PaymentIntent, Session } from '../wire/objects.ts';
import { bankRefused, failedCharge, failedIntent, paidCharge, paidIntent } from '../wire/payment-outcomes.ts';

/** Ends a payment that settles later, once: a checkout's own, or an invoice's. */
export async function settlePayment(sandbox: Sandbox, id: string): Promise<void> {
  await change(sandbox, (tx) => (id.startsWith('in_') ? settleInvoice(tx, id) : settleSession(tx, id)));
}

async function settleSession(tx: Transaction, id: string): Promise<void> {
  const { data: session, inner } = await getObject(tx, 'session', id, { lock: true });
  if (session.payment_intent === null || inner.settlement === undefined) return;
  const { data: intent } = await getObject(tx, 'payment_intent', session.payment_intent, { lock: true });
  const { data: charge } = await getObject(tx, 'charge', intent.latest_charge ?? '', { lock: true });
  const isPaid = inner.settlement === 'succeeds';
  const settled: Session = isPaid ? { ...session, payment_status: 'paid' } : session;
  const story = await (isPaid ? settle : settleNot)(tx, intent, charge);
  await saveObject(tx, 'session', settled, { ...inner, settlement: undefined });
  await recordEvents(tx, hostedPage, [...story, storyOfSession(settled, isPaid)]);
}

async function settle(tx: Transaction, intent: PaymentIntent, charge: Charge): Promise<Story> {
  const settledCharge = paidCharge(charge);
  const settledIntent = paidIntent(intent, charge);
  await saveObject(tx, 'charge', settledCharge);
  await saveObject(tx, 'payment_intent', settledIntent);
  return [
    ['charge.succeeded', settledCharge],
    ['payment_intent.succeeded', settledIntent],
  ];
}

async function settleNot(tx: Transaction, intent: PaymentIntent, charge: Charge): Promise<Story> {
  const lostCharge = failedCharge(charge, bankRefused);
  const lostIntent = failedIntent(intent, charge, bankRefused);
  await saveObject(tx, 'charge', lostCharge);
  await saveObject(tx, 'payment_intent', lostIntent);
  return [
    ['charge.failed', lostCharge],
    ['payment_intent.payment_failed', lostIntent],
  ];
}
