import { defineCalls, type CallSubject, type LimitRule } from '../call.ts';
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
import { WebinarListAnswer, WebinarQuery } from '../webinars.ts';
import { badPassword } from '../bad-password.ts';
import { examplePartner, student } from '../enrolment-examples.ts';

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

const proof = 'q2V8c3Rlcm5hbC1leGFtcGxlLW9mLWEtcHJvb2YtMDA';
const done = { data: { success: true } };

/** Enquiries for advisors: from the lead form, and from members. */
export const requestCalls = defineCalls({
  'POST /enrolment/leads': {
    summary: 'Ask for a course outline',
    about:
      'A new address becomes a member without a password and is mailed a link that sets one, once and within 24 hours. A known one is mailed how to log in. The answer and its time are the same.',
    caller: 'visitor',
    body: LeadRequest,
    answer: LeadAnswer,
    limits: [leadsPerClient],
    refusals: ['invalid-email'],
    example: {
      body: {
        partner: examplePartner,
        course: 'data',
        firstName: 'Ana',
        lastName: 'Silva',
        email: 'ana@example.org',
        phone: '+64 21 000 003',
      },
      answer: { data: { proof } },
    },
  },
  'POST /enrolment/leads/password': {
    summary: 'Choose the password in the visit that asked',
    about:
      'Sets the first password of the account that this visit has made. For an address that had an account it answers the same and changes nothing. Log in next.',
    caller: 'visitor',
    body: LeadPasswordRequest,
    answer: SuccessAnswer,
    limits: [passwordsPerLead],
    refusals: ['lead-expired', ...badPassword, 'test-mode-member-limit-reached'],
    example: { body: { proof, password: 'kowhai bell ferry' }, answer: done },
  },
  'POST /enrolment/leads/link': {
    summary: 'Read what a mailed lead link is for',
    about: 'Changes nothing.',
    caller: 'visitor',
    body: LeadLinkRequest,
    answer: LeadLinkAnswer,
    refusals: ['invalid-lead-link'],
    example: {
      body: { link: proof },
      answer: { data: { email: 'ana@example.org', course: 'data', partner: examplePartner } },
    },
  },
  'POST /enrolment/leads/link/password': {
    summary: 'Choose the password with a mailed lead link',
    about: 'Works once. It proves the address too, and ends every session and password there was before.',
    caller: 'visitor',
    body: LeadLinkPasswordRequest,
    answer: SuccessAnswer,
    limits: [passwordsPerLink],
    refusals: ['invalid-lead-link', ...badPassword],
    example: { body: { link: proof, password: 'kowhai bell ferry' }, answer: done },
  },
  'POST /enrolment/consultations': {
    summary: 'Ask for a talk with an advisor',
    about:
      'Mailed to the partner’s advisors and, as a copy, to the member. The date is one on the partner’s calendar. Asked for again while it is open it stays one request.',
    caller: 'member',
    body: ConsultationRequest,
    answer: EnquiryAnswer,
    limits: [requestsPerMember],
    refusals: ['date-in-past'],
    example: {
      body: { partner: examplePartner, date: '2027-03-01', topic: 'schedule', slot: 'evening' },
      answer: { data: { reference: 'INT-Q3WD-8T5R' } },
    },
  },
  'POST /enrolment/support-requests': {
    summary: 'Write to support',
    about: 'Kept and mailed like a consultation.',
    caller: 'member',
    body: SupportRequest,
    answer: EnquiryAnswer,
    limits: [requestsPerMember],
    example: {
      body: { partner: examplePartner, message: 'I cannot open the course outline.' },
      answer: { data: { reference: 'INT-5HNB-Y2KP' } },
    },
  },
  'GET /enrolment/webinars': {
    summary: 'List the webinars for a partner’s students',
    about:
      'In the partner’s words. Times are on the partner’s clock. One that took place once stays, closed for registration. The link to take part is mailed to those who register, and is not among this.',
    caller: 'visitor',
    query: WebinarQuery,
    answer: WebinarListAnswer,
    example: {
      query: { partner: examplePartner },
      answer: {
        data: [
          {
            id: 'cyber-questions',
            course: 'cyber',
            title: 'Cyber Security: your questions',
            description: 'Bring questions; that is all it is about.',
            date: { everyWeeks: 2, from: '2026-12-03' },
            time: '18:00',
            minutes: 45,
            host: 'The admissions team',
            attendees: 60,
            category: 'info',
          },
        ],
      },
    },
  },
  'POST /enrolment/webinars': {
    summary: 'Register for a webinar, or take that back',
    about:
      'Changes the member’s field `registeredWebinars` by one id, `add` or `remove`, and mails a calendar file that puts the webinar into a calendar or takes it out. `mailed` says whether a mail follows: none does where notices are switched off, or where an address that is not proved has had enough of them.',
    caller: 'member',
    body: WebinarRequest,
    answer: WebinarAnswer,
    limits: [webinarChangesPerMember],
    refusals: ['webinar-not-found', 'webinar-over', 'already-registered'],
    example: {
      body: { partner: examplePartner, registeredWebinars: { add: 'cyber-questions' } },
      answer: {
        data: { ...student, customFields: { ...student.customFields, registeredWebinars: '["cyber-questions"]' } },
        mailed: true,
      },
    },
  },
});

/** What the API reference says of them. */
export const requestSubject: CallSubject = {
  title: 'Leads, requests and webinars',
  about:
    'What the portal’s visitors and members ask for beside a seat. These addresses exist for the portal’s own site, `app_enrolment`, alone.',
  publicKey: 'pk_sb_enrolment',
  calls: requestCalls,
};
