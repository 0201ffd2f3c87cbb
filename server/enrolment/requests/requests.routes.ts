import { requestCalls } from '../../../contract/calls/requests.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { EnrolmentServices } from '../services.ts';
import { requestConsultation, requestSupport } from './requests.ts';
import { changeWebinars } from './webinars.ts';

/** Consultations, support requests and webinar registrations of the signed-in member. */
export function requestRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, requestCalls);

  serve('POST /enrolment/consultations', async ({ body, signedIn: { memberId } }) => ({
    data: { reference: await requestConsultation(services, { ...body, memberId }) },
  }));
  serve('POST /enrolment/support-requests', async ({ body, signedIn: { memberId } }) => ({
    data: { reference: await requestSupport(services, { ...body, memberId }) },
  }));
  serve('POST /enrolment/webinars', async ({ body, signedIn: { memberId } }) => {
    const { partner, registeredWebinars: change } = body;
    const { member, mailed } = await changeWebinars(services, { memberId, partner, change });
    return { data: member, mailed };
  });
}
