import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { FieldValues } from '../members.ts';
import { MemberAnswer } from './members-schemas.ts';

/** What staff do about a member beside their values: suspension, second factor, erasure, notes, and making one. */

const id = z.string().check(z.maxLength(100));
const mayReason = z.optional(z.string().check(z.maxLength(limits.reasonMaxLength)));
/** In the person's words, for the audit trail; not of spaces alone. */
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.reasonMaxLength));

export const SuspendRequest = z.strictObject({ reason });
export const LiftRequest = z.strictObject({ reason: mayReason });
export const RemoveFactorsRequest = z.strictObject({ reason });

export const ErasureAnswer = z.object({
  data: z.object({
    /** What the erasure takes away. */
    counts: z.object({
      sessions: z.number(),
      plans: z.number(),
      /** Their own, which the card provider may still charge; they end. */
      subscriptions: z.number(),
      /** Teams the member owns, which end with them. */
      ownedTeams: z.number(),
      comments: z.number(),
      notes: z.number(),
    }),
    /** Consequences for payments and seats, one sentence each. */
    duties: z.array(z.string()),
  }),
});
export type Erasure = z.infer<typeof ErasureAnswer>['data'];
export const EraseRequest = z.strictObject({
  reason,
  /** The member's address, typed by who erases them. */
  email: z.string().check(z.maxLength(limits.emailMaxLength)),
});
export const ErasedAnswer = z.object({
  data: z.object({
    id: z.string(),
    /** Whether the card provider has ended every open card page; otherwise that follows by itself. */
    checkoutsEnded: z.boolean(),
  }),
});

export const CreateMemberRequest = z.strictObject({
  reason: mayReason,
  email: z.string(),
  /** Whether the address counts as proved. */
  verified: z.boolean(),
  customFields: z.optional(FieldValues),
  /** Free plans. */
  planIds: z.optional(z.array(id).check(z.maxLength(20))),
  /** Whether they are mailed a code and a link for a password. */
  invite: z.boolean(),
});
export const CreatedMemberAnswer = z.object({
  data: z.object({
    member: MemberAnswer.shape.data,
    /** Seconds until the mail leaves; null where none was asked for, or the mailbox had too many. */
    mailAfterSeconds: z.nullable(z.number()),
  }),
});

export const NoteParams = z.object({ siteId: id, memberId: id, noteId: id });
