import * as z from 'zod/mini';

const HttpOrigin = z.string().check(
  z.refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:\/\/[a-z0-9.:[\]-]+$/.test(text), {
    error: 'an origin is written as the browser sends it: https://www.example.com',
  }),
);
/** An address people are sent to or shown. Nothing but http(s), so that no setting carries a script. */
const HttpAddress = z.string().check(
  z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'an address begins with https:// or http://',
  }),
);
export const RelativePath = z.string().check(z.regex(/^\/(?![/\\])/, 'a path begins with one slash'));

const Field = z.object({
  key: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)),
  label: z.string(),
  hidden: z._default(z.boolean(), false),
  /** A private field is shown to the member alone. */
  visibility: z._default(z.enum(['PRIVATE', 'PUBLIC', 'MEMBERS']), 'PUBLIC'),
  writableBy: z._default(z.enum(['member', 'server']), 'member'),
  type: z._default(z.enum(['text', 'boolean']), 'text'),
  /** What the field holds while nothing else was written. */
  default: z.optional(z.string()),
  /** Worked out instead of stored. */
  derivedFrom: z.optional(z.literal('has-password')),
});

const ContentGroup = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  allowAllMembers: z.boolean(),
  redirect: z.nullable(z.union([RelativePath, HttpAddress])),
  urls: z.array(z.object({ url: z.string(), filter: z.enum(['EQUALS', 'STARTS']) })),
  plans: z.array(z.object({ id: z.string() })),
});

/** All a site may set about itself. */
export const SiteSettings = z.object({
  /** The exact origins of the site's pages. */
  origins: z.array(HttpOrigin),
  /** Whether this service's own pages belong to the site. */
  ownPages: z._default(z.boolean(), false),
  fields: z.array(Field).check(
    z.maxLength(100),
    z.refine((fields) => new Set(fields.map((field) => field.key)).size === fields.length, {
      error: 'every field has a key of its own',
    }),
  ),
  contentGroups: z.array(ContentGroup),
  authProviders: z.array(
    z.object({ provider: z.string(), name: z.string(), icon: z.nullable(z.string()), order: z.nullable(z.number()) }),
  ),
  passwordless: z.object({ enabled: z.boolean(), isDefault: z.boolean() }),
  allowMemberSelfDelete: z.boolean(),
  /** Only false for now: without a checker a required captcha would be decoration. */
  captchaRequired: z.literal(false),
  ssoSignupButtonUrl: z.nullable(HttpAddress),
  isPaid: z.boolean(),
  branding: z.object({
    logo: z.nullable(z.union([RelativePath, HttpAddress])),
    colors: z.object({ lightMode: z.record(z.string(), z.string()) }),
  }),
  dictionary: z.record(z.string(), z.string()),
});
export type SiteSettings = z.infer<typeof SiteSettings>;
