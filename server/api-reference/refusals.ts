import { generalRefusals, refusalsOf } from '../../contract/call.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { NotedCall } from './call-note.ts';

/** Codes of what is no call. */
const elsewhere: Partial<Record<ErrorCode, string>> = {
  'invalid-verification-link': 'the pages behind mailed links',
  'seats-taken': 'the operator’s commands',
};

/** Where a refusal comes from: these calls, or in words. @returns undefined for a code nothing is said to answer */
export function sourceOf(code: ErrorCode, calls: readonly NotedCall[]): readonly NotedCall[] | string | undefined {
  if (generalRefusals.has(code)) return 'any call';
  const users = calls.filter(({ definition }) => refusalsOf(definition).includes(code));
  return users.length > 0 ? users : elsewhere[code];
}
