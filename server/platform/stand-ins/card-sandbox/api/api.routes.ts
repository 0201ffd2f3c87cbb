import type { Transaction } from '../../../database/database.ts';
import { createSession, expireOpenSession } from '../checkouts/checkout-sessions.ts';
import { createCoupon } from '../checkouts/coupons.ts';
import { createCustomer, createPortalSession, updateCustomer } from '../checkouts/customers.ts';
import type { Cause } from '../events/events.ts';
import { sessionLineItems } from './expand.ts';
import { findCurrentSession } from '../checkouts/expiry.ts';
import { listPage, type ListedKind } from './lists.ts';
import { findObject } from '../store/object.store.ts';
import { createRefund } from '../payments/refunds.ts';
import { listSubscriptions } from '../subscriptions/subscription-list.ts';
import { cancelSubscription, updateSubscription } from '../subscriptions/subscriptions.ts';
import type { Form } from '../wire/form.ts';
import type { Kind } from '../wire/objects.ts';
import { missingObject } from '../wire/wire-error.ts';

/** One request to the provider's API, inside its transaction. */
export interface ApiCall {
  tx: Transaction;
  publicUrl: string;
  /** From the address; empty where the address names no object. */
  id: string;
  form: Form;
  cause: Cause;
}

/** A route of the provider's API. */
export interface ApiRoute {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  handle: (call: ApiCall) => Promise<object>;
}

const get = (path: string, handle: ApiRoute['handle']): ApiRoute => ({ method: 'GET', path, handle });
const post = (path: string, handle: ApiRoute['handle']): ApiRoute => ({ method: 'POST', path, handle });

const remove = (path: string, handle: ApiRoute['handle']): ApiRoute => ({ method: 'DELETE', path, handle });

const retrieve = (path: string, kind: Kind, name: string, param: string) =>
  get(`${path}/:id`, async ({ tx, id }) => {
    const found = await findObject(tx, kind, id);
    if (!found) throw missingObject(name, id, { param, inAddress: true });
    return found.data;
  });

const list = (path: string, kind: ListedKind) => get(path, ({ tx, form }) => listPage(tx, kind, path, form));

const retrieveSession: ApiRoute['handle'] = async ({ tx, id }) => {
  const found = await findCurrentSession(tx, id);
  if (!found) throw missingObject('checkout.session', id, { param: 'session', inAddress: true });
  return found.data;
};

const retrieveLineItems: ApiRoute['handle'] = async (call) => {
  await retrieveSession(call);
  return sessionLineItems(call.tx, call.id);
};

/** Everything the sandbox speaks of the provider's API. */
export const apiRoutes: readonly ApiRoute[] = [
  post('/v1/checkout/sessions', ({ tx, publicUrl, form }) => createSession(tx, publicUrl, form)),
  get('/v1/checkout/sessions/:id', retrieveSession),
  get('/v1/checkout/sessions/:id/line_items', retrieveLineItems),
  post('/v1/checkout/sessions/:id/expire', ({ tx, id, cause }) => expireOpenSession(tx, id, cause)),
  list('/v1/checkout/sessions', 'session'),
  retrieve('/v1/payment_intents', 'payment_intent', 'payment_intent', 'intent'),
  list('/v1/payment_intents', 'payment_intent'),
  retrieve('/v1/charges', 'charge', 'charge', 'id'),
  list('/v1/charges', 'charge'),
  post('/v1/refunds', ({ tx, form, cause }) => createRefund(tx, form, cause)),
  retrieve('/v1/refunds', 'refund', 'refund', 'id'),
  list('/v1/refunds', 'refund'),
  retrieve('/v1/disputes', 'dispute', 'dispute', 'id'),
  list('/v1/disputes', 'dispute'),
  post('/v1/customers', ({ tx, form }) => createCustomer(tx, form)),
  post('/v1/customers/:id', ({ tx, id, form }) => updateCustomer(tx, id, form)),
  retrieve('/v1/customers', 'customer', 'customer', 'id'),
  list('/v1/customers', 'customer'),
  post('/v1/coupons', ({ tx, form }) => createCoupon(tx, form)),
  retrieve('/v1/coupons', 'coupon', 'coupon', 'coupon'),
  list('/v1/coupons', 'coupon'),
  retrieve('/v1/payment_methods', 'payment_method', 'PaymentMethod', 'payment_method'),
  retrieve('/v1/subscriptions', 'subscription', 'subscription', 'id'),
  get('/v1/subscriptions', ({ tx, form }) => listSubscriptions(tx, form)),
  post('/v1/subscriptions/:id', updateSubscription),
  remove('/v1/subscriptions/:id', ({ tx, id, cause }) => cancelSubscription(tx, id, cause)),
  retrieve('/v1/invoices', 'invoice', 'invoice', 'invoice'),
  list('/v1/invoices', 'invoice'),
  retrieve('/v1/invoice_payments', 'invoice_payment', 'invoice_payment', 'invoice_payment'),
  list('/v1/invoice_payments', 'invoice_payment'),
  post('/v1/billing_portal/sessions', ({ tx, publicUrl, form }) => createPortalSession(tx, publicUrl, form)),
  retrieve('/v1/prices', 'price', 'price', 'price'),
  retrieve('/v1/products', 'product', 'product', 'id'),
  retrieve('/v1/events', 'event', 'event', 'id'),
  list('/v1/events', 'event'),
];
