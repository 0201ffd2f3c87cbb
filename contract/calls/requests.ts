import { defineCalls, type LimitRule } from '../call.ts';
import {
  LeadAnswer,
  LeadLinkAnswer,
  LeadLinkPasswordRequest,
  LeadLinkRequest,
  LeadPasswordRequest,
  LeadRequest,
} from '../leads.ts';
import { ConsultationRequest, EnquiryAnswer, SupportRequest, WebinarAnswer, WebinarRequest } from '../requests.ts';
import { SuccessAnswer } from '../sign-in.ts';
import { badPassword } from './bad-password.ts';

export const leadsPerClient: LimitRule = { name: 'lead', per: 'network', points: 5, seconds: 60 * 60 };
export const passwordsPerLead: LimitRule = { name: 'lead-password', per: 'lead', points: 10, seconds: 60 * 60 };
export const passwordsPerLink: LimitRule = { name: 'lead-link-password', per: 'member', points: 10, seconds: 60 * 60 };
export const requestsPerMember: LimitRule = {
  name: 'request',
  per: 'member',
  points: 5,
  of: 'consultations and support requests',
  seconds: 60 * 60,
};
export const webinarChangesPerMember: LimitRule = {
  name: 'webinar-change',
  per: 'member',
  points: 30,
  seconds: 60 * 60,
};

/** What is asked of advisors: by the lead form, and by members. */
export const requestCalls = defineCalls({
  'POST /enrolment/leads': {
    caller: 'visitor',
    body: LeadRequest,
    answer: LeadAnswer,
    limits: [leadsPerClient],
    refusals: ['invalid-email'],
  },
  'POST /enrolment/leads/password': {
    caller: 'visitor',
    body: LeadPasswordRequest,
    answer: SuccessAnswer,
    limits: [passwordsPerLead],
    refusals: ['lead-expired', ...badPassword, 'test-mode-member-limit-reached'],
  },
  'POST /enrolment/leads/link': {
    caller: 'visitor',
    body: LeadLinkRequest,
    answer: LeadLinkAnswer,
    refusals: ['invalid-lead-link'],
  },
  'POST /enrolment/leads/link/password': {
    caller: 'visitor',
    body: LeadLinkPasswordRequest,
    answer: SuccessAnswer,
    limits: [passwordsPerLink],
    refusals: ['invalid-lead-link', ...badPassword],
  },
  'POST /enrolment/consultations': {
    caller: 'member',
    body: ConsultationRequest,
    answer: EnquiryAnswer,
    limits: [requestsPerMember],
    refusals: ['date-in-past'],
  },
  'POST /enrolment/support-requests': {
    caller: 'member',
    body: SupportRequest,
    answer: EnquiryAnswer,
    limits: [requestsPerMember],
  },
  'POST /enrolment/webinars': {
    caller: 'member',
    body: WebinarRequest,
    answer: WebinarAnswer,
    limits: [webinarChangesPerMember],
    refusals: ['webinar-not-found', 'webinar-over', 'already-registered'],
  },
});
