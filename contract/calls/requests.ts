import { defineCalls } from '../call.ts';

export const requestCalls = defineCalls({
  'POST /enrolment/leads': {
    caller: 'visitor',
    // SCHEMA server/enrolment/leads/leads.routes.ts { schema: { body: LeadRequest, response: { 200: LeadAnswer } } }
    refusals: ['invalid-email'],
  },
  'POST /enrolment/leads/password': {
    caller: 'visitor',
    // SCHEMA server/enrolment/leads/leads.routes.ts { schema: { body: LeadPasswordRequest, response: { 200: SuccessAnswer } } }
    refusals: [
      'lead-expired',
      'invalid-password-too-short',
      'invalid-password-too-long',
      'invalid-password-too-common',
    ],
  },
  'POST /enrolment/leads/link': {
    caller: 'visitor',
    // SCHEMA server/enrolment/leads/leads.routes.ts { schema: { body: LeadLinkRequest, response: { 200: LeadLinkAnswer } } }
    refusals: ['invalid-lead-link'],
  },
  'POST /enrolment/leads/link/password': {
    caller: 'visitor',
    // SCHEMA server/enrolment/leads/leads.routes.ts { schema: { body: LeadLinkPasswordRequest, response: { 200: SuccessAnswer } } }
    refusals: [
      'invalid-lead-link',
      'invalid-password-too-short',
      'invalid-password-too-long',
      'invalid-password-too-common',
    ],
  },
  'POST /enrolment/consultations': {
    caller: 'member',
    // SCHEMA server/enrolment/requests/requests.routes.ts { schema: { body: ConsultationRequest, response: { 200: EnquiryAnswer } } }
    refusals: ['date-in-past'],
  },
  'POST /enrolment/support-requests': {
    caller: 'member',
    // SCHEMA server/enrolment/requests/requests.routes.ts { schema: { body: SupportRequest, response: { 200: EnquiryAnswer } } }
  },
  'POST /enrolment/webinars': {
    caller: 'member',
    // SCHEMA server/enrolment/requests/requests.routes.ts { schema: { body: WebinarRequest, response: { 200: WebinarAnswer } } }
    refusals: ['webinar-not-found', 'webinar-over', 'already-registered'],
  },
});
