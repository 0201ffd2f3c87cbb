import type { Transaction } from '../../../database/database.ts';
import { takeOff } from '../checkouts/coupons.ts';
import { isSpent, type Reduction } from '../checkouts/discounts.ts';
import type { Story } from '../events/events.ts';
import { formatMoney } from '../money.ts';
import { getObject, insertObject, saveObject } from '../store/object.store.ts';
import type { LineItem } from '../wire/objects.ts';
import {
  makeInvoice,
  openInvoice,
  paidInvoice,
  type NewInvoice,
  type NewInvoiceLine,
} from '../wire/invoice-objects.ts';
import { periodOf } from '../wire/subscription-objects.ts';
import type { Invoice, Price, Subscription } from '../wire/subscription-types.ts';

export interface Billed {
  invoice: Invoice;
  /** The subscription with its latest invoice, and without a discount that is used up. */
  subscription: Subscription;
  story: Story;
}

export interface Bill extends Pick<NewInvoice, 'publicUrl' | 'subscription' | 'reason' | 'lines'> {
  reduction: Reduction | undefined;
  /** The checkout it comes from. */
  session?: string;
}

/** Writes an invoice and makes it final. One over nothing is paid at once. */
export async function writeInvoice(tx: Transaction, { reduction, session, ...bill }: Bill): Promise<Billed> {
  const { data: customer } = await getObject(tx, 'customer', bill.subscription.customer, { lock: true });
  const sequence = (customer.next_invoice_sequence ?? 1) + 1;
  await saveObject(tx, 'customer', { ...customer, next_invoice_sequence: sequence });
  const draft = makeInvoice({ ...bill, customer, discount: reduction?.id ?? null });
  const open = openInvoice(draft);
  const invoice = open.total === 0 ? paidInvoice(open) : open;
  await insertObject(tx, 'invoice', invoice, session === undefined ? {} : { session });
  const takenOff = invoice.subtotal - invoice.total;
  return {
    invoice,
    subscription: {
      ...bill.subscription,
      discounts: reduction && !isSpent(reduction, takenOff) ? [reduction.id] : [],
      latest_invoice: invoice.id,
    },
    story: [
      ['invoice.created', draft],
      ['invoice.finalized', open],
      ...(invoice.status === 'paid' ? storyOfPaid(invoice) : []),
    ],
  };
}

export const storyOfPaid = (invoice: Invoice): Story => [
  ['invoice.paid', invoice],
  ['invoice.payment_succeeded', invoice],
];

/** What a checkout's invoice is about: everything on it, the recurring part perhaps a trial. */
export function firstLines(items: LineItem[], subscription: Subscription): NewInvoiceLine[] {
  const isTrial = subscription.status === 'trialing';
  return items.map((item) => ({
    description: item.price.recurring
      ? describe(item.price, item.description ?? '', item.quantity, isTrial)
      : (item.description ?? ''),
    price: item.price,
    quantity: item.quantity,
    amount: item.amount_subtotal,
    discounted: item.amount_discount,
    period: item.price.recurring ? periodOf(subscription) : { start: subscription.created, end: subscription.created },
    item: subscription.items.data.find(({ price }) => price.id === item.price.id)?.id ?? null,
  }));
}

/** What a renewal's invoice is about. */
export async function renewalLines(
  tx: Transaction,
  subscription: Subscription,
  reduction: Reduction | undefined,
): Promise<NewInvoiceLine[]> {
  const items = subscription.items.data;
  const amounts = items.map(({ price, quantity }) => price.unit_amount * quantity);
  const discounts = takeOff(amounts, reduction?.coupon);
  const lines = items.map(async ({ id, price, quantity }, place) => {
    const { data: product } = await getObject(tx, 'product', price.product);
    const amount = amounts[place] ?? 0;
    const description = describe(price, product.name, quantity, false);
    const discounted = discounts[place] ?? 0;
    return { description, price, quantity, amount, discounted, period: periodOf(subscription), item: id };
  });
  return Promise.all(lines);
}

/** "1 × Pro (at NZ$29.00 / month)", as invoices say it. */
function describe(price: Price, name: string, quantity: number, isTrial: boolean): string {
  if (isTrial) return `Trial period for ${name}`;
  const { interval = '', interval_count: count = 1 } = price.recurring ?? {};
  const every = count === 1 ? interval : `every ${count} ${interval}s`;
  return `${quantity} × ${name} (at ${formatMoney(price.unit_amount, price.currency)} / ${every})`;
}
