import type { Database } from '../../database/database.ts';
import {
  defaultExpiry,
  keptReference,
  readCreateSession,
  totalOf,
  type CreateSession,
} from './checkout-session-params.ts';
import type { Cause } from './events.ts';
import { expireSession, findCurrentSession } from './expiry.ts';
import { findObject, insertObject } from './object.store.ts';
import { addTask } from './task.store.ts';
import { makeLineItem, makePrice, makeProduct, makeSession } from './wire/checkout-objects.ts';
import type { Form } from './wire/form.ts';
import { nowSeconds } from './wire/ids.ts';
import type { Customer, LineItem, Session } from './wire/objects.ts';
import { invalidRequest, missingObject } from './wire/wire-error.ts';

/** Opens a hosted checkout for what is to be paid. */
export async function createSession(tx: Database, publicUrl: string, form: Form): Promise<Session> {
  const given = readCreateSession(form);
  const customer = given.customer === undefined ? undefined : await requireCustomer(tx, given.customer);
  const session = makeSession({
    publicUrl,
    amount: totalOf(given),
    currency: given.line_items[0]?.price_data.currency ?? '',
    successUrl: given.success_url,
    cancelUrl: given.cancel_url ?? null,
    clientReferenceId: keptReference(given.client_reference_id),
    customer: customer?.id ?? null,
    customerCreation: customer ? null : (given.customer_creation ?? 'if_required'),
    customerEmail: given.customer_email ?? null,
    knownEmail: customer?.email ?? given.customer_email ?? null,
    displayName: given.branding_settings?.display_name ?? null,
    expiresAt: given.expires_at ?? defaultExpiry(nowSeconds()),
    locale: given.locale ?? null,
    metadata: given.metadata ?? {},
    submitMessage: given.custom_text?.submit.message ?? null,
    submitType: given.submit_type ?? null,
  });
  const lineItems = await createLineItems(tx, given.line_items);
  await insertObject(tx, 'session', session, { lineItems, paymentIntentData: given.payment_intent_data ?? {} });
  await addTask(tx, 'expire', session.id, session.expires_at - Date.now() / 1000);
  return session;
}

async function createLineItems(tx: Database, items: CreateSession['line_items']): Promise<LineItem[]> {
  const lineItems: LineItem[] = [];
  for (const { quantity, price_data } of items) {
    const item = {
      ...price_data.product_data,
      currency: price_data.currency,
      unitAmount: price_data.unit_amount,
      quantity,
    };
    const product = makeProduct(item);
    const price = makePrice(item, product);
    await insertObject(tx, 'product', product);
    await insertObject(tx, 'price', price);
    lineItems.push(makeLineItem(item, price));
  }
  return lineItems;
}

async function requireCustomer(tx: Database, id: string): Promise<Customer> {
  const found = await findObject(tx, 'customer', id);
  if (!found) throw missingObject('customer', id, { param: 'customer', inAddress: false });
  return found.data;
}

/** @throws WireError unless the session is still open */
export async function expireOpenSession(tx: Database, id: string, cause: Cause): Promise<Session> {
  const found = await findCurrentSession(tx, id);
  if (!found) throw missingObject('checkout.session', id, { param: 'session', inAddress: true });
  if (found.data.status !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${found.data.status}\`.`,
    );
  return expireSession(tx, found.data, cause);
}
