import type { MembershipCalls } from '../contract/membership-calls.ts';
import type { MailAnswer, Send } from './request.ts';
import { resetContext } from './reset-context.ts';

/** Values of custom fields as they are sent; the service keeps all of them as text. */
export type FieldChanges = Record<string, string | boolean | number | null>;

export interface Signup {
  email: string;
  password: string;
  customFields?: FieldChanges;
  metaData?: Record<string, unknown>;
  /** Free plans to begin with; a paid one has to be bought. */
  plans?: { planId: string }[];
  /** From the link of a team's owner. */
  inviteToken?: string;
  /** Where the site asks for a captcha. */
  captchaToken?: string;
  /** Honeypot: the value of the form's hidden field; no account is made unless it is empty. */
  website?: string;
}

export interface SignInOptions {
  /** The answer then says which content groups are open to the member. */
  includeContentGroups?: boolean;
}

export interface PasswordReset {
  /** The six digits from the mail, or the token of a mailed link. */
  token: string;
  newPassword: string;
  /** The address the code was sent to; needed only where this tab did not ask for the code itself. */
  email?: string;
}

/**
 * The calls that every page of a site may make: what the site is, who is there, log-out and the member's own data.
 *
 * Every call answers as the service does, `{ data }` with `_internalUseOnly.message` where there is something to tell,
 * and throws `RequestError` when it did not succeed. Its codes are declared in `contract/calls/`; the published types and
 * the documentation take them from there.
 */
export function accountCalls(send: Send<MembershipCalls>) {
  return {
    /** The public facts of this site: its plans, fields and ways to sign in. */
    getApp: () => send('GET /app'),

    /** One plan by its id. */
    getPlan: (plan: { planId: string }) => send('GET /app/plans/:planId', undefined, plan),

    /** The member of this session, or null for a visitor. Never refused because a session has ended. */
    getCurrentMember: () => send('GET /member'),

    /** Ends the session at the service. Idempotent: succeeds without a valid session too. */
    logout: () => send('POST /member/logout'),

    /** Merges values into the member's custom fields. */
    updateMember: (change: { customFields: FieldChanges }) => send('POST /member', change),
  };
}

/** The calls with a password: sign-up, log-in and reset. Answers and refusals as those of `accountCalls`. */
export function passwordCalls(send: Send<MembershipCalls>) {
  return {
    /** Makes an account and signs it in. */
    signupMemberEmailPassword: (signup: Signup, options?: SignInOptions) =>
      send('POST /auth/signup', { ...signup, options }),

    /** Signs in. */
    loginMemberEmailPassword: (credentials: { email: string; password: string }, options?: SignInOptions) =>
      send('POST /auth/login', { ...credentials, options }),

    /**
     * Asks for a code by mail. Answers the same for an unknown address.
     * The context that binds the code to this tab is kept in the tab and sent along by `resetMemberPassword`.
     */
    async sendMemberResetPasswordEmail({ email }: { email: string }): Promise<MailAnswer<string>> {
      const answer = await send('POST /auth/send-reset-password-email', { email });
      resetContext.keep(answer.context);
      return answer;
    },

    /** Sets a new password with a mailed code. */
    resetMemberPassword: (reset: PasswordReset) =>
      // With an address no context: one from a request for another address would make the right code fail.
      send('POST /auth/reset-password', {
        ...reset,
        context: reset.email === undefined ? resetContext.read() : undefined,
      }),
  };
}
