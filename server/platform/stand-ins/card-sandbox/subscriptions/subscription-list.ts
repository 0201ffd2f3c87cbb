import type { Transaction } from '../../../database/database.ts';
import { listPage } from '../api/lists.ts';
import { findObject, type ObjectFilter } from '../store/object.store.ts';
import type { Form } from '../wire/form.ts';
import { missingObject } from '../wire/wire-error.ts';

const path = '/v1/subscriptions';
const canceled: Record<string, ObjectFilter[]> = {
  all: [],
  ended: [{ path: ['status'], operator: '=', value: 'canceled' }],
  '': [{ path: ['status'], operator: '!=', value: 'canceled' }],
};

/**
 * Subscriptions, newest first; those that have ended only when asked for by their status, or by `all`.
 *
 * @throws WireError for an unknown customer
 */
export async function listSubscriptions(tx: Transaction, { status = '', ...form }: Form) {
  const { customer } = form;
  if (typeof customer === 'string' && !(await findObject(tx, 'customer', customer)))
    throw missingObject('customer', customer, { param: 'customer', inAddress: false });
  const always = typeof status === 'string' ? canceled[status] : undefined;
  return always
    ? listPage(tx, 'subscription', path, form, always)
    : listPage(tx, 'subscription', path, { ...form, status });
}
