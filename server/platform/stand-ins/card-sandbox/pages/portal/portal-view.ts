import type { Database } from '../../../../database/database.ts';
import { findObject, getObject, listObjects, type StoredObject } from '../../store/object.store.ts';
import { findCardOf } from '../../payments/saved-cards.ts';
import type { Charge, Customer, PortalSession } from '../../wire/objects.ts';
import type { Invoice, Subscription } from '../../wire/subscription-types.ts';
import { nameOfCard } from '../typed-card.ts';

/** All a customer sees in the billing portal. */
export interface PortalView {
  portal: PortalSession;
  customer: Customer;
  plans: Plan[];
  invoices: Invoice[];
  /** Payments on their own, which have no invoice. */
  payments: Charge[];
}

export interface Plan {
  subscription: Subscription;
  name: string;
  card: string | undefined;
  latestInvoice: Invoice | undefined;
}

const most = 100;

/** @returns undefined for an address that was never issued */
export async function findPortalView(db: Database, id: string): Promise<PortalView | undefined> {
  const portal = await findObject(db, 'portal_session', id);
  if (!portal) return undefined;
  const { customer } = portal.data;
  const query = { limit: most, filters: [{ path: ['customer'], operator: '=' as const, value: customer }] };
  const subscriptions = await listObjects(db, 'subscription', query);
  const invoices = await listObjects(db, 'invoice', query);
  return {
    portal: portal.data,
    customer: (await getObject(db, 'customer', customer)).data,
    plans: await Promise.all(subscriptions.map((subscription) => readPlan(db, subscription))),
    invoices,
    payments: await withoutInvoices(db, await listObjects(db, 'charge', query)),
  };
}

async function readPlan(db: Database, subscription: Subscription): Promise<Plan> {
  const products = subscription.items.data.map(({ price }) => getObject(db, 'product', price.product));
  const card = await findCardOf(db, subscription);
  const invoice = await findObject(db, 'invoice', subscription.latest_invoice ?? '');
  return {
    subscription,
    name: (await Promise.all(products)).map((product: StoredObject<'product'>) => product.data.name).join(' and '),
    card: card && nameOfCard(card),
    latestInvoice: invoice?.data,
  };
}

async function withoutInvoices(db: Database, charges: Charge[]): Promise<Charge[]> {
  const ofInvoice = async ({ payment_intent: value }: Charge) => {
    const filters = [{ path: ['payment', 'payment_intent'], operator: '=' as const, value }];
    return (await listObjects(db, 'invoice_payment', { limit: 1, filters })).length > 0;
  };
  const flags = await Promise.all(charges.map(ofInvoice));
  return charges.filter((_charge, place) => !flags[place]);
}
