import type { EnrolmentCalls } from '../contract/enrolment-calls.ts';
import type { LeadRequest } from '../contract/leads.ts';
import { contentOf, createSend, type ClientOptions } from './request.ts';

/** The calls of the lead form and of the links it mails, without a session. Answers and refusals as in `createEnrolmentClient`. */
export function createLeadClient(options: ClientOptions) {
  const send = createSend<EnrolmentCalls>(options);
  return {
    /** Asks for a course outline. The proof goes with the password of the same visit. */
    sendLead: (lead: LeadRequest) => contentOf(send('POST /enrolment/leads', lead)),

    /** Chooses the password in the visit that asked. Log in with it next. */
    setLeadPassword: (choice: { proof: string; password: string }) =>
      contentOf(send('POST /enrolment/leads/password', choice)),

    /** Reads address, course and partner of a mailed lead link. */
    openLeadLink: (link: string) => contentOf(send('POST /enrolment/leads/link', { link })),

    /** Chooses the password with a mailed lead link, once. */
    setPasswordByLink: (choice: { link: string; password: string }) =>
      contentOf(send('POST /enrolment/leads/link/password', choice)),
  };
}
