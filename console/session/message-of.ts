import { RequestError } from '../../client/request.ts';
import type { ErrorCode } from '../../contract/errors.ts';

/** What to say about a failed call: the service's own sentence, and how long to wait where it names a time. */
export function messageOf(error: unknown): string {
  if (!(error instanceof RequestError)) return 'Something went wrong on this page. Please load it again.';
  const { message, retryAfterSeconds } = error;
  if (retryAfterSeconds === undefined || error.code !== 'too-many-requests') return message;
  return `${message} The next attempt is possible in ${wordsOf(retryAfterSeconds)}.`;
}

const wordsOf = (seconds: number) => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`);

/** Whether a call was refused with this code. */
export const isRefusal = (error: unknown, code: ErrorCode): boolean =>
  error instanceof RequestError && error.code === code;
