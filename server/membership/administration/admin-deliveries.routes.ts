import * as z from 'zod/mini';
import {
  administrationPath,
  ListDeliveriesAnswer,
  ListDeliveriesQuery,
  RetryDeliveryAnswer,
} from '../../../contract/administration.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { listDeliveries, retryDelivery } from '../site-events/deliveries.ts';
import { recordAct } from './audit.ts';
import { pageSize } from './page-size.ts';

const DeliveryParams = z.object({ id: z.string() });
const deliveries = `${administrationPath}/webhooks/deliveries`;

/** What was sent to a site's webhooks, and once more where it did not arrive. */
export function adminDeliveryRoutes(app: Http, services: Services): void {
  app.get(
    deliveries,
    { schema: { querystring: ListDeliveriesQuery, response: { 200: ListDeliveriesAnswer } } },
    async ({ administration: { site }, query: { limit, ...query } }) => {
      const found = await listDeliveries(services.db, site.id, { ...query, limit: pageSize(limit) });
      return { data: found.map((delivery) => ({ ...delivery, createdAt: delivery.createdAt.toISOString() })) };
    },
  );

  app.post(
    `${deliveries}/:id/retry`,
    { schema: { params: DeliveryParams, response: { 200: RetryDeliveryAnswer } } },
    async ({ administration: { site, actor }, params: { id } }) => {
      await transaction(services.db, async (tx) => {
        await retryDelivery(tx, site.id, id);
        await recordAct(tx, { siteId: site.id, actor, action: 'delivery.retried', subject: id });
      });
      return { data: { id } };
    },
  );
}
