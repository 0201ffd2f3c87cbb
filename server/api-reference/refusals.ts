import type { ErrorCode } from '../../contract/errors.ts';
import type { Caller } from './call-note.ts';
import { takesBody, type NotedCall } from './noted-calls.ts';

/** Refusals a call may meet whatever it does, by who makes it. */
const everywhere: ErrorCode[] = ['invalid-request', 'too-many-requests', 'service-unavailable', 'unknown-error'];
const ofSite: ErrorCode[] = ['app-not-found', 'origin-not-allowed'];
const byCaller: Record<Caller, ErrorCode[]> = {
  visitor: [...ofSite, ...everywhere],
  member: [...ofSite, 'login-required', ...everywhere],
  server: ['invalid-secret-key', 'origin-not-allowed', ...everywhere],
  open: everywhere,
};
const withBody: ErrorCode[] = ['invalid-json', 'body-too-large', 'unsupported-media-type'];
/** Given before it is known which call is meant. */
const beforeAll: ErrorCode[] = ['not-found', 'method-not-allowed', 'headers-too-large', 'request-timeout'];

/** Codes of what is no call. */
const elsewhere: Partial<Record<ErrorCode, string>> = {
  'invalid-verification-link': 'the pages behind mailed links',
  'seats-taken': 'the operator’s commands',
};

/** Every refusal of a call, its own first. */
export function errorsOf(call: NotedCall): ErrorCode[] {
  const { errors = [], caller, file } = call.note;
  const ofBody = file === undefined ? withBody : withBody.filter((code) => code === 'unsupported-media-type');
  return [...new Set([...errors, ...byCaller[caller], ...(takesBody(call) ? ofBody : [])])];
}

/** Where a refusal comes from: these calls, or in words. @returns undefined for a code nothing is said to answer */
export function sourceOf(code: ErrorCode, calls: readonly NotedCall[]): readonly NotedCall[] | string | undefined {
  if (general.has(code)) return 'any call';
  const users = calls.filter(({ note }) => note.errors?.includes(code));
  return users.length > 0 ? users : elsewhere[code];
}

const general = new Set([...Object.values(byCaller).flat(), ...withBody, ...beforeAll]);
