import { RequestError } from '../../client/request.ts';

/** What to tell about a failed call: the service's own sentence, else the one given. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof RequestError && error.status > 0 && error.message ? error.message : fallback;
}
