import { requestCalls } from '../../../contract/calls/requests.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { EnrolmentServices } from '../services.ts';
import { changeWebinars } from './registrations.ts';
import { listWebinars } from './webinars.ts';

/** The webinars for a partner's students, and registrations of the signed-in member. */
export function webinarRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, requestCalls);

  serve('GET /enrolment/webinars', async ({ query: { partner } }) => ({
    data: await listWebinars(services.db, partner),
  }));
  serve('POST /enrolment/webinars', async ({ body, signedIn: { memberId } }) => {
    const { partner, registeredWebinars: change } = body;
    const { member, mailed } = await changeWebinars(services, { memberId, partner, change });
    return { data: member, mailed };
  });
}
