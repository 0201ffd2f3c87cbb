import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Used as a schema's message: the server answers with that code (server/platform/http/typed.ts). */
export const missing = 'required-field-missing' satisfies ErrorCode;

/** Text of a form's field. Null or undefined is refused with `required-field-missing`. */
export const filledIn = () =>
  z.string({ error: ({ input }) => ((input ?? undefined) === undefined ? missing : undefined) });
