import { webhookCalls } from '../../../contract/calls/webhooks.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { getDelivery, listDeliveries } from '../site-events/deliveries.ts';
import { pageSize } from './page-size.ts';
import { deliveryToWire, retryDeliveryAs } from './webhook-acts.ts';

/** Calls that list a site's webhook deliveries, show one, and send one again. */
export function adminDeliveryRoutes(app: Http, services: Services): void {
  const serve = serving(app, webhookCalls);

  serve('GET /admin/webhooks/deliveries', async ({ administration: { site }, query: { limit, state, ...query } }) => {
    const states = state && [state];
    const wish = { ...query, states, limit: pageSize(limit) };
    const found = await services.reports.read('GET /admin/webhooks/deliveries', (db) =>
      listDeliveries(db, site.id, wish),
    );
    return { data: found.map(deliveryToWire) };
  });
  serve('GET /admin/webhooks/deliveries/:id', async ({ administration: { site }, params: { id } }) => ({
    data: deliveryToWire(await getDelivery(services.db, site.id, id)),
  }));
  serve('POST /admin/webhooks/deliveries/:id/retry', async ({ administration: { site, actor }, params: { id } }) => {
    await retryDeliveryAs(services.db, { actor, siteId: site.id, deliveryId: id });
    return { data: { id } };
  });
}
