import { RequestError } from '../../client/request.ts';
import type { ErrorCode } from '../../contract/errors.ts';

/** What to say about a failed call: the service's own sentence, which names the time to wait where waiting helps. */
export const messageOf = (error: unknown): string =>
  error instanceof RequestError ? error.message : 'Something went wrong on this page. Please load it again.';

/** Whether a call was refused with this code. */
export const isRefusal = (error: unknown, code: ErrorCode): boolean =>
  error instanceof RequestError && error.code === code;
