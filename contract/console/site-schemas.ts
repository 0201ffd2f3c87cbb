import * as z from 'zod/mini';
import { Change, Delivery, DeliveryAnswer, ListDeliveriesAnswer, ListDeliveriesQuery } from '../administration.ts';
import { limits } from '../limits.ts';
import { App } from '../site.ts';
import { siteEventNames } from '../site-events.ts';

/** A site's settings, keys and webhooks as the console reads and changes them. */

const id = z.string().check(z.maxLength(100));
export const KeyParams = z.object({ siteId: id, keyId: id });
export const EndpointParams = z.object({ siteId: id, endpointId: id });
export const DeliveryOfSiteParams = z.object({ siteId: id, deliveryId: id });

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.reasonMaxLength));
export const ReasonRequest = z.strictObject({ reason });

/** The settings of a site, in the shape of its file. */
const ShownSettings = z.object({
  /** Without secrets: exactly what `GET /admin/app` answers. */
  settings: z.record(z.string(), z.unknown()),
  /** Sent back with a change: the settings as this person has seen them. */
  version: z.string(),
  /** The site's file says `managedBy: file`: the console shows its settings and changes none. */
  isManagedByFile: z.boolean(),
  /** Settings that only the operator changes, by command. */
  operatorOnly: z.array(z.string()),
  /** Names of the secrets that are stored: `captcha`, `provider.google`. */
  secrets: z.array(z.string()),
  /** Members who have each plan now; plans without are left out. */
  holders: z.record(z.string(), z.number()),
  /** Where a page's address of a provider's answer is, by provider: what to register there. */
  callbacks: z.record(z.string(), z.string()),
});
export type ShownSettings = z.infer<typeof ShownSettings>;
export const SettingsAnswer = z.object({ data: ShownSettings });

const Sections = z.record(z.string(), z.unknown());
export const ChangeSettingsRequest = z.strictObject({
  version: z.string(),
  /** The settings that change, each as a whole: `{ "branding": … }`. What is not named stays. */
  settings: Sections,
});
export const ConfirmedSettingsRequest = z.strictObject({ ...ChangeSettingsRequest.shape, reason });

const SettingsChange = z.extend(Change, {
  /** It takes something from members or opens something of theirs: it needs a fresh proof and a reason. */
  isGrave: z.boolean(),
  /** Members who have the plan that it is about. */
  members: z.optional(z.number()),
});
export type SettingsChange = z.infer<typeof SettingsChange>;
export const ChangedSettingsAnswer = z.object({
  data: z.object({
    applied: z.boolean(),
    changes: z.array(SettingsChange),
    /** From which the next change goes on; missing where nothing is saved. The release before answers none. */
    version: z.optional(z.string()),
  }),
});
export const PreviewRequest = z.strictObject({ settings: Sections });
export const PreviewAnswer = z.object({ data: App });

/** Plans that one begins with, in a few words. */
const NewPlan = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** What it costs in hundredths; null for nothing. */
  amountCents: z.nullable(z.int()),
  currency: z.string(),
  /** How often it is paid. */
  paid: z.enum(['MONTHLY', 'YEARLY', 'ONETIME']),
});
export const NewSiteRequest = z.strictObject({
  /**
   * Made by the page: a second press with the same values makes no second site. Pages of the release before send none.
   */
  key: z.optional(z.uuid()),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** Origins of the site's pages; a site in test mode takes pages of the visitor's own machine without one. */
  origins: z.array(z.string()).check(z.maxLength(20)),
  plans: z.array(NewPlan).check(z.maxLength(10)),
});
export type NewSite = z.infer<typeof NewSiteRequest>;
export const NewSiteAnswer = z.object({ data: z.object({ id: z.string(), publicKey: z.string() }) });

/** Characters of a label, which says what a secret key is for. */
export const keyLabelMaxLength = 60;
/** Ten years, longer than any rotation period. */
export const keyMaxDays = 3650;
/** One line. */
export const keyLabelPattern = /^[^\p{Cc}]+$/u;

/** How many days of page counts are shown. */
export const countedDays = ['7', '14', '31'] as const;
export const CountedDaysQuery = z.strictObject({
  /** 14 unless said. */
  days: z.optional(z.enum(countedDays)),
});

const ListedKey = z.object({
  id: z.string(),
  label: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
});
export type ListedKey = z.infer<typeof ListedKey>;
export const KeysAnswer = z.object({ data: z.array(ListedKey) });
export const NewKeyRequest = z.strictObject({
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(keyLabelMaxLength), z.regex(keyLabelPattern)),
  /** Until it ends by itself; null for a key that does not. */
  days: z.nullable(z.int().check(z.gte(1), z.lte(keyMaxDays))),
});
export const NewKeyAnswer = z.object({
  data: z.object({
    id: z.string(),
    /** In plain text, in this answer alone. */
    key: z.string(),
    expiresAt: z.nullable(z.string()),
  }),
});
export const RevokedKeyAnswer = z.object({ data: z.object({ id: z.string() }) });

const Attempts = Delivery.shape.attempts;
const ListedEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  events: z.union([z.literal('all'), z.array(z.string())]),
  enabled: z.boolean(),
  switchedOffAt: z.nullable(z.string()),
  /** One entry, or none before the first. */
  lastAttempts: Attempts,
});
export type ListedEndpoint = z.infer<typeof ListedEndpoint>;
export const EndpointsAnswer = z.object({ data: z.array(ListedEndpoint) });
export const DeliveriesQuery = ListDeliveriesQuery;
export const DeliveriesAnswer = ListDeliveriesAnswer;
export const OneDeliveryAnswer = DeliveryAnswer;
export const TestMessageRequest = z.strictObject({ event: z.enum(siteEventNames) });
export const TestMessageAnswer = z.object({
  /** One for each endpoint that listens to the event. */
  data: z.array(z.object({ id: z.string(), endpointId: z.string() })),
});
export const WebhookSecretAnswer = z.object({ data: z.object({ secret: z.string() }) });

export const PageCheckRequest = z.strictObject({ url: z.string().check(z.maxLength(2_000)) });
const PageCheck = z.object({
  /** After redirects. */
  url: z.string(),
  /** Why there is no page to look at, as a clause; null where there is one. */
  failed: z.nullable(z.string()),
  /** Whether the page has the install script with this site's id and key. */
  isInstalled: z.boolean(),
  /** Why it is not installed, as a clause. */
  because: z.nullable(z.string()),
  /** Whether pages of this origin may call the site. */
  isOriginAllowed: z.boolean(),
  /** What else is wrong with its attributes, as the Inspector says it. */
  findings: z.array(
    z.object({
      id: z.string(),
      type: z.enum(['error', 'warning']),
      title: z.string(),
      message: z.string(),
      line: z.nullable(z.number()),
      documentation: z.string(),
    }),
  ),
});
export type PageCheck = z.infer<typeof PageCheck>;
export const PageCheckAnswer = z.object({ data: PageCheck });
