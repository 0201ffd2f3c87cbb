import { generalRefusals, refusalsOf } from '../../contract/call.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { NamedCall } from './call-groups.ts';

/** Codes that no call answers, with their source. */
const elsewhere: Partial<Record<ErrorCode, string>> = {
  'invalid-verification-link': 'the pages behind mailed links',
  'seats-taken': 'the operator’s commands',
};

/** The calls that answer a refusal, or its source in words. @returns undefined for a code without a known source */
export function sourceOf(code: ErrorCode, calls: readonly NamedCall[]): readonly NamedCall[] | string | undefined {
  if (generalRefusals.has(code)) return 'any call';
  const users = calls.filter(({ definition }) => refusalsOf(definition).includes(code));
  return users.length > 0 ? users : elsewhere[code];
}
