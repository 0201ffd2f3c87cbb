import type { FastifyRequest } from 'fastify';
import { callsPerServer } from '../../../contract/call.ts';
import { checksCallers } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Administration } from './admin-members.ts';
import { useSecretKey } from './secret-keys.ts';
import type { Services } from '../services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The site and label of the request's secret key. Set in calls for servers alone. */
    administration: Administration;
  }
}

/** Routes for sites' own servers: they need a secret key, which opens one site, and refuse requests from a page (`Origin`). */
export function mountForServers(app: Http, services: Services, define: (scoped: Http) => void): void {
  void app.register(async (scoped) => {
    checksCallers(scoped, ['server']);
    scoped.decorateRequest('administration');
    scoped.addHook('onRequest', async (request) => {
      if (request.headers.origin !== undefined)
        throw new Refusal('origin-not-allowed', { message: 'These calls are for servers, not for pages.' });
      await services.limits.take(callsPerServer, request.clientAddress);
      request.administration = await requireKey(services, request);
    });
    define(scoped);
  });
}

/** One answer for a key that is missing, unknown, expired, revoked or a public one. @throws Refusal invalid-secret-key */
async function requireKey(services: Services, { headers }: FastifyRequest): Promise<Administration> {
  const key = headers['x-api-key'];
  const found = await useSecretKey(services.db, typeof key === 'string' ? key : '');
  if (!found) throw new Refusal('invalid-secret-key');
  return { site: await services.sites.get(found.siteId), actor: found.label };
}
