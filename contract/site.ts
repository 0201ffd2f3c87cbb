import * as z from 'zod/mini';

/** `GET /app`: the public facts of a site. Field names are the protocol's. */

const Price = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['SUBSCRIPTION', 'ONETIME']),
  status: z.string(),
  /** Decimal units of `currency`, 9.99 say. */
  amount: z.number(),
  currency: z.string(),
  /** Both null where it is paid once. */
  interval: z.object({ type: z.nullable(z.string()), count: z.nullable(z.number()) }),
});

export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  priority: z.nullable(z.number()),
  status: z.nullable(z.enum(['ACTIVE', 'INACTIVE'])),
  /** Empty for a free plan. */
  prices: z.array(Price),
});
export type Plan = z.infer<typeof Plan>;

const CustomField = z.object({
  key: z.string(),
  label: z.string(),
  hidden: z.boolean(),
  visibility: z.enum(['PRIVATE', 'PUBLIC', 'MEMBERS']),
  restrictToAdmin: z.boolean(),
  /** A boolean is `true` or `false`, as text. */
  type: z.enum(['text', 'boolean']),
  /** Whether the dialog for sign-up asks for it. */
  askAtSignup: z.boolean(),
  order: z.nullable(z.number()),
});

export const ContentGroup = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  allowAllMembers: z.boolean(),
  /** Only in answers to a member. */
  activeMemberHasAccess: z.optional(z.boolean()),
  redirect: z.nullable(z.string()),
  urls: z.array(z.object({ url: z.string(), filter: z.string() })),
  plans: z.array(z.object({ id: z.string() })),
});

const corners = z.enum(['SHARP', 'SOFT', 'ROUND']);
const borders = z.enum(['NONE', 'THIN', 'THICK']);
const shadows = z.enum(['NONE', 'SMALL', 'LARGE']);
export const BrandingStyle = z.object({
  fontSize: z.optional(z.enum(['SMALL', 'MEDIUM', 'LARGE'])),
  buttonCorners: z.optional(corners),
  componentCorners: z.optional(corners),
  buttonBorders: z.optional(borders),
  componentBorders: z.optional(borders),
  buttonShadows: z.optional(shadows),
  componentShadows: z.optional(shadows),
});

/** Whether dialogs are light, dark, or what the visitor's system prefers. */
export const Appearance = z.enum(['light', 'dark', 'auto']);
/** How close the parts of a dialog stand. */
export const Density = z.enum(['comfortable', 'compact']);

export const App = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(['live', 'sandbox']),
  plans: z.array(Plan),
  contentGroups: z.array(ContentGroup),
  customFields: z.array(CustomField),
  /** For scripts that get a client without the key it was made with. */
  publicKey: z.string(),
  allowMemberSelfDelete: z.boolean(),
  captchaRequired: z.boolean(),
  captcha: z.object({
    service: z.enum(['altcha', 'hcaptcha', 'turnstile', 'recaptcha']),
    siteKey: z.nullable(z.string()),
    /** Where this service gives out puzzles, as a path; null where another service does. */
    challengeUrl: z.nullable(z.string()),
  }),
  authProviders: z.array(
    z.object({ provider: z.string(), name: z.string(), icon: z.nullable(z.string()), order: z.nullable(z.number()) }),
  ),
  additionalAuthMethods: z.object({
    passwordless: z.object({ enabled: z.nullable(z.boolean()), isDefault: z.nullable(z.boolean()) }),
  }),
  ssoSignupButtonURL: z.nullable(z.string()),
  isPaid: z.boolean(),
  branding: z.object({
    logo: z.nullable(z.string()),
    /** For dark backgrounds; where it is null, `logo` is shown there too. */
    logoDark: z.nullable(z.string()),
    appearance: Appearance,
    density: Density,
    colors: z.object({
      lightMode: z.record(z.string(), z.string()),
      darkMode: z.record(z.string(), z.string()),
    }),
    style: z.optional(BrandingStyle),
  }),
  dictionary: z.record(z.string(), z.string()),
  /** Ids of problems that the Inspector does not tell on pages of the site; left out where there are none. */
  inspectorIgnores: z.optional(z.array(z.string())),
  /** Only with `includeSSOText`. */
  ssoText: z.optional(z.record(z.string(), z.string())),
});
export type App = z.infer<typeof App>;

/** Anything else in the query is ignored. */
export const AppQuery = z.object({ includeSSOText: z.optional(z.string()) });
export const PlanParams = z.object({ planId: z.string() });

export const AppAnswer = z.object({ data: App });
export const PlanAnswer = z.object({ data: Plan });
