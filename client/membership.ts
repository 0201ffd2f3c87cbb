import type { Member } from '../contract/members.ts';
import type { App, Plan } from '../contract/site.ts';
import type { Auth } from '../contract/sign-in.ts';
import { createSend } from './request.ts';
import type { ClientOptions } from './request.ts';

/** Values of custom fields as they are sent; the service keeps all of them as text. */
export type FieldChanges = Record<string, string | boolean | number | null>;

export interface Signup {
  email: string;
  password: string;
  customFields?: FieldChanges;
}

export interface PasswordReset {
  /** The six digits from the mail, or the token of a mailed link. */
  token: string;
  newPassword: string;
  /** The address the code was sent to; needed only where this tab did not ask for the code itself. */
  email?: string;
}

/**
 * The calls about who someone is: sign-up, log-in, the member's own data.
 *
 * Every call answers with the content of `data` and throws `RequestError` when it did not succeed.
 */
export function createMembershipClient(options: ClientOptions) {
  const send = createSend(options);
  const call = async <Data>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Data> =>
    (await send<{ data: Data }>(method, path, body)).data;

  return {
    /** What any visitor may know of this site: its plans, fields and ways to sign in. */
    getApp: () => call<App>('GET', '/app'),

    /** One plan by its id. @throws RequestError `plan-not-found` */
    getPlan: (planId: string) => call<Plan>('GET', `/app/plans/${encodeURIComponent(planId)}`),

    /** The member of this session, or null for a visitor. Never refused because a session has ended. */
    getCurrentMember: () => call<Member | null>('GET', '/member'),

    /** Makes an account and signs it in. @throws RequestError `email-already-in-use`, `invalid-…` */
    signupMemberEmailPassword: (signup: Signup) => call<Auth>('POST', '/auth/signup', signup),

    /** Signs in. @throws RequestError `invalid-credentials`, `too-many-requests` */
    loginMemberEmailPassword: (credentials: { email: string; password: string }) =>
      call<Auth>('POST', '/auth/login', credentials),

    /** Ends the session at the service; succeeds whatever the session was worth. */
    logout: () => call<{ redirect: string | null }>('POST', '/member/logout'),

    /** Merges values into the member's custom fields. @throws RequestError `login-required`, `field-not-writable` */
    updateMember: (change: { customFields: FieldChanges }) => call<Member>('POST', '/member', change),

    /** Changes the address, or the password with the old one beside it. */
    updateMemberAuth: (change: { email?: string; oldPassword?: string; newPassword?: string }) =>
      call<Member>('POST', '/member-auth', change),

    /** Gives a first password to an account that has none. @throws RequestError `password-already-set` */
    setPassword: (password: string) => call<Member>('POST', '/member/set-password', { password }),

    /** Asks for the mail that proves the address. */
    sendMemberVerificationEmail: () => call<{ success: true }>('POST', '/auth/send-email-verification', {}),

    /**
     * Asks for a code by mail. Answers the same for an unknown address.
     * What proves later that this tab asked is kept in the tab and sent along by {@link resetMemberPassword}.
     */
    async sendMemberResetPasswordEmail({ email }: { email: string }): Promise<string> {
      const answer = await send<{ data: string; context: string }>('POST', '/auth/send-reset-password-email', {
        email,
      });
      resetContext.keep({ email, context: answer.context });
      return answer.data;
    },

    /** Sets a new password with a mailed code. @throws RequestError `invalid-reset-code`, `invalid-password-…` */
    async resetMemberPassword(reset: PasswordReset): Promise<void> {
      const asked = resetContext.read();
      // Beside another address the context would make the right code fail.
      const isMeant = asked && (reset.email === undefined || reset.email === asked.email);
      await call('POST', '/auth/reset-password', { ...reset, ...(isMeant ? { context: asked.context } : {}) });
      resetContext.forget();
    },
  };
}

const contextKey = 'intake.reset-context';

/** The address a code was asked for, and what proves that this tab asked. */
interface AskedFor {
  email: string;
  context: string;
}

/** Survives a reload of the tab where storage is allowed; elsewhere the address in the call does its work. */
const resetContext = {
  keep: (asked: AskedFor) => tryStorage((storage) => storage.setItem(contextKey, JSON.stringify(asked))),
  read: () => tryStorage((storage) => JSON.parse(storage.getItem(contextKey) ?? 'null') as AskedFor | null),
  forget: () => tryStorage((storage) => storage.removeItem(contextKey)),
};

function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
