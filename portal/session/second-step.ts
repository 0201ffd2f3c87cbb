import { createSend, RequestError } from '../../client/request.ts';
import { secondStepCalls } from '../../client/second-factor-calls.ts';
import type { MembershipCalls } from '../../contract/membership-calls.ts';
import type { SecondStepNeeded } from '../../contract/second-factor.ts';
import { options } from './clients.ts';
import type { OfStudents } from './of-students.ts';

/** Calls of a log-in's second step, and of log-ins by passkey. */
export const secondStep: OfStudents<ReturnType<typeof secondStepCalls>> = secondStepCalls(
  createSend<MembershipCalls>(options),
);

/** The second step that a log-in was refused for; undefined for any other failure. */
export function neededStep(error: unknown): (SecondStepNeeded & { step: string }) | undefined {
  if (!(error instanceof RequestError) || error.code !== 'second-factor-required') return undefined;
  const { step, methods } = error as RequestError & SecondStepNeeded;
  return step === undefined ? undefined : { step, methods };
}
