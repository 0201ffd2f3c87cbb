import type { Database, Transaction } from '../../../database/database.ts';
import { findObject, insertObject } from '../store/object.store.ts';
import type { PaidWith } from '../wire/card.ts';
import { makePaymentMethod } from '../wire/payment-method-objects.ts';
import type { Subscription } from '../wire/subscription-types.ts';

/** A card with the id it is kept under. */
export type KeptCard = PaidWith & { paymentMethod: string };

/** Keeps a card for a customer's later payments. One that is kept already stays as it is. */
export async function keepCard(tx: Transaction, customer: string, card: PaidWith): Promise<KeptCard> {
  if (card.paymentMethod !== undefined) return { ...card, paymentMethod: card.paymentMethod };
  const method = makePaymentMethod(customer, card);
  await insertObject(tx, 'payment_method', method, { card });
  return { ...card, paymentMethod: method.id };
}

/** What a subscription is paid with: its own card, or else its customer's. */
export async function findCardOf(db: Database, subscription: Subscription): Promise<KeptCard | undefined> {
  const customer = await findObject(db, 'customer', subscription.customer);
  const fallback = customer?.data.invoice_settings.default_payment_method;
  const id = subscription.default_payment_method ?? (typeof fallback === 'string' ? fallback : undefined);
  const method = id === undefined ? undefined : await findObject(db, 'payment_method', id);
  return method && { ...method.inner.card, paymentMethod: method.data.id };
}
