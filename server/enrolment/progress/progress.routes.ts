import { enrolmentCalls } from '../../../contract/calls/enrolment.ts';
import type { EducationLevel } from '../../../shared/education-levels.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { EnrolmentServices } from '../services.ts';
import { checkEligibility, recheckEligibility, resume, retakeEligibility } from './progress.ts';

/** The eligibility check and stage changes of the signed-in member. */
export function progressRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, enrolmentCalls);

  serve('POST /enrolment/eligibility', async ({ body: { educationLevel, ...rest }, signedIn: { memberId } }) => ({
    data: await checkEligibility(services, { ...rest, memberId, educationLevel: educationLevel as EducationLevel }),
  }));
  serve('POST /enrolment/eligibility/retake', async ({ signedIn: { memberId } }) => ({
    data: await retakeEligibility(services, memberId),
  }));
  serve('POST /enrolment/eligibility/recheck', async ({ signedIn: { memberId } }) => ({
    data: await recheckEligibility(services, memberId),
  }));
  serve('POST /enrolment/resume', async ({ body: { at }, signedIn: { memberId } }) => ({
    data: await resume(services, { memberId, at }),
  }));
}
