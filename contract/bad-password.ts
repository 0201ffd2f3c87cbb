import type { ErrorCode } from './errors.ts';

/** Refusals of a newly chosen password. */
export const badPassword = [
  'invalid-password-too-short',
  'invalid-password-too-long',
  'invalid-password-too-common',
] as const satisfies ErrorCode[];
