import type { EnrolmentCalls } from '../contract/enrolment-calls.ts';
import type { CourseCode } from '../shared/courses.ts';
import type { EducationLevel } from '../shared/education-levels.ts';
import { contentOf, createSend, type ClientOptions } from './request.ts';

export interface EligibilityAnswers {
  firstName: string;
  lastName: string;
  phone: string;
  /** Absent while no course has been chosen. */
  course?: CourseCode;
  educationLevel: EducationLevel;
}

/** The eligibility check. Answers and refusals as in `createEnrolmentClient`. */
export function createEligibilityClient(options: ClientOptions) {
  const send = createSend<EnrolmentCalls>(options);
  return {
    /** Hands in the eligibility check; the service decides the outcome. */
    checkEligibility: (answers: EligibilityAnswers) => contentOf(send('POST /enrolment/eligibility', answers)),

    /** Takes an advisor outcome back, so that the check can be taken again. */
    retakeEligibility: () => contentOf(send('POST /enrolment/eligibility/retake')),

    /** Takes a pre-approval back to have it checked again. */
    recheckEligibility: () => contentOf(send('POST /enrolment/eligibility/recheck')),
  };
}
