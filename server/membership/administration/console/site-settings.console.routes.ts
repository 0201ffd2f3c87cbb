import { siteSettingsCalls } from '../../../../contract/console/site-settings.ts';
import { actorOf } from '../../../platform/audit/actor-of.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { listLastCounts } from '../../analytics/page-counts.ts';
import type { Services } from '../../services.ts';
import { listSecretNames } from '../../sites/site-secrets.ts';
import { callbackPathOf } from '../../social/callbacks.ts';
import { getDeclaration, operatorKeys } from '../admin-app.ts';
import { changeSettings, previewApp } from './change-settings.ts';
import { createSite } from './create-site.ts';
import { administrationBy, requireWholeSite } from './member-scope.ts';
import { countHolders } from './plan-holders.store.ts';
import { nextSettingsVersion, settingsVersion } from './settings-version.ts';

/** Calls by which staff read and change what a site is: the rules are those of `/admin/app` and of the site's file. */
export function siteSettingsConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, siteSettingsCalls);
  const { db, appUrl } = services;

  serve('POST /console/api/sites', async ({ staff, body }) => {
    const by = { actor: actorOf(staff), staffId: staff.id };
    return { data: await createSite(services, by, body) };
  });
  serve('GET /console/api/sites/:siteId/settings', async ({ staff, scope, params }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    const { declared } = await getDeclaration(services, administrationBy(staff, site));
    return {
      data: {
        settings: { ...declared },
        version: settingsVersion(declared),
        isManagedByFile: declared.managedBy === 'file',
        operatorOnly: [...operatorKeys, 'managedBy'],
        secrets: await listSecretNames(db, site.id),
        holders: await countHolders(db, site.id),
        callbacks: Object.fromEntries(
          declared.authProviders.map((each) => [each.provider, appUrl + callbackPathOf(site.id, each)]),
        ),
      },
    };
  });
  serve('PUT /console/api/sites/:siteId/settings', async ({ staff, scope, params, query, body }) => {
    const by = administrationBy(staff, await requireWholeSite(services, scope, params.siteId));
    const dryRun = query.dryRun === 'true';
    const { changes, declared } = await changeSettings(services, by, { ...body, dryRun, isConfirmed: false });
    return { data: { applied: !dryRun, changes, ...(!dryRun && { version: nextSettingsVersion(declared, body) }) } };
  });
  serve('PUT /console/api/sites/:siteId/settings/confirmed', async ({ staff, scope, params, body }) => {
    const { reason, ...wish } = body;
    const by = administrationBy(staff, await requireWholeSite(services, scope, params.siteId), reason);
    const { changes, declared } = await changeSettings(services, by, { ...wish, dryRun: false, isConfirmed: true });
    return { data: { applied: true, changes, version: nextSettingsVersion(declared, wish) } };
  });
  serve('POST /console/api/sites/:siteId/settings/preview', async ({ staff, scope, params, body }) => {
    const by = administrationBy(staff, await requireWholeSite(services, scope, params.siteId));
    const [rule] = siteSettingsCalls['POST /console/api/sites/:siteId/settings/preview'].limits;
    await services.limits.take(rule, staff.id);
    return { data: await previewApp(services, by, body.settings) };
  });
  serve('GET /console/api/sites/:siteId/page-counts', async ({ scope, params, query: { days = '14' } }) => {
    const site = await requireWholeSite(services, scope, params.siteId);
    const data = await services.reports.read('GET /admin/page-counts', (reading) =>
      listLastCounts(reading, site.id, Number(days)),
    );
    return { data };
  });
}
