import {
  ConsultationRequest,
  EnquiryAnswer,
  SupportRequest,
  WebinarAnswer,
  WebinarRequest,
} from '../../../contract/requests.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { EnrolmentServices } from '../payments/orders.ts';
import { requestConsultation, requestSupport } from './requests.ts';
import { changeWebinars } from './webinars.ts';

/** What a member asks of advisors, and the webinars they take part in. */
export function requestRoutes(app: Http, services: EnrolmentServices): void {
  const { requireMember } = services.membership;

  app.post(
    '/enrolment/consultations',
    { schema: { body: ConsultationRequest, response: { 200: EnquiryAnswer } } },
    async (request) => {
      const { memberId } = await requireMember(request);
      return { data: { reference: await requestConsultation(services, { ...request.body, memberId }) } };
    },
  );

  app.post(
    '/enrolment/support-requests',
    { schema: { body: SupportRequest, response: { 200: EnquiryAnswer } } },
    async (request) => {
      const { memberId } = await requireMember(request);
      return { data: { reference: await requestSupport(services, { ...request.body, memberId }) } };
    },
  );

  app.post(
    '/enrolment/webinars',
    { schema: { body: WebinarRequest, response: { 200: WebinarAnswer } } },
    async (request) => {
      const { memberId } = await requireMember(request);
      const { partner, registeredWebinars: change } = request.body;
      const { member, mailed } = await changeWebinars(services, { memberId, partner, change });
      return { data: member, mailed };
    },
  );
}
