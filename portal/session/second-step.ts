import { createSend } from '../../client/request.ts';
import { secondStepCalls } from '../../client/second-step-calls.ts';
import type { MembershipCalls } from '../../contract/membership-calls.ts';
import { options } from './clients.ts';
import type { OfStudents } from './of-students.ts';

/** Calls of a log-in's second step, and of log-ins by passkey. */
export const secondStep: OfStudents<ReturnType<typeof secondStepCalls>> = secondStepCalls(
  createSend<MembershipCalls>(options),
);
