import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { FieldValues, Member, PlanConnection } from '../members.ts';
import { SessionsAnswer } from '../sessions.ts';
import { defineList, listAnswer, listQuery, exportQuery } from './list.ts';

/** The members of a site as staff see and change them. */

const id = z.string().check(z.maxLength(100));
export const SiteParams = z.object({ siteId: id });
export const MemberParams = z.object({ siteId: id, memberId: id });
export const MemberSessionParams = z.object({ siteId: id, memberId: id, sessionId: z.uuid() });
export const MemberPlanParams = z.object({ siteId: id, memberId: id, planId: id });

/** States of a member's connection to a plan. */
export const planStates = PlanConnection.shape.status.options;

/** Steps of a student on the way to enrolment, after the account was made. */
export const memberSteps = ['eligible', 'chosen', 'paid'] as const;
export type MemberStep = (typeof memberSteps)[number];

/** Seats of these courses and cohorts; of all of them where none is named. */
export interface SeatsMeant {
  courses?: readonly string[] | undefined;
  cohorts?: readonly string[] | undefined;
}

/** Before a field's key, in the name of its column. */
export const fieldPrefix = 'field.';

/**
 * A site's members. `plan` alone means that somebody has it now; with `planState`, that their connection to it is in one
 * of these states.
 */
export const memberList = defineList({
  search: 'Name, e-mail or id: the beginnings are enough',
  columns: {
    id: { label: 'Id', holds: 'text', hidden: true },
    name: { label: 'Name', holds: 'text' },
    email: { label: 'E-mail', holds: 'text', sort: true },
    verified: { label: 'Address proved', holds: 'yes-no', filter: ['is'] },
    suspended: { label: 'Suspended', holds: 'yes-no', filter: ['is'], hidden: true },
    created: { label: 'Joined', holds: 'time', filter: ['from', 'until'], sort: true },
    lastSeen: { label: 'Last seen', holds: 'time', filter: ['from', 'until'] },
    plan: { label: 'Plans', holds: 'text', filter: ['is', 'not'] },
    planState: { label: 'State of a plan', holds: 'choice', values: planStates, filter: ['is'], filterOnly: true },
    team: { label: 'Team', holds: 'text', filter: ['is'] },
    partner: { label: 'Partner', holds: 'text', filter: ['is'], filterOnly: true },
    origin: { label: 'Joined at partner', holds: 'text', filter: ['is'], filterOnly: true },
    reached: { label: 'Has come to', holds: 'choice', values: memberSteps, filter: ['is', 'not'], filterOnly: true },
    course: { label: 'Course of the seat', holds: 'text', filter: ['is'], filterOnly: true },
    cohort: { label: 'Cohort of the seat', holds: 'text', filter: ['is'], filterOnly: true },
  },
  // The site's own fields, by their keys.
  open: { prefix: fieldPrefix, column: { label: 'Field', holds: 'text', filter: ['is', 'not'], hidden: true } },
  order: '-created',
});

const ListedMember = z.object({
  id: z.string(),
  /** Of the fields that hold a name; empty where there is none. */
  name: z.string(),
  email: z.string(),
  verified: z.boolean(),
  suspended: z.boolean(),
  /** ISO */
  createdAt: z.string(),
  /** ISO, to the minute; null for a member without a stored session. */
  lastSeenAt: z.nullable(z.string()),
  plans: z.array(z.object({ planId: z.string(), status: PlanConnection.shape.status })),
  /** The team they own or joined. */
  teamId: z.nullable(z.string()),
  /** Values of the fields that `columns` names, by their keys. */
  fields: z.record(z.string(), z.string()),
});
export type ListedMember = z.infer<typeof ListedMember>;
export const MembersQuery = listQuery(memberList);
export const MembersExportQuery = exportQuery(memberList);
export const MembersAnswer = listAnswer(ListedMember);

/** A member with all that staff see on their page. */
const ShownMember = z.extend(Member, {
  json: z.unknown(),
  name: z.string(),
  /** `auth.email` and `verified` are about a pending address where there is one; mails go to `email` until it is proved. */
  address: z.object({
    /** For log-in. */
    email: z.string(),
    /** Whether `email` is proved. */
    verified: z.boolean(),
    /** Another one that the member has asked for and not proved; null for none. */
    pending: z.nullable(z.string()),
  }),
  /** Sent back with a change: the member as this person has seen them. */
  version: z.string(),
  /** null for a member whom no one has suspended. */
  suspension: z.nullable(
    z.object({
      /** ISO */
      at: z.string(),
      reason: z.string(),
    }),
  ),
  secondFactor: z.object({
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Where it may be used. */
        domain: z.string(),
        /** ISO */
        createdAt: z.string(),
        lastUsedAt: z.nullable(z.string()),
      }),
    ),
    /** Whether an authenticator app is set up. */
    authenticator: z.boolean(),
    /** How many are left. */
    recoveryCodes: z.number(),
  }),
  /** Of `planConnections` the one that a seat in a team gives, which ends with the seat; null for none. */
  seatConnectionId: z.nullable(z.string()),
  /** Subscriptions of their own that the card provider may still charge. The release before answers none. */
  subscriptions: z.optional(z.number()),
  sessions: SessionsAnswer.shape.data,
  /** Posts and replies. */
  comments: z.number(),
});
export type ShownMember = z.infer<typeof ShownMember>;
export const MemberAnswer = z.object({ data: ShownMember });

const reason = z.optional(z.string().check(z.maxLength(limits.reasonMaxLength)));
const MetaValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export const ChangeMemberRequest = z.strictObject({
  version: z.string(),
  reason,
  customFields: z.optional(FieldValues),
  metaData: z.optional(MetaValues),
  json: z.optional(z.unknown()),
  loginRedirect: z.optional(z.nullable(z.string())),
  verified: z.optional(z.literal(true)),
  permissions: z.optional(z.array(z.string())),
});
export const ChangeEmailRequest = z.strictObject({
  version: z.string(),
  reason: z.string().check(z.minLength(1), z.maxLength(limits.reasonMaxLength)),
  email: z.string(),
});
export const UnproveAddressRequest = z.strictObject({
  version: z.string(),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.reasonMaxLength)),
});
export const GivePlanRequest = z.strictObject({ planId: id, reason });
export const ResetSentAnswer = z.object({
  /** Seconds until it leaves; 0 for at once. */
  data: z.object({ mailAfterSeconds: z.number() }),
});

/** Everything that happened to a member, the newest first. */
export const timelineList = defineList({
  columns: {
    at: { label: 'When', holds: 'time', filter: ['from', 'until'], sort: true },
    kind: {
      label: 'Kind',
      holds: 'choice',
      values: ['act', 'sign-in', 'plan', 'order', 'event', 'mail'],
      filter: ['is'],
    },
    title: { label: 'What', holds: 'text' },
    detail: { label: 'Details', holds: 'text' },
    actor: { label: 'Who', holds: 'text' },
  },
  order: '-at',
});
const TimelineEntry = z.object({
  id: z.string(),
  /** ISO */
  at: z.string(),
  /**
   * An entry of the audit trail, a session that is still kept, a plan as it is held, an order or its money, an event that
   * the site was told of, or a mail.
   */
  kind: z.enum(timelineList.columns.kind.values),
  /** `member.updated`; of a mail its subject, of a plan its id. */
  title: z.string(),
  /** Names of what was changed; the state of a delivery or a mail. */
  detail: z.string(),
  /** Who did it: staff, a secret key or an operator. Empty for events and mails. */
  actor: z.string(),
  reason: z.nullable(z.string()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
export const TimelineQuery = listQuery(timelineList);
export const TimelineAnswer = listAnswer(TimelineEntry);

/** A site for the navigation. */
const ListedSite = z.object({ id: z.string(), name: z.string(), mode: z.enum(['live', 'sandbox']) });
export type ListedSite = z.infer<typeof ListedSite>;
export const SitesAnswer = z.object({ data: z.array(ListedSite) });
/** A site with what forms and filters about its members need. */
const ShownSite = z.extend(ListedSite, {
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      type: z.enum(['text', 'boolean']),
      /** Computed by the server, read-only. */
      isDerived: z.boolean(),
    }),
  ),
  plans: z.array(z.object({ id: z.string(), name: z.string(), isFree: z.boolean(), isActive: z.boolean() })),
  /** Origins of its pages. */
  origins: z.array(z.string()),
  /** Whether the portal belongs to it. */
  hasPortal: z.boolean(),
  /** Whether its members have to do with partners. */
  hasPartners: z.boolean(),
});
export type ShownSite = z.infer<typeof ShownSite>;
export const SiteAnswer = z.object({ data: ShownSite });
