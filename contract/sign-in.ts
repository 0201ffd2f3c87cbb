import * as z from 'zod/mini';
import { filledIn } from './filled-in.ts';
import { FieldValues, InternalMessage, Member } from './members.ts';
import { ContentGroup } from './site.ts';
import { TeamInvite } from './teams.ts';

/** Sign-up, log-in, codes by mail. Field names are the protocol's; unknown keys are refused. */

const ClientOptions = z.optional(
  z.object({ includeContentGroups: z.optional(z.boolean()), isWebflow: z.optional(z.boolean()) }),
);
/** Analytics of existing clients: accepted and ignored. */
const Ignored = z.optional(z.nullable(z.unknown()));

/**
 * Random text of at least 128 bits that only the requesting browser has. Sent with the request for a code, the code is
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
  /** Honeypot: a form field that people do not see. With a value no account is made, and the answer does not tell. */
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
 * A six-digit code is bound to its request: by the `context` that the send call returned, or the `email`, or (for a
 * client that sends neither) the network address of the request.
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
     * This log-in was the first to prove the address, so the account's password was dropped: an attacker may have set
     * it (account pre-hijacking). A new one can be set at once with `POST /member/set-password`.
     */
    passwordDropped: z.optional(z.literal(true)),
  }),
});
export type Auth = z.infer<typeof AuthAnswer>['data'];

/**
 * What the refusal `second-factor-setup-required` of a log-in or sign-up carries, as `setup`, beside code and sentence.
 * The token is good for half an hour, for the calls that set a second factor up and for logging out; once one is set up,
 * for everything, until `expires`.
 */
export type FactorSetup = Omit<Auth, 'member' | 'contentGroups'>;

export const SuccessAnswer = z.object({
  data: z.object({ success: z.literal(true) }),
  _internalUseOnly: z.optional(InternalMessage),
});
/** Seconds until the mail is sent; missing where it is sent at once. The same with and without an account. */
const mailAfterSeconds = z.optional(z.number());
export const SendMailAnswer = z.object({ data: z.object({ success: z.literal(true) }), mailAfterSeconds });
/** `data` is a sentence; `context` stands beside it for clients that keep it. */
export const SendResetAnswer = z.object({ data: z.string(), context: z.string(), mailAfterSeconds });
export const LogoutAnswer = z.object({
  data: z.object({ redirect: z.nullable(z.string()) }),
  _internalUseOnly: InternalMessage,
});
