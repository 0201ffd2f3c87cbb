import * as z from 'zod/mini';
import { UsedCredential } from './second-factor.ts';
import { AuthAnswer } from './sign-in.ts';

/** The sessions of a member, and the recent proof that some changes need. */

/** A running session. Its token is never shown. */
const Session = z.object({
  id: z.string(),
  /** ISO */
  startedAt: z.string(),
  /** ISO, to the minute. */
  lastUsedAt: z.string(),
  /** null for a session from before this was recorded. */
  way: z.nullable(z.enum(['password', 'code', 'provider', 'passkey'])),
  /** Of the way `provider`: its key in the site's settings. */
  provider: z.nullable(z.string()),
  /** Browser and system in coarse words, `Firefox on Windows`; empty for an unknown one. */
  device: z.string(),
});
export const OwnSession = z.extend(Session, {
  /** Whether the request was made in this session. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const SessionsAnswer = z.object({ data: z.array(Session) });
export const OwnSessionsAnswer = z.object({ data: z.array(OwnSession) });
export const SessionParams = z.object({ id: z.uuid() });
export const EndedSessionAnswer = z.object({ data: z.object({ id: z.string() }) });
/** How many running sessions have ended. */
export const EndedSessionsAnswer = z.object({ data: z.object({ ended: z.number() }) });

/** What the session goes on with. */
export const ProveAnswer = z.object({ data: z.pick(AuthAnswer.shape.data, { member: true, tokens: true }) });

/**
 * One of these: the password of the account, or the six digits mailed to its address; for a member with a second factor,
 * that.
 */
export const ProveRequest = z.union([
  z.strictObject({ password: z.string() }),
  z.strictObject({ code: z.string() }),
  z.strictObject({ authenticatorCode: z.string() }),
  z.strictObject({ recoveryCode: z.string() }),
  z.strictObject({ passkey: UsedCredential }),
]);
