import { siteConsoleCalls } from '../../../../contract/console/sites.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import type { Services } from '../../services.ts';
import { isFree, type Site } from '../../sites/site.ts';
import { listSitesInScope, requireSite } from './member-scope.ts';

/** Calls by which staff see their sites. */
export function siteConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, siteConsoleCalls);

  serve('GET /console/api/sites', async ({ scope }) => {
    const seen = await listSitesInScope(services, scope);
    return { data: seen.map(nameOf).toSorted((one, other) => one.name.localeCompare(other.name, 'en')) };
  });
  serve('GET /console/api/sites/:siteId', async ({ scope, params }) => {
    const { site } = await requireSite(services, scope, params.siteId);
    return {
      data: {
        ...nameOf(site),
        fields: site.fields.map(({ key, label, type, derivedFrom }) => ({
          key,
          label,
          type,
          isDerived: derivedFrom !== undefined,
        })),
        hasPartners: services.partnerMembers?.siteId === site.id,
        plans: site.plans.map((plan) => ({
          id: plan.id,
          name: plan.name,
          isFree: isFree(plan),
          isActive: plan.status === 'ACTIVE',
        })),
        origins: site.origins,
        hasPortal: site.ownPages,
      },
    };
  });
}

const nameOf = ({ id, name, mode }: Site) => ({ id, name, mode });
