import { webhookCalls } from '../../../contract/calls/webhooks.ts';
import { transaction } from '../../platform/database/database.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { getDelivery, listDeliveries, retryDelivery, type Delivery } from '../site-events/deliveries.ts';
import { recordAct } from '../audit/audit.ts';
import { pageSize } from './page-size.ts';

const toWire = <D extends Delivery>(delivery: D) => ({
  ...delivery,
  createdAt: delivery.createdAt.toISOString(),
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
});

/** Calls that list a site's webhook deliveries, show one, and send one again. */
export function adminDeliveryRoutes(app: Http, services: Services): void {
  const serve = serving(app, webhookCalls);

  serve('GET /admin/webhooks/deliveries', async ({ administration: { site }, query: { limit, state, ...query } }) => {
    const states = state && [state];
    const wish = { ...query, states, limit: pageSize(limit) };
    const found = await services.reports.read('GET /admin/webhooks/deliveries', (db) =>
      listDeliveries(db, site.id, wish),
    );
    return { data: found.map(toWire) };
  });
  serve('GET /admin/webhooks/deliveries/:id', async ({ administration: { site }, params: { id } }) => ({
    data: toWire(await getDelivery(services.db, site.id, id)),
  }));
  serve('POST /admin/webhooks/deliveries/:id/retry', async ({ administration: { site, actor }, params: { id } }) => {
    await transaction(services.db, async (tx) => {
      await retryDelivery(tx, site.id, id);
      await recordAct(tx, { siteId: site.id, actor, action: 'delivery.retried', subject: id });
    });
    return { data: { id } };
  });
}
