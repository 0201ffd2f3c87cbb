import type { EnrolmentCalls } from '../contract/enrolment-calls.ts';
import type { PartnerCode } from '../shared/partners.ts';
import { contentOf, createSend, type ClientOptions } from './request.ts';

/**
 * The calls of the way from visitor to student that many pages make. The others stand in clients of their own, each
 * fetched with the pages that make them: `enrolment-eligibility.ts`, `enrolment-payments.ts`, `enrolment-leads.ts`,
 * `enrolment-requests.ts`.
 *
 * Every call answers with the content of `data` and throws `RequestError` when it did not succeed, with the codes that
 * `contract/calls/` declares.
 * All but the catalogue need a member (`login-required`). Amounts are in cents.
 */
export function createEnrolmentClient(options: ClientOptions) {
  const send = createSend<EnrolmentCalls>(options);

  return {
    /** Prices and cohorts, as anyone may see them; those that are for one partner's students. */
    getCatalogue: (partner?: PartnerCode) => contentOf(send('GET /enrolment/catalogue', undefined, { partner })),

    /** Advances a pre-approved member whose stage lags behind; at `enrol`, refuses members without pre-approval. */
    resume: (request: { at: 'load' | 'enrol' }) => contentOf(send('POST /enrolment/resume', request)),

    /** The member's newest order, or null. */
    getOrder: () => contentOf(send('GET /enrolment/order')),
  };
}
