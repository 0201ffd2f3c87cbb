import * as z from 'zod/mini';
import { Member } from './members.ts';
import { App } from './site.ts';

/** Plans a member takes, pays for and gives up. Field names are the protocol's. */

export const AddPlanRequest = z.strictObject({ planId: z.string() });
export const AddPlanAnswer = z.object({
  data: z.object({
    member: Member,
    /** The plan's page for newcomers; empty where it has none. */
    redirect: z.string(),
    app: App,
  }),
});

export const RemovePlanRequest = z.strictObject({ planId: z.string() });
export const RemovePlanAnswer = z.object({ data: z.object({ member: Member }) });

/** Analytics of existing clients: accepted and ignored. */
const Ignored = z.optional(z.nullable(z.unknown()));
/** An address to return to: of one of the site's origins, or a path on the page's own. */
const ReturnAddress = z.optional(z.nullable(z.string().check(z.maxLength(5_000))));

/** The card provider takes 50 pairs, of which five say whose payment it is. */
const metadataPairs = 45;
const Metadata = z
  .record(z.string().check(z.regex(/^[\w .:-]{1,40}$/), z.regex(/^(?!__proto__$)/)), z.string().check(z.maxLength(500)))
  .check(z.refine((pairs) => Object.keys(pairs).length <= metadataPairs));

/** The price decides what is paid; nothing here is an amount. */
export const PlanCheckoutRequest = z.strictObject({
  priceId: z.string(),
  /** The id or the code of one of the site's coupons. */
  couponId: z.optional(z.nullable(z.string())),
  /** Whether the member's other subscriptions end with their paid period once this price is paid. */
  replacesSubscriptions: z.optional(z.nullable(z.boolean())),
  /** Texts that go with the payment, for the site's owner to read at the card provider. */
  metadataForCheckout: z.optional(z.nullable(Metadata)),
  success_url: ReturnAddress,
  cancel_url: ReturnAddress,
  /** The page the member comes from. */
  origin_url: ReturnAddress,
  conversionData: Ignored,
});

export const BillingPortalRequest = z.strictObject({
  return_url: ReturnAddress,
  origin_url: ReturnAddress,
  priceIds: Ignored,
  configuration: Ignored,
});

/** A page of the card provider's to send the member to. */
export const HostedPageAnswer = z.object({ data: z.object({ url: z.string() }) });
