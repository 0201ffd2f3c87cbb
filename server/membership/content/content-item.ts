import * as z from 'zod/mini';
import { PathOrAddress } from '../sites/setting-values.ts';

/** Most bytes of one item, decoded. The declaration with all items is held in memory. */
const maxBytes = 1_000_000;

const Text = z.string().check(
  z.refine((text) => Buffer.byteLength(text) <= maxBytes, {
    error: `an item of content has at most ${maxBytes} bytes`,
  }),
);
const Base64 = z.string().check(
  // Line breaks are dropped, so that declarations compare equal.
  z.overwrite((text) => text.replaceAll(/\s/g, '')),
  z.refine((text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text), { error: 'a file is given in base64' }),
  z.refine((text) => Buffer.byteLength(text, 'base64') <= maxBytes, {
    error: `an item of content has at most ${maxBytes} bytes`,
  }),
);

/** Its key and who may read it: every member, or members with one of the plans. The same names as in content groups. */
const audience = {
  key: z
    .string()
    .check(z.regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'a content key has letters, digits, dot, dash, underscore')),
  allowAllMembers: z._default(z.boolean(), false),
  plans: z._default(z.array(z.strictObject({ id: z.string() })), []),
};

const file = {
  ...audience,
  base64: Base64,
  /** File name of the download. */
  fileName: z.string().check(z.regex(/^[^/\\\p{Cc}]{1,120}$/u, 'a file name has no slash')),
};

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** One item of members-only content, as its declaration has it. */
export const ContentItem = z.discriminatedUnion('type', [
  z.strictObject({ ...audience, type: z.enum(['HTML', 'CSS', 'JS', 'TEXT']), content: Text }),
  z.strictObject({
    ...audience,
    type: z.literal('JSON'),
    content: Text.check(z.refine(isJson, { error: 'this content is not JSON' })),
  }),
  z.strictObject({ ...audience, type: z.literal('LINK'), content: PathOrAddress }),
  z.strictObject({
    ...file,
    type: z.literal('IMAGE'),
    mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  }),
  z.strictObject({
    ...file,
    type: z.literal('FILE'),
    mediaType: z.string().check(z.regex(/^[a-z]+\/[a-z0-9.+-]{1,80}$/, 'a media type looks like application/pdf')),
  }),
]);
export type ContentItem = z.infer<typeof ContentItem>;

/** All hosted content of a site. */
export const ContentItems = z.array(ContentItem).check(
  z.refine((items) => new Set(items.map(({ key }) => key)).size === items.length, {
    error: 'every item of content has a key of its own',
  }),
);
