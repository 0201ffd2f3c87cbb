import { staffCalls } from '../../../contract/console/staff.ts';
import { actorOf } from '../../platform/audit/actor-of.ts';
import { serving, type SignedInStaff } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { StaffServices } from '../services.ts';
import { changeRole, inviteAgain, inviteStaff, removeStaff, resetStaff, type By } from './change-staff.ts';
import { showAllStaff, showStaff } from './show-staff.ts';

/** Calls by which owners see, invite, change and remove staff. */
export function staffRoutes(app: Http, services: StaffServices): void {
  const serve = serving(app, staffCalls);
  const { db } = services;

  serve('GET /console/api/staff', async () => ({ data: await showAllStaff(db) }));
  serve('POST /console/api/staff', async ({ staff, body }) => {
    const { person } = await inviteStaff(services, by(staff), body);
    return { data: await showStaff(db, person.id) };
  });
  serve('GET /console/api/staff/:staffId', async ({ params }) => ({ data: await showStaff(db, params.staffId) }));
  serve('PATCH /console/api/staff/:staffId', async ({ staff, params, body }) => {
    await changeRole(services, by(staff), { id: params.staffId, ...body });
    return { data: await showStaff(db, params.staffId) };
  });
  serve('DELETE /console/api/staff/:staffId', async ({ staff, params }) => {
    await removeStaff(services, by(staff), params.staffId);
    return { data: { id: params.staffId } };
  });
  serve('POST /console/api/staff/:staffId/invitation', async ({ staff, params }) => {
    await inviteAgain(services, by(staff), params.staffId);
    return { data: await showStaff(db, params.staffId) };
  });
  serve('POST /console/api/staff/:staffId/reset', async ({ staff, params }) => {
    await resetStaff(services, by(staff), params.staffId);
    return { data: await showStaff(db, params.staffId) };
  });
}

const by = (staff: SignedInStaff): By => ({ actor: actorOf(staff), staffId: staff.id });
