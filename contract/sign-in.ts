import * as z from 'zod/mini';
import { filledIn } from './filled-in.ts';
import { FieldValues, InternalMessage, Member } from './members.ts';
import { ContentGroup } from './site.ts';
import { TeamInvite } from './teams.ts';

/** Sign-up, log-in, codes by mail. Field names are the protocol's; unknown keys are refused. */

const ClientOptions = z.optional(
  z.object({ includeContentGroups: z.optional(z.boolean()), isWebflow: z.optional(z.boolean()) }),
);
/** Analytics a client may send along. Taken, never used for a decision. */
const Ignored = z.optional(z.nullable(z.unknown()));

/**
 * Random text of at least 128 bits that only the asking browser has. Sent with the request for a code, the code is
 * good only together with it (ASVS 6.6.2); clients of the original service send none.
 */
const context = z.optional(
  z.string().check(z.regex(/^[\w,-]{22,200}$/, 'a context has 22 to 200 letters, digits and any of , - _')),
);

export const SignupRequest = z.strictObject({
  email: filledIn(),
  password: z.optional(z.nullable(z.string())),
  passwordlessToken: z.optional(z.nullable(z.string())),
  context,
  customFields: z.optional(z.nullable(FieldValues)),
  metaData: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  captchaToken: z.optional(z.nullable(z.string())),
  inviteToken: z.optional(z.nullable(z.string())),
  plans: z.optional(z.nullable(z.array(z.object({ planId: z.string() })))),
  /** A field of the form that people neither see nor fill in. With something in it nothing is made, and nothing says so. */
  website: z.optional(z.nullable(z.string())),
  origin_domain: Ignored,
  conversionData: Ignored,
  rewardfulData: Ignored,
  options: ClientOptions,
});
export const SignupQuery = z.object({ isPasswordless: z.optional(z.enum(['true', 'false'])) });

export const LoginRequest = z.strictObject({ email: filledIn(), password: filledIn(), options: ClientOptions });
export const EmailRequest = z.strictObject({ email: filledIn() });
export const SendCodeRequest = z.strictObject({ email: filledIn(), context });
export const PasswordlessLoginRequest = z.strictObject({
  passwordlessToken: filledIn(),
  email: filledIn(),
  context,
  inviteToken: z.optional(z.nullable(z.string())),
  options: ClientOptions,
});
/**
 * A six-digit code counts only together with who asked for it: the `context` the send call returned,
 * or the `email`, or (for a client that sends neither) the network address that asked.
 */
export const ResetPasswordRequest = z.strictObject({
  token: filledIn(),
  newPassword: filledIn(),
  context: z.optional(z.string()),
  email: z.optional(z.string()),
});
export const SendVerificationRequest = z.nullish(z.strictObject({ origin_domain: Ignored }));

/** The six digits mailed to the member's own address. */
export const VerifyEmailRequest = z.strictObject({ code: z.string() });

/** `expires` is in milliseconds since the epoch. */
const Tokens = z.object({ accessToken: z.string(), expires: z.number(), type: z.literal('bearer') });

export const AuthAnswer = z.object({
  data: z.object({
    member: Member,
    /** null for our own portal, whose session is a cookie no script can read. */
    tokens: z.nullable(Tokens),
    redirect: z.nullable(z.string()),
    contentGroups: z.optional(z.array(ContentGroup)),
    teamInvite: z.optional(TeamInvite),
    /**
     * This log-in was the first to prove the address, and the password the account had until then, which may be a
     * stranger's, works no more. A new one can be set at once with `POST /member/set-password`.
     */
    passwordDropped: z.optional(z.literal(true)),
  }),
});
export type Auth = z.infer<typeof AuthAnswer>['data'];

export const SuccessAnswer = z.object({
  data: z.object({ success: z.literal(true) }),
  _internalUseOnly: z.optional(InternalMessage),
});
/** Seconds until the mail leaves that was asked for; missing where it does at once. An account or none is all the same. */
const mailAfterSeconds = z.optional(z.number());
export const SendMailAnswer = z.object({ data: z.object({ success: z.literal(true) }), mailAfterSeconds });
/** The answer is a sentence; `context` rides beside it for clients that keep it. */
export const SendResetAnswer = z.object({ data: z.string(), context: z.string(), mailAfterSeconds });
export const LogoutAnswer = z.object({
  data: z.object({ redirect: z.nullable(z.string()) }),
  _internalUseOnly: InternalMessage,
});
