import * as z from 'zod/mini';
import { courseCodes } from '../shared/courses.ts';
import { limits } from './limits.ts';
import { partnerCodes } from '../shared/partners.ts';

/**
 * The lead form: a visitor asks for a course outline and becomes a member without a password. No answer here tells
 * whether an address has an account (enumeration).
 */

const text = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength), z.regex(/^[^\p{Cc}]*$/u));
const token = z.string().check(z.regex(/^[\w-]{43}$/));
const password = z.string().check(z.maxLength(1_000));

export const LeadRequest = z.strictObject({
  partner: z.enum(partnerCodes),
  course: z.enum(courseCodes),
  firstName: text(limits.nameMaxLength),
  lastName: text(limits.nameMaxLength),
  email: z.string().check(z.trim(), z.maxLength(limits.emailMaxLength)),
  phone: text(limits.phoneMaxLength),
});
export type LeadRequest = z.infer<typeof LeadRequest>;

/** The proof belongs to this visit: with it the visit may choose the first password of an account it has made. */
export const LeadAnswer = z.object({ data: z.object({ proof: z.string() }) });

/** Sets the first password, in the visit that sent the form. */
export const LeadPasswordRequest = z.strictObject({ proof: token, password });

/** Reads address, course and partner of a mailed lead link. */
export const LeadLinkRequest = z.strictObject({ link: token });
export const LeadLinkAnswer = z.object({
  data: z.object({ email: z.string(), course: z.enum(courseCodes), partner: z.enum(partnerCodes) }),
});
export type LeadLink = z.infer<typeof LeadLinkAnswer>['data'];

/** Sets the password with a mailed lead link, which works once. */
export const LeadLinkPasswordRequest = z.strictObject({ link: token, password });
