import * as z from 'zod/mini';

/** Content a site hands out to members only. Field names are the protocol's. */

const contentTypes = ['HTML', 'CSS', 'LINK', 'JS', 'JSON', 'TEXT', 'IMAGE', 'FILE'] as const;

/** `contentId` is the content's key. */
export const SecureContentRequest = z.strictObject({ contentId: z.string() });

/** For an image or a file, `content` is an address that works for a minute. */
export const SecureContentAnswer = z.object({
  data: z.object({ content: z.string(), type: z.enum(contentTypes) }),
});
