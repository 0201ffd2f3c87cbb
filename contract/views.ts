import * as z from 'zod/mini';

/** Staff who see as a member: how a page opens their view. */

export const OpenViewRequest = z.strictObject({
  /** Of the address that the console gave: good once, and for a few minutes. */
  code: z.string().check(z.minLength(1), z.maxLength(200)),
});
const OpenedView = z.object({
  /** A bearer that reads as the member and changes nothing. */
  token: z.string(),
  /** Of the member; their address where there is none. */
  name: z.string(),
  /** Seconds until it ends. */
  secondsLeft: z.number(),
});
export type OpenedView = z.infer<typeof OpenedView>;
export const OpenedViewAnswer = z.object({ data: OpenedView });
export const EndedViewAnswer = z.object({ data: z.object({ success: z.literal(true) }) });
