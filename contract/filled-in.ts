import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Stands as a schema's message: the server takes such a code for the refusal (server/platform/http/typed.ts). */
export const missing = 'required-field-missing' satisfies ErrorCode;

/** Text that a person fills into a form. Where it is not there at all, the refusal is `required-field-missing`. */
export const filledIn = () =>
  z.string({ error: ({ input }) => ((input ?? undefined) === undefined ? missing : undefined) });
