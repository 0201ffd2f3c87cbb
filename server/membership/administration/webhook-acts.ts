import type { SiteEventName } from '../../../contract/site-events.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { recordAct, type AuditedBy } from '../audit/audit.ts';
import type { Services } from '../services.ts';
import { announceExample } from '../site-events/announce.ts';
import { retryDelivery, type Delivery } from '../site-events/deliveries.ts';
import { revealSecret, rotateSecret } from '../site-events/endpoints.ts';

/** What is done to a site's webhooks by command, by its own server or by staff: each act stands in the audit trail. */

interface OfSite extends AuditedBy {
  siteId: string;
}

/** Sends a delivery again at once. @throws Refusal webhook-not-found */
export const retryDeliveryAs = (db: Database, { deliveryId, ...by }: OfSite & { deliveryId: string }): Promise<void> =>
  transaction(db, async (tx) => {
    await retryDelivery(tx, by.siteId, deliveryId);
    await recordAct(tx, { ...by, action: 'delivery.retried', subject: deliveryId });
  });

/** Sends an example of an event to all that listen to it. @returns the deliveries; none where no endpoint listens */
export const sendTestAs = (
  db: Database,
  { event, ...by }: OfSite & { event: SiteEventName },
): Promise<Pick<Delivery, 'id' | 'endpointId'>[]> =>
  transaction(db, async (tx) => {
    const sent = await announceExample(tx, by.siteId, event);
    if (sent.length > 0) await recordAct(tx, { ...by, action: 'webhook.test-sent', subject: event });
    return sent.map(({ id, endpointId }) => ({ id, endpointId }));
  });

type WithKeys = Pick<Services, 'db' | 'keys'>;
type OfEndpoint = OfSite & { endpointId: string };

/** The secret that messages to an endpoint are signed with. @throws Refusal webhook-not-found */
export const revealSecretAs = (services: WithKeys, { endpointId, ...by }: OfEndpoint): Promise<string> =>
  transaction(services.db, async (tx) => {
    const secret = await revealSecret(services, tx, by.siteId, endpointId);
    await recordAct(tx, { ...by, action: 'webhook.secret-shown', subject: endpointId });
    return secret;
  });

/** Gives an endpoint another secret. @returns it @throws Refusal webhook-not-found */
export const rotateSecretAs = (services: WithKeys, { endpointId, ...by }: OfEndpoint): Promise<string> =>
  transaction(services.db, async (tx) => {
    const secret = await rotateSecret(services, tx, by.siteId, endpointId);
    await recordAct(tx, { ...by, action: 'webhook.secret-rotated', subject: endpointId });
    return secret;
  });

/** A delivery on the wire. */
export const deliveryToWire = <D extends Delivery>(delivery: D) => ({
  ...delivery,
  createdAt: delivery.createdAt.toISOString(),
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
});
