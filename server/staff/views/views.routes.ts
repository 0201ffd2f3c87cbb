import { viewConsoleCalls } from '../../../contract/console/views.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { StaffServices } from '../services.ts';
import { changeView, listViews, removeView, saveView } from './views.ts';

/** Calls about the saved views of lists. */
export function viewRoutes(app: Http, services: StaffServices): void {
  const serve = serving(app, viewConsoleCalls);

  serve('GET /console/api/views', async ({ staff, scope, query }) => ({
    data: await listViews(services, { staff, scope }, query),
  }));
  serve('POST /console/api/views', async ({ staff, scope, body }) => ({
    data: await saveView(services, { staff, scope }, body),
  }));
  serve('PATCH /console/api/views/:viewId', async ({ staff, scope, params, body }) => ({
    data: await changeView(services, { staff, scope }, params.viewId, body),
  }));
  serve('DELETE /console/api/views/:viewId', async ({ staff, scope, params }) => {
    await removeView(services, { staff, scope }, params.viewId);
    return { data: { id: params.viewId } };
  });
}
