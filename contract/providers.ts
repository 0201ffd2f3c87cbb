import * as z from 'zod/mini';
import { InternalMessage } from './members.ts';
import type { AuthAnswer } from './sign-in.ts';

/** Signing in with providers. The popups are opened as addresses; their names and parameters are the protocol's. */

const Providers = z.array(z.object({ provider: z.string() }));

export const DisconnectProviderRequest = z.strictObject({ provider: z.string() });
export const DisconnectProviderAnswer = z.object({
  data: z.object({ providers: Providers, message: z.string() }),
  _internalUseOnly: InternalMessage,
});

/** The message of a connect popup; login and signup popups send the answer of a log-in. */
export const ConnectMessage = z.pick(DisconnectProviderAnswer, { data: true });

/** One-time ticket, valid for a minute, in place of the session token in the address of a connect popup. */
export const ConnectTicketAnswer = z.object({ data: z.object({ ticket: z.string() }) });

const short = z.string().check(z.maxLength(200));
const opener = {
  provider: short,
  publicKey: short,
  /** Empty when the client was not given one. */
  appId: z.optional(short),
  /** The host name of the page that opens the popup. */
  origin: z.optional(short),
};

/** Other parameters, analytics of existing clients, are ignored. */
export const LoginPopupQuery = z.object({ ...opener, allowSignup: z.optional(short) });
export const SignupPopupQuery = z.object({
  ...opener,
  /** JSON, URL-encoded once more than the query itself. */
  customFields: z.optional(z.string()),
  /** The same: a list of `{planId}`. */
  plans: z.optional(z.string()),
  inviteToken: z.optional(short),
});
export const ConnectPopupQuery = z.object({
  ...opener,
  ticket: z.optional(short),
  /** The session's token, of existing clients. Only for a site with `sessionInAddress`. */
  member: z.optional(z.string()),
});
/** The site and its name for the provider whose callback it is. */
export const CallbackParams = z.object({ appId: short, provider: short });
/** An OAuth authorization response: a code or an error. Providers add parameters of their own. */
export const CallbackQuery = z.object({
  state: z.optional(z.string()),
  code: z.optional(z.string()),
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
  iss: z.optional(z.string()),
});

/** The one message a popup sends to the page that opened it, and to no other origin. */
export type PopupMessage =
  | z.output<typeof AuthAnswer>
  | z.output<typeof ConnectMessage>
  | { error: { code: string; message: string; [extra: string]: unknown } };
