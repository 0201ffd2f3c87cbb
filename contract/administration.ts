import * as z from 'zod/mini';
import { FieldValues, Member } from './members.ts';

/** The calls a site's own server makes, with a secret key. None of them is for browsers. */

/** Where these calls live. */
export const administrationPath = '/admin';

/** How many members or deliveries one answer lists. */
export const pageLimits = { usual: 50, most: 100 };

/** A whole number in a query string, so text. @param about what the OpenAPI description says of it */
const wholeNumber = (about: { description: string; minimum?: number; maximum?: number }) =>
  z
    .string()
    .check(z.regex(/^\d{1,15}$/))
    .register(z.globalRegistry, { type: 'integer', pattern: undefined, ...about });
const pageBounds = { minimum: 1, maximum: pageLimits.most };
const limit = wholeNumber({ description: `How many to list; ${pageLimits.usual} unless said.`, ...pageBounds });

export const ListMembersQuery = z.strictObject({
  after: z.optional(wholeNumber({ description: 'The `endCursor` of the page before.' })),
  limit: z.optional(limit),
  first: z.optional(
    wholeNumber({ description: 'Another name of `limit`; where both are given, this one counts.', ...pageBounds }),
  ),
  order: z.optional(z.enum(['ASC', 'DESC'])),
});

const MemberOfServer = z.extend(Member, {
  /** Since when every way in is closed to them; null for a member who is not suspended. */
  suspendedAt: z.nullable(z.string()),
});

export const ListMembersAnswer = z.object({
  totalCount: z.number(),
  /** null for an empty page. */
  endCursor: z.nullable(z.number()),
  hasNextPage: z.boolean(),
  data: z.array(MemberOfServer),
});

/** A member as the site's own server reads them: with the JSON document that pages keep for them. */
const AdministeredMember = z.extend(MemberOfServer, { json: z.unknown() });
export const AdministeredMemberAnswer = z.object({ data: AdministeredMember });

/** A value of metadata; null takes the key away. */
const MetaValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const changes = {
  /** Merged one level deep; server-written fields may be set too. */
  customFields: z.optional(FieldValues),
  /** Merged one level deep. */
  metaData: z.optional(MetaValues),
  /** Replaced as a whole. */
  json: z.optional(z.unknown()),
  loginRedirect: z.optional(z.nullable(z.string())),
  verified: z.optional(z.boolean()),
  permissions: z.optional(z.array(z.string())),
};

export const CreateMemberRequest = z.strictObject({
  email: z.string(),
  /** Without one, the member logs in by mailed code or provider, or asks for a reset. */
  password: z.optional(z.string()),
  /** Plans that cost nothing. */
  plans: z.optional(z.array(z.strictObject({ planId: z.string() }))),
  ...changes,
});

export const ChangeMemberRequest = z.strictObject({ email: z.optional(z.string()), ...changes });

/** By id or by e-mail address. */
export const MemberParams = z.object({ member: z.string() });

/** The member by id or e-mail address, and one of their sessions. */
export const MemberSessionParams = z.object({ member: z.string(), id: z.uuid() });

export const PlanOfMemberRequest = z.strictObject({ planId: z.string() });

export const DeletedMemberAnswer = z.object({ data: z.object({ id: z.string() }) });

/** A difference between a site and its declaration. */
export const Change = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  /** `plans[pln_demo].prices[prc_demo].amountCents`; entries of a list by their own id. */
  path: z.string(),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  note: z.optional(z.string()),
});

/** `dryRun`: compares and lists the changes, applies none. */
export const ApplySiteQuery = z.strictObject({ dryRun: z.optional(z.enum(['true', 'false'])) });

/** The site's declaration; `server/membership/declaration/` validates it. */
export const ApplySiteRequest = z.record(z.string(), z.unknown());
export const SiteDeclarationAnswer = z.object({ data: z.record(z.string(), z.unknown()) });
export const ApplySiteAnswer = z.object({ data: z.object({ applied: z.boolean(), changes: z.array(Change) }) });

/** waiting for its next attempt, though it may have failed before; delivered; failed, after the last attempt. */
const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);

/** One event for one endpoint. */
export const Delivery = z.object({
  id: z.string(),
  endpointId: z.string(),
  event: z.string(),
  state: DeliveryState,
  attempts: z.array(z.object({ at: z.string(), status: z.nullable(z.number()), ms: z.number(), answer: z.string() })),
  createdAt: z.string(),
  /** When it is tried next; null unless it is waiting. */
  nextAttemptAt: z.nullable(z.string()),
});

export const DeliveryParams = z.object({ id: z.string() });
export const ListDeliveriesQuery = z.strictObject({
  endpointId: z.optional(z.string()),
  state: z.optional(DeliveryState),
  /** The id of the last delivery of the page before. */
  before: z.optional(z.string()),
  limit: z.optional(limit),
});
export const ListDeliveriesAnswer = z.object({ data: z.array(Delivery) });
export const DeliveryAnswer = z.object({
  /** null once it is not kept any more. */
  data: z.extend(Delivery, { payload: z.nullable(z.record(z.string(), z.unknown())) }),
});
export const RetryDeliveryAnswer = z.object({ data: z.object({ id: z.string() }) });
