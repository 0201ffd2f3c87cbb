import {
  administrationPath,
  ApplySiteAnswer,
  ApplySiteQuery,
  ApplySiteRequest,
  SiteDeclarationAnswer,
} from '../../../contract/administration.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { applyDeclaration, getDeclaration } from './admin-app.ts';

/** A site's own server reads and changes what is declared about it. */
export function adminAppRoutes(app: Http, services: Services): void {
  const path = `${administrationPath}/app`;

  app.get(path, { schema: { response: { 200: SiteDeclarationAnswer } } }, async ({ administration }) => ({
    data: { ...(await getDeclaration(services, administration)) },
  }));

  app.put(
    path,
    { schema: { querystring: ApplySiteQuery, body: ApplySiteRequest, response: { 200: ApplySiteAnswer } } },
    async ({ administration, query, body }) => {
      const dryRun = query.dryRun === 'true';
      const changes = await applyDeclaration(services, administration, { sent: body, dryRun });
      return { data: { applied: !dryRun, changes } };
    },
  );
}
