import { administrationCalls } from '../../../contract/calls/administration.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { applyDeclaration, getDeclaration } from './admin-app.ts';

/** Calls by which a site's own server reads and applies its declaration. */
export function adminAppRoutes(app: Http, services: Services): void {
  const serve = serving(app, administrationCalls);

  serve('GET /admin/app', async ({ administration }, reply) => {
    const { declared, tag } = await getDeclaration(services, administration);
    reply.header('etag', tag);
    return { data: { ...declared } };
  });
  serve('PUT /admin/app', async ({ administration, query, body, headers }) => {
    const dryRun = query.dryRun === 'true';
    const basedOn = headers['if-match'];
    const changes = await applyDeclaration(services, administration, { sent: body, dryRun, basedOn });
    return { data: { applied: !dryRun, changes } };
  });
}
