import { commentConsoleCalls } from '../../../../contract/console/comments.ts';
import { serving } from '../../../platform/http/serve.ts';
import type { Http } from '../../../platform/http/typed.ts';
import { readList } from '../../../platform/lists/read-list.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { removeCommentAs } from '../../comments/comments.ts';
import type { Services } from '../../services.ts';
import { commentSource, isCommentInScope } from './comment-source.store.ts';
import { administrationBy, requireSite } from './member-scope.ts';

/** Calls by which staff read and moderate the comments of their sites. */
export function commentConsoleRoutes(app: Http, services: Services): void {
  const serve = serving(app, commentConsoleCalls);
  const { db } = services;

  serve('GET /console/api/sites/:siteId/comments', async ({ scope, params, query }) => {
    const { members } = await requireSite(services, scope, params.siteId);
    return readList(db, commentSource(members), query);
  });
  serve('POST /console/api/sites/:siteId/comments/:commentId/removal', async ({ staff, scope, params, body }) => {
    const { site, members } = await requireSite(services, scope, params.siteId);
    const { commentId: id } = params;
    if (!(await isCommentInScope(db, id, members))) throw new Refusal('post-not-found');
    await removeCommentAs(services, { ...administrationBy(staff, site, body.reason), id });
    return { data: { id } };
  });
}
