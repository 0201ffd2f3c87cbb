import type { Transaction } from '../../../database/database.ts';
import { lockInvoice, storyOfChange } from './collect-invoice.ts';
import { fail, resumeCollecting, succeed } from './collection.ts';
import { hostedPage, recordEvents, type Story } from '../events/events.ts';
import { getObject, saveObject } from '../store/object.store.ts';
import { afterAttempt, countAttempt } from './subscription-states.ts';
import { resetTask } from '../store/task.store.ts';
import { nowSeconds } from '../wire/ids.ts';
import type { Session } from '../wire/objects.ts';
import { bankRefused } from '../wire/payment-outcomes.ts';

/** Ends an invoice's payment that settles later, once. One that failed is tried again as any other. */
export async function settleInvoice(tx: Transaction, id: string): Promise<void> {
  const { inner: before } = await getObject(tx, 'invoice', id);
  // A checkout is locked before its subscription, here as at its page.
  const session =
    before.session === undefined ? undefined : await getObject(tx, 'session', before.session, { lock: true });
  const { subscription, invoice } = await lockInvoice(tx, id);
  const end = invoice.inner.settlement;
  if (end === undefined) return;
  const isPaid = end === 'succeeds';
  const data = isPaid ? invoice.data : countAttempt(invoice.data);
  const collecting = await resumeCollecting(tx, { ...invoice, data });
  const collected = await (isPaid ? succeed(collecting, undefined) : fail(collecting, bankRefused));
  const after = afterAttempt(subscription.data, collected.invoice, false);
  await saveObject(tx, 'subscription', after);
  const paidSession: Session | undefined =
    session && isPaid ? { ...session.data, payment_status: 'paid' } : session?.data;
  if (paidSession) await saveObject(tx, 'session', paidSession);
  const next = collected.invoice.next_payment_attempt;
  if (next !== null) await resetTask(tx, 'collect', id, next - nowSeconds());
  await recordEvents(tx, hostedPage, [
    ...collected.story,
    ...storyOfChange(subscription.data, after),
    ...(paidSession ? [storyOfSession(paidSession, isPaid)] : []),
  ]);
}

/** How a checkout hears of its payment's end. */
export const storyOfSession = (session: Session, isPaid: boolean): Story[number] => [
  isPaid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
  session,
];
