import * as z from 'zod/mini';

/** Teams: members who share the plan of one of them. Field names are the protocol's; unknown keys are refused. */

export const JoinTeamRequest = z.strictObject({ inviteToken: z.string() });
export const TeamParams = z.object({ teamId: z.string() });
export const RemoveFromTeamRequest = z.strictObject({ teamId: z.string(), memberId: z.string() });
export const RenewInviteRequest = z.strictObject({ teamId: z.string() });

const TeamMember = z.object({
  role: z.enum(['OWNER', 'MEMBER']),
  member: z.object({
    id: z.string(),
    auth: z.object({ email: z.string() }),
    profileImage: z.nullable(z.string()),
    /** Whether the address is proved: an invitation link works for any account. */
    verified: z.boolean(),
  }),
});

export const Team = z.object({
  id: z.string(),
  /** null while the owner's plan is not active, so that no member can join. */
  inviteToken: z.nullable(z.string()),
  /** The owner counts; null for no limit. */
  maxTeamMembers: z.nullable(z.number()),
  plan: z.object({ teamAccountInviteSignupLink: z.string(), teamAccountUpgradeLink: z.string() }),
  /** The same link once more, where some clients look for it. */
  ownersPlanConnection: z.object({ plan: z.object({ teamAccountUpgradeLink: z.string() }) }),
  members: z.array(TeamMember),
});
export type Team = z.infer<typeof Team>;

export const TeamAnswer = z.object({ data: Team });
export const InviteAnswer = z.object({ data: z.object({ inviteToken: z.string() }) });

/** Result of an invitation sent with a sign-up or log-in; those succeed even where joining is refused. */
export const TeamInvite = z.union([
  z.object({ joined: z.literal(true), teamId: z.string() }),
  z.object({ joined: z.literal(false), code: z.string(), message: z.string() }),
]);
export type TeamInvite = z.infer<typeof TeamInvite>;
