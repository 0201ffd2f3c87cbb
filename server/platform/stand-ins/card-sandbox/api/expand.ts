import type { Database } from '../../../database/database.ts';
import { findObject, listObjects } from '../store/object.store.ts';
import type { Form } from '../wire/form.ts';
import type { Kind } from '../wire/objects.ts';
import { invalidRequest } from '../wire/wire-error.ts';

/** Fields that carry another object's id, and that object's kind. */
const references: Record<string, Kind> = {
  payment_intent: 'payment_intent',
  latest_charge: 'charge',
  charge: 'charge',
  customer: 'customer',
  product: 'product',
  payment_method: 'payment_method',
  default_payment_method: 'payment_method',
  subscription: 'subscription',
  invoice: 'invoice',
  latest_invoice: 'invoice',
  coupon: 'coupon',
};
const maxDepth = 4;

type Node = Record<string, unknown>;

/**
 * Puts objects in the place of their ids, as `expand[]` asks: `payment_intent.latest_charge`, `data.customer`.
 *
 * @throws WireError for a path that leads nowhere
 */
export async function expand<T extends object>(db: Database, answer: T, wanted: Form[string] | undefined): Promise<T> {
  const paths = typeof wanted === 'string' ? [wanted] : Object.values(wanted ?? {});
  const expanded = structuredClone(answer);
  for (const path of paths) {
    const keys = typeof path === 'string' ? path.split('.') : [];
    if (keys.length === 0 || keys.length > maxDepth) throw cannotExpand(keys.join('.'));
    await expandPath(db, expanded as Node, keys, keys.join('.'));
  }
  return expanded;
}

async function expandPath(db: Database, node: Node, [key, ...rest]: string[], path: string): Promise<void> {
  if (key === undefined) return;
  const value = await expandedValue(db, node, key, path);
  node[key] = value;
  const children: unknown[] = Array.isArray(value) ? value : [value];
  for (const child of children) if (isNode(child)) await expandPath(db, child, rest, path);
}

async function expandedValue(db: Database, node: Node, key: string, path: string): Promise<unknown> {
  if (key === 'line_items' && node.object === 'checkout.session') return sessionLineItems(db, String(node.id));
  if (key === 'refunds' && node.object === 'charge') return chargeRefunds(db, String(node.id));
  if (key === 'payments' && node.object === 'invoice') return invoicePayments(db, String(node.id));
  const value = node[key];
  const kind = references[key];
  if (typeof value === 'string' && kind) return (await findObject(db, kind, value))?.data ?? value;
  if (isNode(value) || (value === null && kind)) return value;
  throw cannotExpand(path);
}

/** A session's line items as a list of their own. */
export async function sessionLineItems(db: Database, sessionId: string) {
  const found = await findObject(db, 'session', sessionId);
  const url = `/v1/checkout/sessions/${sessionId}/line_items`;
  return { object: 'list' as const, url, has_more: false, data: found?.inner.lineItems ?? [] };
}

async function chargeRefunds(db: Database, chargeId: string) {
  const filters = [{ path: ['charge'], operator: '=' as const, value: chargeId }];
  const data = await listObjects(db, 'refund', { limit: 10, filters });
  return { object: 'list', url: `/v1/charges/${chargeId}/refunds`, has_more: false, data };
}

async function invoicePayments(db: Database, invoiceId: string) {
  const filters = [{ path: ['invoice'], operator: '=' as const, value: invoiceId }];
  const data = await listObjects(db, 'invoice_payment', { limit: 10, filters });
  return { object: 'list', url: `/v1/invoice_payments?invoice=${invoiceId}`, has_more: false, data };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
