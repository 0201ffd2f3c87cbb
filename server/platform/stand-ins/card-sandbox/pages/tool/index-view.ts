import type { Database } from '../../../../database/database.ts';
import { getObject, listObjects, type StoredObject } from '../../store/object.store.ts';
import type { Session } from '../../wire/objects.ts';

/** What the tool page shows of late. */
export interface IndexView {
  sessions: Session[];
  subscriptions: Subscribed[];
}

export interface Subscribed extends StoredObject<'subscription'> {
  name: string;
  email: string | null;
}

const shown = { sessions: 10, subscriptions: 6 };

export async function findIndexView(db: Database): Promise<IndexView> {
  const subscriptions = await listObjects(db, 'subscription', { limit: shown.subscriptions });
  return {
    sessions: await listObjects(db, 'session', { limit: shown.sessions }),
    subscriptions: await Promise.all(subscriptions.map(({ id }) => readSubscribed(db, id))),
  };
}

async function readSubscribed(db: Database, id: string): Promise<Subscribed> {
  const found = await getObject(db, 'subscription', id);
  const product = await getObject(db, 'product', found.data.items.data[0]?.price.product ?? '');
  const customer = await getObject(db, 'customer', found.data.customer);
  return { ...found, name: product.data.name, email: customer.data.email };
}
