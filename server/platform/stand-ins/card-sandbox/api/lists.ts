import * as z from 'zod/mini';
import type { Database } from '../../../database/database.ts';
import { findObject, listObjects, type ObjectFilter } from '../store/object.store.ts';
import type { Form } from '../wire/form.ts';
import type { Kind } from '../wire/objects.ts';
import { integer, parseParams } from '../wire/params.ts';
import { invalidRequest } from '../wire/wire-error.ts';

/**
 * What each list can be narrowed by, besides `created`: the parameter and where the value stands in the object. A
 * parameter within another is written with a point.
 */
const filters = {
  session: { status: ['status'], payment_intent: ['payment_intent'], customer: ['customer'] },
  payment_intent: { customer: ['customer'] },
  charge: { payment_intent: ['payment_intent'], customer: ['customer'] },
  refund: { payment_intent: ['payment_intent'], charge: ['charge'] },
  dispute: { payment_intent: ['payment_intent'], charge: ['charge'] },
  customer: { email: ['email'] },
  coupon: {},
  subscription: { customer: ['customer'], status: ['status'] },
  invoice: {
    customer: ['customer'],
    status: ['status'],
    subscription: ['parent', 'subscription_details', 'subscription'],
  },
  invoice_payment: {
    invoice: ['invoice'],
    status: ['status'],
    'payment.type': ['payment', 'type'],
    'payment.payment_intent': ['payment', 'payment_intent'],
  },
  event: { type: ['type'], types: ['type'] },
} satisfies Partial<Record<Kind, Record<string, string[]>>>;
export type ListedKind = keyof typeof filters;

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const Range = z.strictObject({
  gt: z.optional(integer),
  gte: z.optional(integer),
  lt: z.optional(integer),
  lte: z.optional(integer),
});
const Page = z.object({
  limit: z._default(integer.check(z.minimum(1), z.maximum(100)), 10),
  starting_after: z.optional(z.string()),
  ending_before: z.optional(z.string()),
  created: z.optional(z.union([integer, Range])),
});

/**
 * One page of a list, newest first.
 *
 * @param always filters beside the requested ones
 * @throws WireError for an unknown parameter or a cursor that is no object's id
 */
export async function listPage(db: Database, kind: ListedKind, url: string, form: Form, always: ObjectFilter[] = []) {
  const known: Record<string, string[]> = filters[kind];
  const names = Object.keys(known);
  const heads = names.map((name) => name.split('.')[0]);
  const unknown = Object.keys(form).find((name) => !heads.includes(name) && !(name in Page.shape));
  if (unknown !== undefined)
    throw invalidRequest(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  const page = parseParams(Page, form);
  const wanted = names.flatMap((name): ObjectFilter[] => {
    const value = valueAt(form, name.split('.'));
    const path = known[name] ?? [];
    if (value === undefined) return [];
    return typeof value === 'string'
      ? [{ path, operator: '=', value }]
      : [{ path, operator: 'in', value: Object.values(value).filter((each) => typeof each === 'string') }];
  });
  await requireCursor(db, kind, page.starting_after ?? page.ending_before);
  const found = await listObjects(db, kind, {
    limit: page.limit + 1,
    filters: [...always, ...wanted, ...createdFilters(page.created)],
    startingAfter: page.starting_after,
    endingBefore: page.ending_before,
  });
  const hasMore = found.length > page.limit;
  const data = page.ending_before === undefined ? found.slice(0, page.limit) : found.slice(-page.limit);
  return { object: 'list' as const, url, has_more: hasMore, data };
}

const valueAt = (form: Form, [head = '', ...rest]: string[]): Form[string] | undefined => {
  const value = form[head];
  return rest.length > 0 && typeof value === 'object' ? valueAt(value, rest) : value;
};

function createdFilters(created: z.infer<typeof Page>['created']): ObjectFilter[] {
  if (created === undefined) return [];
  if (typeof created === 'number') return [{ path: ['created'], operator: '=', value: created }];
  return Object.entries(created).map(([name, value]) => ({
    path: ['created'],
    operator: operators[name as keyof typeof operators],
    value,
  }));
}

async function requireCursor(db: Database, kind: ListedKind, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await findObject(db, kind, id)))
    throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param: 'starting_after' });
}
