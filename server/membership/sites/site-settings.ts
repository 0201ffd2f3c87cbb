import * as z from 'zod/mini';
import { limits } from '../../../contract/limits.ts';
import { BrandingStyle } from '../../../contract/site.ts';

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

/** A secret as a declaration gives it: the name of an environment variable, or the text itself. It is stored sealed. */
export const SecretSource = z.union([z.string().check(z.minLength(1)), z.strictObject({ env: z.string() })]);
export type SecretSource = z.infer<typeof SecretSource>;

const AuthProvider = z.object({
  /** `google`, `facebook`, … or a name of the site's own for another OpenID provider. */
  provider: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'a provider is named in lower-case letters')),
  name: z.string(),
  icon: z._default(z.nullable(z.union([RelativePath, HttpAddress])), null),
  order: z._default(z.nullable(z.number()), null),
  clientId: z.string(),
  /** Only for a provider we do not know by its name. */
  issuer: z.optional(HttpAddress),
  /** Asked for instead of the least that is needed. */
  scope: z.optional(z.string()),
});

const Coupon = z
  .object({
    id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/)),
    /** What people type; taken as well as the id. */
    code: z._default(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/))), null),
    name: z.string(),
    percentOff: z._default(z.nullable(z.number().check(z.gt(0), z.lte(100))), null),
    amountOffCents: z._default(z.nullable(z.int().check(z.positive())), null),
    currency: z._default(z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))), null),
    duration: z._default(z.enum(['once', 'repeating', 'forever']), 'once'),
    /** How long a repeating one lasts. */
    months: z._default(z.nullable(z.int().check(z.positive())), null),
    /** The prices it is good for; empty for all. */
    prices: z._default(z.array(z.string()), []),
  })
  .check(
    z.refine((coupon) => (coupon.percentOff === null) !== (coupon.amountOffCents === null), {
      error: 'a coupon takes off either a percentage or an amount',
    }),
    z.refine((coupon) => coupon.amountOffCents === null || coupon.currency !== null, {
      error: 'an amount needs its currency',
    }),
    z.refine((coupon) => (coupon.duration === 'repeating') === (coupon.months !== null), {
      error: 'a repeating coupon, and only that, says for how many months',
    }),
  );

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
  authProviders: z._default(
    z.array(AuthProvider).check(
      z.refine((all) => new Set(all.map((each) => each.provider)).size === all.length, {
        error: 'every provider is named once',
      }),
    ),
    [],
  ),
  coupons: z._default(z.array(Coupon), []),
  passwordless: z.object({ enabled: z.boolean(), isDefault: z.boolean() }),
  allowMemberSelfDelete: z.boolean(),
  captchaRequired: z.boolean(),
  /** Who checks. Ours is a proof of work that needs no other service; the others need their key and secret. */
  captcha: z._default(
    z.object({
      service: z.enum(['altcha', 'hcaptcha', 'turnstile', 'recaptcha']),
      siteKey: z._default(z.nullable(z.string()), null),
    }),
    { service: 'altcha', siteKey: null },
  ),
  /** Sign-up answers the same for a free and a taken address, and the mailbox tells which it was. */
  privateSignup: z._default(z.boolean(), false),
  /** Where a password is the only factor, NIST 800-63B-4 asks for 15. */
  passwordMinLength: z._default(z.int().check(z.gte(limits.passwordMinLength), z.lte(64)), limits.passwordMinLength),
  /** Most members, where there is a limit. */
  memberLimit: z._default(z.nullable(z.int().check(z.positive())), null),
  comments: z._default(
    z.object({
      /** A post with one of these words is refused; compared without regard to case. */
      blockedWords: z.array(z.string().check(z.minLength(1))),
    }),
    { blockedWords: [] },
  ),
  ssoSignupButtonUrl: z.nullable(HttpAddress),
  isPaid: z.boolean(),
  branding: z.object({
    logo: z.nullable(z.union([RelativePath, HttpAddress])),
    colors: z.object({ lightMode: z.record(z.string(), z.string()) }),
    style: z.optional(BrandingStyle),
  }),
  dictionary: z.record(z.string(), z.string()),
});
export type SiteSettings = z.infer<typeof SiteSettings>;
