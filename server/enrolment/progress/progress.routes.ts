import type { EducationLevel } from '../../../contract/education-levels.ts';
import { EligibilityAnswer, EligibilityRequest, ResumeRequest, StageAnswer } from '../../../contract/stage.ts';
import type { Http } from '../../platform/http/typed.ts';
import { checkEligibility, recheckEligibility, resume, retakeEligibility, type ProgressServices } from './progress.ts';

/** The eligibility check and the moves between stages, for the member who asks. */
export function progressRoutes(app: Http, services: ProgressServices): void {
  const { requireMember } = services.membership;
  const answer = { response: { 200: StageAnswer } };

  app.post(
    '/enrolment/eligibility',
    { schema: { body: EligibilityRequest, response: { 200: EligibilityAnswer } } },
    async (request) => {
      const { memberId } = await requireMember(request);
      const { educationLevel, ...rest } = request.body;
      return {
        data: await checkEligibility(services, { ...rest, memberId, educationLevel: educationLevel as EducationLevel }),
      };
    },
  );
  app.post('/enrolment/eligibility/retake', { schema: answer }, async (request) => ({
    data: await retakeEligibility(services, (await requireMember(request)).memberId),
  }));
  app.post('/enrolment/eligibility/recheck', { schema: answer }, async (request) => ({
    data: await recheckEligibility(services, (await requireMember(request)).memberId),
  }));
  app.post('/enrolment/resume', { schema: { body: ResumeRequest, ...answer } }, async (request) => ({
    data: await resume(services, { memberId: (await requireMember(request)).memberId, at: request.body.at }),
  }));
}
