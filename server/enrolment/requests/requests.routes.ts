import { requestCalls } from '../../../contract/calls/requests.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { EnrolmentServices } from '../services.ts';
import { requestConsultation, requestSupport } from './requests.ts';

/** Consultations and support requests of the signed-in member. */
export function requestRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, requestCalls);

  serve('POST /enrolment/consultations', async ({ body, signedIn: { memberId } }) => ({
    data: { reference: await requestConsultation(services, { ...body, memberId }) },
  }));
  serve('POST /enrolment/support-requests', async ({ body, signedIn: { memberId } }) => ({
    data: { reference: await requestSupport(services, { ...body, memberId }) },
  }));
}
