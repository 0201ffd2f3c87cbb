import { siteAccessCalls } from '../../../../contract/console/site-access.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Services } from '../../services.ts';
import { getDelivery, listDeliveries } from '../../site-events/deliveries.ts';
import { listEndpoints } from '../../site-events/endpoints.ts';
import { pageSize } from '../page-size.ts';
import { createSecretKey, listSecretKeys, revokeSecretKey, SiteVoided } from '../secret-keys.ts';
import { deliveryToWire, retryDeliveryAs, revealSecretAs, rotateSecretAs, sendTestAs } from '../webhook-acts.ts';
import { administrationBy, requireWholeSite } from './member-scope.ts';

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** Calls by which staff look after a site's secret keys and webhooks: the rules are those of the commands. */
export function siteAccessConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, siteAccessCalls);
  const { db } = services;

  serve('GET /console/api/sites/:siteId/keys', async ({ scope, params }) => {
    const { id } = await requireWholeSite(services, scope, params.siteId);
    const keys = await listSecretKeys(db, id);
    return {
      data: keys.map(({ createdAt, lastUsedAt, revokedAt, expiresAt, ...key }) => ({
        ...key,
        createdAt: createdAt.toISOString(),
        lastUsedAt: iso(lastUsedAt),
        revokedAt: iso(revokedAt),
        expiresAt: iso(expiresAt),
      })),
    };
  });
  serve('POST /console/api/sites/:siteId/keys', async ({ staff, scope, params, body: { label, days } }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    const wish = { ...administrationBy(staff, site), label, days: days ?? undefined };
    const made = await createSecretKey(db, wish).catch((error: unknown) => {
      throw error instanceof SiteVoided ? new Refusal('site-void') : error;
    });
    return { data: { ...made, expiresAt: iso(made.expiresAt) } };
  });
  serve('POST /console/api/sites/:siteId/keys/:keyId/revocation', async ({ staff, scope, params, body }) => {
    const { site, ...by } = await actOf(services, { staff, scope, params, body });
    if (!(await revokeSecretKey(db, { ...by, siteId: site.id, id: params.keyId }))) throw new Refusal('key-not-found');
    return { data: { id: params.keyId } };
  });

  serve('GET /console/api/sites/:siteId/webhooks', async ({ scope, params }) => {
    const { id } = await requireWholeSite(services, scope, params.siteId);
    const endpoints = await listEndpoints(db, id);
    return {
      data: endpoints.map(({ switchedOffAt, lastAttempt, ...endpoint }) => ({
        ...endpoint,
        switchedOffAt: iso(switchedOffAt),
        lastAttempts: lastAttempt ? [{ ...lastAttempt, at: new Date(lastAttempt.at).toISOString() }] : [],
      })),
    };
  });
  serve('POST /console/api/sites/:siteId/webhooks/test', async ({ staff, scope, params, body: { event } }) => {
    const { site, ...by } = await actOf(services, { staff, scope, params });
    const sent = await sendTestAs(db, { ...by, siteId: site.id, event });
    if (sent.length === 0)
      throw new Refusal('webhook-not-found', { message: 'No webhook that is on listens to this event.' });
    return { data: sent };
  });
  serve('POST /console/api/sites/:siteId/webhooks/:endpointId/secret', async ({ staff, scope, params }) => {
    const { site, ...by } = await actOf(services, { staff, scope, params });
    return {
      data: { secret: await revealSecretAs(services, { ...by, siteId: site.id, endpointId: params.endpointId }) },
    };
  });
  serve('POST /console/api/sites/:siteId/webhooks/:endpointId/rotation', async ({ staff, scope, params, body }) => {
    const { site, ...by } = await actOf(services, { staff, scope, params, body });
    return {
      data: { secret: await rotateSecretAs(services, { ...by, siteId: site.id, endpointId: params.endpointId }) },
    };
  });

  serve('GET /console/api/sites/:siteId/deliveries', async ({ scope, params, query: { limit, state, ...query } }) => {
    const { id } = await requireWholeSite(services, scope, params.siteId);
    const wish = { ...query, states: state && [state], limit: pageSize(limit) };
    const found = await services.reports.read('GET /admin/webhooks/deliveries', (reading) =>
      listDeliveries(reading, id, wish),
    );
    return { data: found.map(deliveryToWire) };
  });
  serve('GET /console/api/sites/:siteId/deliveries/:deliveryId', async ({ scope, params }) => {
    const { id } = await requireWholeSite(services, scope, params.siteId);
    return { data: deliveryToWire(await getDelivery(db, id, params.deliveryId)) };
  });
  serve('POST /console/api/sites/:siteId/deliveries/:deliveryId/retry', async ({ staff, scope, params }) => {
    const { site, ...by } = await actOf(services, { staff, scope, params });
    await retryDeliveryAs(db, { ...by, siteId: site.id, deliveryId: params.deliveryId });
    return { data: { id: params.deliveryId } };
  });
}

type Asked = Parameters<typeof administrationBy>[0];
type Scope = Parameters<typeof requireWholeSite>[1];

/** Whose act it is, on which site. @throws Refusal not-found */
async function actOf(
  services: Services,
  { staff, scope, params, body }: { staff: Asked; scope: Scope; params: { siteId: string }; body?: { reason: string } },
) {
  return administrationBy(staff, await requireWholeSite(services, scope, params.siteId), body?.reason);
}
