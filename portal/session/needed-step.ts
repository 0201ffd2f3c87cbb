import { RequestError } from '../../client/request.ts';
import type { SecondStepNeeded } from '../../contract/second-factor.ts';

/** Whether a log-in or sign-up was refused because a second factor has to be set up first: the session is good for that. */
export const isSetupNeeded = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'second-factor-setup-required';

/** The second step that a log-in was refused for; undefined for any other failure. */
export function neededStep(error: unknown): (SecondStepNeeded & { step: string }) | undefined {
  if (!(error instanceof RequestError) || error.code !== 'second-factor-required') return undefined;
  const { step, methods } = error as RequestError & SecondStepNeeded;
  return step === undefined ? undefined : { step, methods };
}
