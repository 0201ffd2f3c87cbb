import * as z from 'zod/mini';

/** Content a site hands out to members only. Field names are the protocol's. */

const contentTypes = ['HTML', 'CSS', 'LINK', 'JS', 'JSON', 'TEXT', 'IMAGE', 'FILE'] as const;

/** `contentId` is the content's key. */
export const SecureContentRequest = z.strictObject({ contentId: z.string() });

/** Images and files are loaded without key or session: their ticket stands for both. */
export const ContentTicketQuery = z.object({ ticket: z.string().check(z.maxLength(1_000)) });

/** For an image or a file, `content` is an address that works for a minute. */
export const SecureContentAnswer = z.object({
  data: z.object({ content: z.string(), type: z.enum(contentTypes) }),
});
