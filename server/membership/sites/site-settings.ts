import * as z from 'zod/mini';
import { isProblemId } from '../../../inspection/problems.ts';
import { isGateable } from '../../../shared/gated-addresses.ts';
import { ChannelKey } from '../../../contract/comments.ts';
import { limits } from '../../../contract/limits.ts';
import { Appearance, BrandingStyle, Density } from '../../../contract/site.ts';
import {
  Colour,
  Count,
  Currency,
  eachHasItsOwn,
  HttpAddress,
  Issuer,
  Name,
  Origin,
  PathOrAddress,
} from './setting-values.ts';

const Field = z
  .strictObject({
    key: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'a key has letters, digits, dash, underscore')),
    label: z.string(),
    hidden: z._default(z.boolean(), false),
    /** Who may read it in a comment's byline. Private to the member by default (OWASP ASVS 8.2.3). */
    visibility: z._default(z.enum(['PRIVATE', 'PUBLIC', 'MEMBERS']), 'PRIVATE'),
    writableBy: z._default(z.enum(['member', 'server']), 'member'),
    type: z._default(z.enum(['text', 'boolean']), 'text'),
    /** Whether the dialog for sign-up asks for it. */
    askAtSignup: z._default(z.boolean(), true),
    /** The value where none is stored. */
    default: z.optional(z.string().check(z.maxLength(limits.fieldMaxLength))),
    /** Derived at each read, not stored. */
    derivedFrom: z.optional(z.literal('has-password')),
  })
  .check(
    z.refine(({ type, default: value }) => type === 'text' || [undefined, 'true', 'false'].includes(value), {
      path: ['default'],
      error: 'a boolean field is "true" or "false", in quotes',
    }),
  );

/** A provider as stored, without its secret. */
export const authProvider = {
  /** One with a preset, or the site's own name for another OpenID provider. */
  provider: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'a provider is named in lower-case letters')),
  name: Name,
  icon: z._default(z.nullable(PathOrAddress), null),
  order: z._default(z.nullable(z.number()), null),
  clientId: z.string().check(z.minLength(1)),
  /** Only for a provider without a preset. */
  issuer: z.optional(Issuer),
  /** Uses the callback of all sites; the provider then has to name itself in its answers (RFC 9207, mix-up attack). */
  callback: z.optional(z.literal('shared', { error: 'callback can only be shared: left out, it is one of its own' })),
  /** OAuth scope, instead of the minimal one. */
  scope: z.optional(z.string()),
};

const Coupon = z
  .strictObject({
    id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/)),
    /** The code that members type, accepted like the id. */
    code: z._default(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/))), null),
    name: Name,
    percentOff: z._default(z.nullable(z.number().check(z.gt(0), z.lte(100))), null),
    amountOffCents: z._default(z.nullable(Count), null),
    currency: z._default(z.nullable(Currency), null),
    duration: z._default(z.enum(['once', 'repeating', 'forever']), 'once'),
    /** How long a repeating one lasts. */
    months: z._default(z.nullable(Count), null),
    /** The prices it is valid for; empty for all. */
    prices: z._default(z.array(z.string()), []),
    /** How often one member may use it; null for as often as they like. */
    perMember: z._default(z.nullable(Count), 1),
    /** How often all members together may use it. */
    maxRedemptions: z._default(z.nullable(Count), null),
    /** When it ends. */
    until: z._default(
      z.nullable(z.iso.datetime({ offset: true, error: 'a time is written as 2026-12-31T23:59:59+13:00' })),
      null,
    ),
  })
  .check(
    z.refine((coupon) => (coupon.percentOff === null) !== (coupon.amountOffCents === null), {
      error: 'a coupon takes off either a percentage or an amount',
    }),
    z.refine((coupon) => coupon.amountOffCents === null || coupon.currency !== null, {
      path: ['currency'],
      error: 'an amount needs its currency',
    }),
    z.refine((coupon) => (coupon.duration === 'repeating') === (coupon.months !== null), {
      path: ['months'],
      error: 'a repeating coupon, and only that, says for how many months',
    }),
  );

/** A pattern of gated addresses, see `shared/gated-addresses.ts`. */
const GatedUrl = z.string().check(
  z.refine(isGateable, {
    error: 'a gated address begins with a slash, or with https:// and a host, and can be read in one way only',
  }),
);

const ContentGroup = z.strictObject({
  id: z.string().check(z.minLength(1)),
  name: Name,
  key: z.string().check(z.minLength(1)),
  allowAllMembers: z._default(z.boolean(), false),
  /** Where visitors without access are sent. */
  redirect: z._default(z.nullable(PathOrAddress), null),
  urls: z._default(z.array(z.strictObject({ url: GatedUrl, filter: z.enum(['EQUALS', 'STARTS']) })), []),
  plans: z._default(z.array(z.strictObject({ id: z.string() })), []),
});

const colours = z.enum([
  'primaryButton',
  'secondaryButton',
  'background',
  'errorBackground',
  'text',
  'primaryButtonText',
  'titles',
  'subtitles',
  'links',
  'borderColor',
  'shadowColor',
]);
const Colours = z.prefault(z.partialRecord(colours, Colour), {});
const Branding = z
  .strictObject({
    logo: z._default(z.nullable(PathOrAddress), null),
    /** In place of it where dialogs are dark. */
    logoDark: z._default(z.nullable(PathOrAddress), null),
    /** Light unless told otherwise: pages that were built for light dialogs stay as they are (decision 0045). */
    appearance: z._default(Appearance, 'light'),
    density: z._default(Density, 'comfortable'),
    colors: z.prefault(z.strictObject({ lightMode: Colours, darkMode: Colours }), {}),
    style: z.optional(z.strictObject(BrandingStyle.shape)),
  })
  .check(
    z.refine(({ logo, logoDark }) => logo !== null || logoDark === null, {
      path: ['logoDark'],
      error: 'a dark logo stands beside a light one',
    }),
  );

const InspectorProblem = z
  .string()
  .check(z.refine(isProblemId, { error: 'the Inspector knows no such problem: docs/widget/inspector.md lists them' }));

const PasswordWord = z
  .string()
  .check(z.regex(/^\p{L}{2,40}$/u, 'a word for passwords has 2 to 40 letters and nothing else'));

const Captcha = z.strictObject({
  service: z._default(z.enum(['altcha', 'hcaptcha', 'turnstile', 'recaptcha']), 'altcha'),
  siteKey: z._default(z.nullable(z.string().check(z.minLength(1))), null),
});

/** All settings of a site, as stored. Every setting has a default. */
export const SiteSettings = z.strictObject({
  /** Where its settings are changed. Those of a file are shown in the console and not written by it. */
  managedBy: z._default(z.enum(['console', 'file']), 'console'),
  /** The exact origins of the site's pages, each once: a difference then names the one that is new. */
  origins: z._default(z.array(Origin).check(z.overwrite((origins) => [...new Set(origins)])), []),
  /** Whether this service's own pages belong to the site. */
  ownPages: z._default(z.boolean(), false),
  fields: z._default(z.array(Field).check(z.maxLength(100), eachHasItsOwn('key')), []),
  contentGroups: z._default(z.array(ContentGroup).check(eachHasItsOwn('id'), eachHasItsOwn('key')), []),
  authProviders: z._default(z.array(z.strictObject(authProvider)).check(eachHasItsOwn('provider')), []),
  /** Connect windows also take the session's token in their address, as existing clients send it (against ASVS 14.2.1). */
  sessionInAddress: z._default(z.boolean(), false),
  coupons: z._default(z.array(Coupon).check(eachHasItsOwn('id'), eachHasItsOwn('code')), []),
  passwordless: z.prefault(
    z.strictObject({ enabled: z._default(z.boolean(), false), isDefault: z._default(z.boolean(), false) }),
    {},
  ),
  allowMemberSelfDelete: z._default(z.boolean(), false),
  /** Whether a member gets a mail when staff begin to see as them. */
  tellMembersOfViews: z._default(z.boolean(), false),
  captchaRequired: z._default(z.boolean(), false),
  /** The captcha service. Ours (ALTCHA) is a proof of work; the others need their key and secret. */
  captcha: z.prefault(Captcha, {}),
  /** Sign-up without enumeration: the same answer for a free and a taken address; only the mailbox learns which. */
  privateSignup: z._default(z.boolean(), false),
  /** NIST SP 800-63B-4 requires 15 where a password is the only factor. */
  passwordMinLength: z._default(z.int().check(z.gte(limits.passwordMinLength), z.lte(64)), limits.passwordMinLength),
  /**
   * Whether members may or must have a second factor beside their password. Required: from the next log-in on, who has
   * none sets one up before anything else.
   */
  secondFactor: z._default(z.enum(['offered', 'required']), 'offered'),
  /** Words that no password may consist of alone, besides those of address and names: see docs/security.md. */
  passwordWords: z._default(z.array(PasswordWord).check(z.maxLength(100)), []),
  /** Most members, where there is a limit. Not a `Count`: a builder could not save a site with a greater one of before. */
  memberLimit: z._default(z.nullable(z.int().check(z.positive())), null),
  comments: z.prefault(
    z.strictObject({
      /** Whether members may write, for every visitor to read. */
      enabled: z._default(z.boolean(), false),
      /** Channels that only those may read and write in who may open a content group, by the key of the group. */
      gatedChannels: z._default(
        z.array(z.strictObject({ key: ChannelKey, contentGroup: z.string().check(z.minLength(1)) })),
        [],
      ),
      /** A post with one of these words is refused; compared without regard to case. */
      blockedWords: z._default(z.array(z.string().check(z.minLength(1))), []),
    }),
    {},
  ),
  ssoSignupButtonUrl: z._default(z.nullable(HttpAddress), null),
  /** Without it, the widget shows the service's name. */
  isPaid: z._default(z.boolean(), true),
  branding: z.prefault(Branding, {}),
  /** Texts of a page for single sign-on, for clients that ask for them. */
  ssoText: z._default(z.record(z.string(), z.string()), {}),
  /** Labels of the widget in the site's own words. */
  dictionary: z._default(z.record(Name, z.string()), {}),
  /** Problems that the Inspector does not tell on pages of the site. */
  inspectorIgnores: z._default(z.array(InspectorProblem).check(z.maxLength(100)), []),
});
export type SiteSettings = z.infer<typeof SiteSettings>;
