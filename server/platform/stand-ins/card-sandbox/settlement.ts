import type { Database } from '../../database/database.ts';
import { hostedPage, recordEvents } from './events.ts';
import { getObject, saveObject } from './object.store.ts';
import { change, type Sandbox } from './sandbox.ts';
import type { Charge, PaymentIntent, Session } from './wire/objects.ts';
import { failedCharge, failedIntent, paidCharge, paidIntent, type Decline } from './wire/payment-outcomes.ts';

const bankRefused: Decline = {
  code: 'payment_method_not_available',
  declineCode: 'insufficient_funds',
  message: 'The bank did not make this payment.',
};

/** Ends a payment that settles later, once. */
export async function settlePayment(sandbox: Sandbox, sessionId: string): Promise<void> {
  await change(sandbox, async (tx) => {
    const { data: session, inner } = await getObject(tx, 'session', sessionId, { lock: true });
    if (session.payment_intent === null || inner.settlement === undefined) return;
    const { data: intent } = await getObject(tx, 'payment_intent', session.payment_intent, { lock: true });
    const { data: charge } = await getObject(tx, 'charge', intent.latest_charge ?? '', { lock: true });
    const end = inner.settlement === 'succeeds' ? settle : settleNot;
    const settled = await end(tx, session, intent, charge);
    await saveObject(tx, 'session', settled, { ...inner, settlement: undefined });
  });
}

async function settle(tx: Database, session: Session, intent: PaymentIntent, charge: Charge): Promise<Session> {
  const paid: Session = { ...session, payment_status: 'paid' };
  const settledCharge = paidCharge(charge);
  const settledIntent = paidIntent(intent, charge);
  await saveObject(tx, 'charge', settledCharge);
  await saveObject(tx, 'payment_intent', settledIntent);
  await recordEvents(tx, hostedPage, [
    ['charge.succeeded', settledCharge],
    ['payment_intent.succeeded', settledIntent],
    ['checkout.session.async_payment_succeeded', paid],
  ]);
  return paid;
}

async function settleNot(tx: Database, session: Session, intent: PaymentIntent, charge: Charge): Promise<Session> {
  const lostCharge = failedCharge(charge, bankRefused);
  const lostIntent = failedIntent(intent, charge, bankRefused);
  await saveObject(tx, 'charge', lostCharge);
  await saveObject(tx, 'payment_intent', lostIntent);
  await recordEvents(tx, hostedPage, [
    ['charge.failed', lostCharge],
    ['payment_intent.payment_failed', lostIntent],
    ['checkout.session.async_payment_failed', session],
  ]);
  return session;
}
