import * as z from 'zod/mini';
import { courseCodes } from '../shared/courses.ts';
import { educationLevelCodes } from '../shared/education-levels.ts';
import { limits } from './limits.ts';
import { Member } from './members.ts';

/** The stages from visitor to student. The server decides every change; members only read the fields it writes. */

export const stages = ['0', '1', '2', '3'] as const;
export type Stage = (typeof stages)[number];
export const eligibilityOutcomes = ['preapproved', 'advisor'] as const;
export type EligibilityOutcome = (typeof eligibilityOutcomes)[number];

export const EligibilityRequest = z.strictObject({
  firstName: z.string().check(z.minLength(1), z.maxLength(limits.nameMaxLength)),
  lastName: z.string().check(z.maxLength(limits.nameMaxLength)),
  phone: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.phoneMaxLength)),
  /** Absent while no course has been chosen. */
  course: z.optional(z.enum(courseCodes)),
  educationLevel: z.enum(educationLevelCodes as [string, ...string[]]),
});
export const EligibilityAnswer = z.object({
  data: z.object({ outcome: z.enum(eligibilityOutcomes), member: Member }),
});

/** `at`: the page being opened, any of a member's or the enrol page. Retake and recheck take no body. */
export const ResumeRequest = z.strictObject({ at: z.enum(['load', 'enrol']) });
export const StageAnswer = z.object({ data: Member });
