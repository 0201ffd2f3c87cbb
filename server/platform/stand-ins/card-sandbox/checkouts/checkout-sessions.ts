import type { Transaction } from '../../../database/database.ts';
import { defaultExpiry, readCreateSession, requireUsableAmount } from './checkout-session-checks.ts';
import { keptReference, type CreateSession } from './checkout-session-params.ts';
import { requireCoupon, takeOff } from './coupons.ts';
import type { Cause } from '../events/events.ts';
import { expireSession, findCurrentSession } from './expiry.ts';
import { findObject, insertObject } from '../store/object.store.ts';
import { addTask } from '../store/task.store.ts';
import { makeLineItem, makePrice, makeProduct, makeSession, type NewLineItem } from '../wire/checkout-objects.ts';
import type { Form } from '../wire/form.ts';
import { nowSeconds } from '../wire/ids.ts';
import type { Customer, LineItem, Session } from '../wire/objects.ts';
import type { Coupon } from '../wire/subscription-types.ts';
import { invalidRequest, missingObject } from '../wire/wire-error.ts';

/** Opens a hosted checkout for what is to be paid. */
export async function createSession(tx: Transaction, publicUrl: string, form: Form): Promise<Session> {
  const given = readCreateSession(form);
  const currency = given.line_items[0]?.price_data.currency ?? '';
  const customer = given.customer === undefined ? undefined : await requireCustomer(tx, given.customer);
  const [discount] = given.discounts ?? [];
  const coupon = discount && (await requireCoupon(tx, discount.coupon, currency));
  const items = priceItems(given, coupon);
  const due = {
    subtotal: items.reduce((sum, item) => sum + item.due.subtotal, 0),
    discount: items.reduce((sum, item) => sum + item.due.discount, 0),
  };
  requireUsableAmount(due.subtotal - due.discount, given.mode === 'subscription' || coupon !== undefined);
  const session = makeSession({
    publicUrl,
    mode: given.mode,
    due,
    coupon: coupon?.id ?? null,
    paymentMethodCollection: given.payment_method_collection ?? (given.mode === 'payment' ? 'if_required' : 'always'),
    currency,
    successUrl: given.success_url,
    cancelUrl: given.cancel_url ?? null,
    clientReferenceId: keptReference(given.client_reference_id),
    customer: customer?.id ?? null,
    customerCreation: customer ? null : (given.customer_creation ?? defaultCreation[given.mode]),
    customerEmail: given.customer_email ?? null,
    knownEmail: customer?.email ?? given.customer_email ?? null,
    displayName: given.branding_settings?.display_name ?? null,
    expiresAt: given.expires_at ?? defaultExpiry(nowSeconds()),
    locale: given.locale ?? null,
    metadata: given.metadata ?? {},
    submitMessage: given.custom_text?.submit.message ?? null,
    submitType: given.submit_type ?? null,
  });
  await insertObject(tx, 'session', session, {
    lineItems: await createLineItems(tx, items),
    paymentIntentData: given.payment_intent_data ?? {},
    subscriptionData: given.subscription_data ?? {},
  });
  await addTask(tx, 'expire', session.id, session.expires_at - Date.now() / 1000);
  return session;
}

/** Whether a payer becomes a customer. A subscription cannot do without one. */
const defaultCreation = { payment: 'if_required', subscription: 'always' } as const;

/** What is bought, and what of it is due today: nothing recurring while there is a trial. */
function priceItems(given: CreateSession, coupon: Coupon | undefined): NewLineItem[] {
  const isTrial = given.subscription_data?.trial_period_days !== undefined;
  const subtotals = given.line_items.map(({ quantity, price_data }) =>
    isTrial && price_data.recurring ? 0 : quantity * price_data.unit_amount,
  );
  const discounts = takeOff(subtotals, coupon);
  return given.line_items.map(({ quantity, price_data }, place) => ({
    ...price_data.product_data,
    currency: price_data.currency,
    unitAmount: price_data.unit_amount,
    quantity,
    ...(price_data.recurring && {
      recurring: { interval: price_data.recurring.interval, intervalCount: price_data.recurring.interval_count ?? 1 },
    }),
    due: { subtotal: subtotals[place] ?? 0, discount: discounts[place] ?? 0 },
  }));
}

async function createLineItems(tx: Transaction, items: NewLineItem[]): Promise<LineItem[]> {
  const lineItems: LineItem[] = [];
  for (const item of items) {
    const product = makeProduct(item);
    const price = makePrice(item, product);
    await insertObject(tx, 'product', product);
    await insertObject(tx, 'price', price);
    lineItems.push(makeLineItem(item, price));
  }
  return lineItems;
}

async function requireCustomer(tx: Transaction, id: string): Promise<Customer> {
  const found = await findObject(tx, 'customer', id);
  if (!found) throw missingObject('customer', id, { param: 'customer', inAddress: false });
  return found.data;
}

/** @throws WireError unless the session is still open */
export async function expireOpenSession(tx: Transaction, id: string, cause: Cause): Promise<Session> {
  const found = await findCurrentSession(tx, id);
  if (!found) throw missingObject('checkout.session', id, { param: 'session', inAddress: true });
  if (found.data.status !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${found.data.status}\`.`,
    );
  return expireSession(tx, found.data, cause);
}
