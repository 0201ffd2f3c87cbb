import { webinarConsoleCalls } from '../../../contract/console/webinars.ts';
import type { StaffScope } from '../../../contract/permissions.ts';
import { actorOf } from '../../platform/audit/actor-of.ts';
import { transaction } from '../../platform/database/database.ts';
import { sendCsv } from '../../platform/http/send-csv.ts';
import { serving, type SignedInStaff } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { exportList } from '../../platform/lists/export-list.ts';
import { readList } from '../../platform/lists/read-list.ts';
import type { EnrolmentServices } from '../services.ts';
import { keepRecording, noteAttendance } from './after-webinars.ts';
import { attendeeSource } from './attendee-source.store.ts';
import { cancelWebinar, changeWebinar, createWebinar, recordInScope, type WebinarEditor } from './change-webinars.ts';
import { requireWebinar, showWebinar } from './show-webinar.ts';
import { webinarSource } from './webinar-source.store.ts';

const editorOf = ({ staff, scope }: { staff: SignedInStaff; scope: StaffScope }, reason?: string): WebinarEditor => ({
  scope,
  by: { actor: actorOf(staff), staffId: staff.id, reason },
});

/** Calls by which staff edit webinars, see who takes part, and hand out recordings. */
export function webinarConsoleRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, webinarConsoleCalls);
  const { db, clock } = services;
  const show = async (id: string, scope: StaffScope) => ({ data: await showWebinar(services, id, scope) });

  serve('GET /console/api/webinars', ({ scope, query }) => readList(db, webinarSource(scope, clock.now()), query));
  serve('POST /console/api/webinars', async (request) =>
    show(await createWebinar(services, editorOf(request), request.body), request.scope),
  );
  serve('GET /console/api/webinars/:webinarId', ({ scope, params }) => show(params.webinarId, scope));
  serve('PUT /console/api/webinars/:webinarId', async (request) => {
    const { webinarId: id } = request.params;
    await changeWebinar(services, editorOf(request), { ...request.body, id });
    return show(id, request.scope);
  });
  serve('POST /console/api/webinars/:webinarId/cancellation', async (request) => {
    const { webinarId: id } = request.params;
    const { version, reason } = request.body;
    await cancelWebinar(services, editorOf(request, reason), { id, version });
    return show(id, request.scope);
  });

  serve('GET /console/api/webinars/:webinarId/attendees', async ({ scope, params, query }) => {
    const { id } = await requireWebinar(db, params.webinarId, scope);
    return readList(db, attendeeSource(id, scope, clock.now()), query);
  });
  serve('GET /console/api/webinars/:webinarId/attendees.csv', async (request, reply) => {
    const { scope, params, query } = request;
    const webinar = await requireWebinar(db, params.webinarId, scope);
    await transaction(db, (tx) => recordInScope(tx, editorOf(request), webinar, 'webinar.attendees-exported'));
    return sendCsv(reply, 'attendees.csv', exportList(db, attendeeSource(webinar.id, scope, clock.now()), query));
  });
  serve('POST /console/api/webinars/:webinarId/attendance', async (request) => ({
    data: await noteAttendance(services, editorOf(request), { ...request.body, ...request.params }),
  }));
  serve('PUT /console/api/webinars/:webinarId/recording', async (request) => {
    await keepRecording(services, editorOf(request), { ...request.body, ...request.params });
    return show(request.params.webinarId, request.scope);
  });
}
