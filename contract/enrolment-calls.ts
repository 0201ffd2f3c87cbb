import type { Exchanges } from './call.ts';
import type { credentialCalls } from './calls/credentials.ts';
import type { enrolmentCalls } from './calls/enrolment.ts';
import type { requestCalls } from './calls/requests.ts';

/** Calls on the way from visitor to student, as plain types. */
export type EnrolmentCalls = Exchanges<typeof credentialCalls & typeof enrolmentCalls & typeof requestCalls>;
