import { administrationPath } from '../../../contract/administration.ts';
import { PageCountsAnswer, PageCountsQuery } from '../../../contract/analytics.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { listCounts } from './page-counts.ts';

/** What a site's own server may read of its counts. */
export function pageCountRoutes(app: Http, services: Services): void {
  app.get(
    `${administrationPath}/page-counts`,
    { schema: { querystring: PageCountsQuery, response: { 200: PageCountsAnswer } } },
    async ({ administration: { site }, query }) => ({ data: await listCounts(services.db, site.id, query) }),
  );
}
