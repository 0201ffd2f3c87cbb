import { createHash } from 'node:crypto';
import { newsConsoleCalls } from '../../../../contract/console/news.ts';
import { isPermitted } from '../../../../contract/permissions.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import type { Services } from '../../services.ts';
import { hasSite, membersInScope } from './member-scope.store.ts';
import { listFailingWebhooks, readNews } from './news.store.ts';

/** Calls by which an open page learns what has changed. */
export function newsConsoleRoutes(app: Http, { db, partnerMembers }: Services): void {
  const serve = serving(app, newsConsoleCalls);

  serve('GET /console/api/news', async ({ staff, scope, query, headers }, reply) => {
    const { site, since, subject } = query;
    const may = (permission: 'change-sites' | 'see-system') => isPermitted(staff.role, permission);
    const data = await readNews(db, {
      since: since === undefined ? undefined : new Date(since),
      members: site === undefined ? undefined : membersInScope(scope, site, partnerMembers),
      subject,
      isWholeSite: site !== undefined && hasSite(scope, site) && may('change-sites'),
      staffId: staff.id,
      scope,
      sites: may('change-sites') ? scope.sites : undefined,
      seesJobs: may('see-system') && scope.sites === 'all' && scope.partners === 'all',
    });
    const etag = `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag);
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    return { data };
  });
  serve('GET /console/api/failing-webhooks', async ({ scope }) => ({
    data: await listFailingWebhooks(db, scope.sites),
  }));
}
