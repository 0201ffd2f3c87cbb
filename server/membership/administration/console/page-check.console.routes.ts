import { siteSettingsCalls } from '../../../../contract/console/site-settings.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import type { Services } from '../../services.ts';
import { requireWholeSite } from './member-scope.ts';

/** The call by which staff look whether a page has the site's install script. */
export function pageCheckConsoleRoutes(app: Http, services: Services): void {
  serving(app, siteSettingsCalls)(
    'POST /console/api/sites/:siteId/page-check',
    async ({ staff, scope, params, body }) => {
      const site = await requireWholeSite(services, scope, params.siteId);
      const [rule] = siteSettingsCalls['POST /console/api/sites/:siteId/page-check'].limits;
      await services.limits.take(rule, staff.id);
      // The Inspector and its parser, which a process has in memory only once somebody checks a page.
      const { checkPage } = await import('./page-check.ts');
      return { data: await checkPage(services, site, body.url) };
    },
  );
}
