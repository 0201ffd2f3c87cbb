import { createEligibilityClient } from '../../client/enrolment-eligibility.ts';
import { options } from '../session/clients.ts';
import type { OfStudents } from '../session/of-students.ts';

export const eligibility: OfStudents<ReturnType<typeof createEligibilityClient>> = createEligibilityClient(options);
