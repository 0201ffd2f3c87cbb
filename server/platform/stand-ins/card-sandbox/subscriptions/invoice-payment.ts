import type { Transaction } from '../../../database/database.ts';
import { judgeCard, notConfirmed, type Cardholder } from '../payments/card-verdict.ts';
import { lockInvoice, storyOfChange } from './collect-invoice.ts';
import { beginCollecting, conclude, type Collecting } from './collection.ts';
import { hostedPage, recordEvents } from '../events/events.ts';
import { saveObject, type StoredObject } from '../store/object.store.ts';
import { change, type Sandbox } from '../sandbox.ts';
import { findCardOf, keepCard } from '../payments/saved-cards.ts';
import { afterAttempt, hasEnded } from './subscription-states.ts';
import type { PaidWith } from '../wire/card.ts';
import { unconfirmedIntent } from '../wire/payment-outcomes.ts';

/** What came of one press on Pay at an invoice's page. `over` when there was nothing left to pay. */
export type InvoiceAttempt = { outcome: 'complete' | 'confirm' | 'over' } | { outcome: 'declined'; message: string };

interface Due {
  tx: Transaction;
  subscription: StoredObject<'subscription'>;
  invoice: StoredObject<'invoice'>;
}

/** Whether an invoice can be paid on its page. */
export const isPayable = ({ invoice, subscription }: Omit<Due, 'tx'>): boolean =>
  invoice.data.status === 'open' && invoice.inner.settlement === undefined && !hasEnded(subscription.data);

/**
 * The customer pays an open invoice. A new card becomes the subscription's.
 *
 * @param given undefined for the card the subscription has
 */
export function payInvoice(
  sandbox: Sandbox,
  id: string,
  given: Omit<PaidWith, 'email'> | undefined,
): Promise<InvoiceAttempt> {
  return change(sandbox, async (tx) => {
    const due = { tx, ...(await lockInvoice(tx, id)) };
    if (!isPayable(due)) return { outcome: 'over' };
    const { invoice, subscription } = due;
    const card = given ? { ...given, email: invoice.data.customer_email } : await findCardOf(tx, subscription.data);
    if (!card) return { outcome: 'declined', message: 'There is no card to pay with. Enter one.' };
    return pay(due, card, 'present');
  });
}

/** The cardholder's answer to the bank's authentication request about an invoice's payment. */
export function answerForInvoice(sandbox: Sandbox, id: string, isConfirmed: boolean): Promise<InvoiceAttempt> {
  return change(sandbox, async (tx) => {
    const due = { tx, ...(await lockInvoice(tx, id)) };
    if (!isPayable(due)) return { outcome: 'over' };
    const { confirming, ...inner } = due.invoice.inner;
    const calm = { ...due, invoice: { ...due.invoice, inner } };
    if (confirming && isConfirmed) return pay(calm, confirming, 'confirmed');
    if (confirming) await giveUp(tx, await beginCollecting(tx, calm.invoice, confirming));
    return { outcome: 'declined', message: notConfirmed.message };
  });
}

async function pay(
  { tx, subscription, invoice }: Due,
  card: PaidWith,
  cardholder: Cardholder,
): Promise<InvoiceAttempt> {
  const verdict = judgeCard(card.number, { amount: invoice.data.amount_due, cardholder });
  if (verdict.answer === 'confirm') {
    await saveObject(tx, 'invoice', invoice.data, { ...invoice.inner, confirming: card });
    return { outcome: 'confirm' };
  }
  if (verdict.answer === 'declined') {
    const { story } = await conclude(await beginCollecting(tx, invoice, card), verdict);
    await recordEvents(tx, hostedPage, story);
    return { outcome: 'declined', message: verdict.because.message };
  }
  const kept = await keepCard(tx, subscription.data.customer, card);
  const collected = await conclude(await beginCollecting(tx, invoice, kept), verdict);
  const renewed = afterAttempt(subscription.data, collected.invoice, verdict.answer === 'settles');
  const after = { ...renewed, default_payment_method: kept.paymentMethod };
  await saveObject(tx, 'subscription', after);
  await recordEvents(tx, hostedPage, [...collected.story, ...storyOfChange(subscription.data, after)]);
  return { outcome: 'complete' };
}

async function giveUp(tx: Transaction, { intent, invoice, inner }: Collecting): Promise<void> {
  const refused = unconfirmedIntent(intent, notConfirmed);
  await saveObject(tx, 'payment_intent', refused);
  await saveObject(tx, 'invoice', invoice, inner);
  await recordEvents(tx, hostedPage, [
    ['payment_intent.payment_failed', refused],
    ['invoice.payment_failed', invoice],
  ]);
}
