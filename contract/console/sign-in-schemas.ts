import * as z from 'zod/mini';
import { filledIn } from '../filled-in.ts';
import { limits } from '../limits.ts';
import { staffLimits } from '../staff-limits.ts';
import { roles } from '../permissions.ts';
import { codeText, Credential } from './staff-schemas.ts';

/** The steps by which staff sign in, and by which an invitation is accepted. */

export const secondFactors = ['passkey', 'authenticator', 'recovery-code'] as const;
const SecondFactor = z.enum(secondFactors);
export type SecondFactor = z.infer<typeof SecondFactor>;

/** What proves more than a password does. */
const proof = [
  z.strictObject({ way: z.literal('passkey'), credential: Credential }),
  z.strictObject({ way: z.literal('authenticator'), code: codeText }),
] as const;

/** What was begun with the password; random text that works for some minutes and once. */
const step = z.string().check(z.maxLength(100));

export const StaffPasswordRequest = z.strictObject({
  email: filledIn().check(z.maxLength(limits.emailMaxLength)),
  password: filledIn(),
});
export const StaffPasswordAnswer = z.object({
  data: z.object({
    step: z.string(),
    /** What this person may go on with. */
    ways: z.array(SecondFactor),
    /** For `startAuthentication`; null where they have no passkey. */
    passkeyOptions: z.nullable(z.record(z.string(), z.unknown())),
  }),
});
export const StaffSecondFactorRequest = z.discriminatedUnion('way', [
  z.extend(proof[0], { step }),
  z.extend(proof[1], { step }),
  z.strictObject({ way: z.literal('recovery-code'), code: codeText, step }),
]);
export const StaffPasskeyRequest = z.strictObject({ credential: Credential });
/** The session is in a cookie that no script can read. */
export const SignedInAnswer = z.object({ data: z.object({ id: z.string() }) });
export const SignedOutAnswer = z.object({ data: z.object({ success: z.literal(true) }) });

const token = z.string().check(z.maxLength(100));
export const InvitationRequest = z.strictObject({ token });
export const InvitationAnswer = z.object({
  data: z.object({
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    /** ISO; when the link stops working. */
    endsAt: z.string(),
  }),
});
export const AcceptInvitationRequest = z.strictObject({
  token,
  name: filledIn().check(z.minLength(1), z.maxLength(limits.nameMaxLength)),
  password: filledIn(),
  /** What they register first: one of the two. Others may be added later. */
  factor: z.discriminatedUnion('way', [
    z.extend(proof[0], { name: z.string().check(z.minLength(1), z.maxLength(staffLimits.passkeyNameMaxLength)) }),
    proof[1],
  ]),
});
/** Signed in, with recovery codes that are shown this once. */
export const AcceptedInvitationAnswer = z.object({
  data: z.object({ id: z.string(), recoveryCodes: z.array(z.string()) }),
});

/** A fresh proof: a passkey, or a code of the authenticator app. */
export const StaffProofRequest = z.discriminatedUnion('way', proof);
export const StaffProofAnswer = z.object({ data: z.object({ /** ISO */ provenUntil: z.string() }) });
