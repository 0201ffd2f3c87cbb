import * as z from 'zod/mini';
import { filledIn } from './filled-in.ts';

/** The member on the wire, and a member's calls about their own account. Field names are the protocol's. */

export const PlanConnection = z.object({
  id: z.string(),
  active: z.boolean(),
  status: z.enum(['ACTIVE', 'TRIALING', 'REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION', 'CANCELED']),
  planId: z.string(),
  type: z.enum(['FREE', 'SUBSCRIPTION', 'ONETIME']),
  payment: z.nullable(
    z.object({
      amount: z.number(),
      currency: z.string(),
      status: z.string(),
      lastBillingDate: z.nullable(z.number()),
      nextBillingDate: z.nullable(z.number()),
      cancelAtDate: z.nullable(z.number()),
      priceId: z.nullable(z.string()),
    }),
  ),
});
export type PlanConnection = z.infer<typeof PlanConnection>;

export const Member = z.object({
  id: z.string(),
  verified: z.boolean(),
  profileImage: z.nullable(z.string()),
  auth: z.object({
    email: z.string(),
    hasPassword: z.boolean(),
    providers: z.array(z.object({ provider: z.string() })),
  }),
  loginRedirect: z.nullable(z.string()),
  stripeCustomerId: z.nullable(z.string()),
  createdAt: z.string(),
  metaData: z.record(z.string(), z.unknown()),
  customFields: z.record(z.string(), z.string()),
  permissions: z.array(z.string()),
  planConnections: z.array(PlanConnection),
  teams: z.object({
    ownedTeams: z.array(z.object({ teamId: z.string() })),
    joinedTeams: z.array(z.object({ teamId: z.string(), planName: z.string() })),
  }),
});
export type Member = z.infer<typeof Member>;

/** Some dialogs of existing clients read this unguarded, so seven calls always carry it. */
export const InternalMessage = z.object({ message: z.string() });

export const MemberAnswer = z.object({ data: Member, _internalUseOnly: z.optional(InternalMessage) });
export const CurrentMemberAnswer = z.object({ data: z.nullable(Member) });

/** Values are text on the wire; booleans, numbers and null are taken too and stored as text. */
const FieldValues = z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.null()]));

export const UpdateMemberRequest = z.strictObject({ customFields: FieldValues });
export const UpdateMemberAuthRequest = z.strictObject({
  email: z.optional(z.string()),
  oldPassword: z.optional(z.string()),
  newPassword: z.optional(z.string()),
});
export const SetPasswordRequest = z.strictObject({ password: filledIn() });

/** Any JSON document that a site's pages keep for a member. */
export const MemberJsonRequest = z.strictObject({ json: z.unknown() });
export const MemberJsonAnswer = z.object({ data: z.unknown() });

export const DeleteMemberAnswer = z.object({ data: z.object({ id: z.string() }) });

export const ProfileImageAnswer = z.object({
  /** A public address; null where there is no picture. */
  data: z.object({ profileImage: z.nullable(z.string()) }),
  _internalUseOnly: InternalMessage,
});
/** The name of a stored file, `….webp`. */
export const FileParams = z.object({ name: z.string() });
export { FieldValues };
