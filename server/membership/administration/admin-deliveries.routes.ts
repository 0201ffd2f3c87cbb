import { webhookCalls } from '../../../contract/calls/webhooks.ts';
import { transaction } from '../../platform/database/database.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { listDeliveries, retryDelivery } from '../site-events/deliveries.ts';
import { recordAct } from '../audit/audit.ts';
import { pageSize } from './page-size.ts';

/** What was sent to a site's webhooks, and once more where it did not arrive. */
export function adminDeliveryRoutes(app: Http, services: Services): void {
  const serve = serving(app, webhookCalls);

  serve('GET /admin/webhooks/deliveries', async ({ administration: { site }, query: { limit, ...query } }) => {
    const found = await listDeliveries(services.db, site.id, { ...query, limit: pageSize(limit) });
    return { data: found.map((delivery) => ({ ...delivery, createdAt: delivery.createdAt.toISOString() })) };
  });
  serve('POST /admin/webhooks/deliveries/:id/retry', async ({ administration: { site, actor }, params: { id } }) => {
    await transaction(services.db, async (tx) => {
      await retryDelivery(tx, site.id, id);
      await recordAct(tx, { siteId: site.id, actor, action: 'delivery.retried', subject: id });
    });
    return { data: { id } };
  });
}
