import { analyticsCalls } from '../../../contract/calls/analytics.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { listCounts } from './page-counts.ts';

/** The call by which a site's own server reads its counts. */
export function pageCountRoutes(app: Http, services: Services): void {
  const serve = serving(app, analyticsCalls);

  serve('GET /admin/page-counts', async ({ administration: { site }, query }) => ({
    data: await services.reports.read('GET /admin/page-counts', (db) => listCounts(db, site.id, query)),
  }));
}
