import type { EnrolmentCalls } from '../contract/enrolment-calls.ts';
import type { PartnerCode } from '../shared/partners.ts';
import type { ConsultationRequest, SupportRequest, WebinarChange } from '../contract/requests.ts';
import { contentOf, createSend, type ClientOptions } from './request.ts';

/** What a member asks of advisors, and the webinars they take part in. Answers and refusals as in `createEnrolmentClient`. */
export function createRequestClient(options: ClientOptions) {
  const send = createSend<EnrolmentCalls>(options);
  return {
    /** Asks for a talk with an advisor. */
    requestConsultation: (request: ConsultationRequest) => contentOf(send('POST /enrolment/consultations', request)),

    /** Writes to support. */
    requestSupport: (request: SupportRequest) => contentOf(send('POST /enrolment/support-requests', request)),

    /** The webinars for a partner's students, in the partner's words. */
    listWebinars: (partner: PartnerCode) => contentOf(send('GET /enrolment/webinars', undefined, { partner })),

    /** Registers for a webinar or unregisters; a mail with a calendar file follows. */
    async changeWebinars(partner: PartnerCode, registeredWebinars: WebinarChange) {
      const body = { partner, registeredWebinars };
      const { data, mailed } = await send('POST /enrolment/webinars', body);
      return { member: data, mailed };
    },
  };
}
