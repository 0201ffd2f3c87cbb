import * as z from 'zod/mini';
import { member, plan, planConnection } from './examples.ts';
import { Member, PlanConnection } from './members.ts';

/** What a site's webhooks are told, event by event: the payload's schema, and one as it looks. */

const declare = <Payload extends z.core.$ZodType>(
  about: string,
  payload: Payload,
  example: NoInfer<z.output<Payload>>,
) => ({ about, payload, example });

const team = { teamId: 'c6w9z2b5d8f1h4k7m0p3r6t9', planId: 'pln_demo_team', ownerId: member.id };
const { teamId, ownerId } = team;
const seat = { teamId, memberId: 'mem_sb_9d2f5h8k1m4p7r0t3v6x9z2b' };

const paid = {
  id: 'pi_3QxYz4Kd8Lm2Np7R',
  connectionId: planConnection.id,
  planId: plan.id,
  priceId: plan.prices[0]!.id,
  amount: 19,
  currency: 'NZD',
};

const MemberSuspended = z.object({
  id: z.string(),
  /** ISO */
  suspendedAt: z.string(),
});
const MemberGone = z.object({ id: z.string() });
const PlanOfMember = z.object({ id: z.string(), planConnection: PlanConnection });
const PaymentOfMember = z.object({
  id: z.string(),
  payment: z.object({
    /** The card provider's own; null for a failed payment that got none. */
    id: z.nullable(z.string()),
    /** null where the plan could not be given. */
    connectionId: z.nullable(z.string()),
    planId: z.string(),
    priceId: z.string(),
    /** In whole units of the currency. */
    amount: z.number(),
    currency: z.string(),
  }),
});
const Team = z.object({ teamId: z.string(), planId: z.string(), ownerId: z.string() });
const TeamGone = z.object({ teamId: z.string(), ownerId: z.string() });
const Seat = z.object({ teamId: z.string(), memberId: z.string() });

/** Site events by their names, in the order they are shown. */
export const siteEvents = {
  'member.created': declare('A member signed up, or your server created one.', Member, member),
  'member.updated': declare(
    'A field, the address or another value of a member changed; not the password.',
    Member,
    member,
  ),
  'member.suspended': declare(
    'A member was suspended: every session has ended, and no way in opens the account. Plans and subscriptions go on.',
    MemberSuspended,
    { id: member.id, suspendedAt: '2026-11-23T03:10:00.000Z' },
  ),
  'member.reinstated': declare('The suspension of a member was lifted.', MemberGone, { id: member.id }),
  'member.deleted': declare('A member was deleted.', MemberGone, { id: member.id }),
  'member.plan.added': declare('A member has a plan, or has it again.', PlanOfMember, {
    id: member.id,
    planConnection,
  }),
  'member.plan.updated': declare(
    'A plan changed its price, its state or its dates: `planConnection` is the connection as it is now.',
    PlanOfMember,
    { id: member.id, planConnection },
  ),
  'member.plan.canceled': declare('A plan ended, or another one took its place.', PlanOfMember, {
    id: member.id,
    planConnection: { ...planConnection, active: false, status: 'CANCELED' },
  }),
  'member.payment.succeeded': declare('A payment for a plan arrived.', PaymentOfMember, {
    id: member.id,
    payment: paid,
  }),
  'member.payment.failed': declare('A payment for a plan failed.', PaymentOfMember, {
    id: member.id,
    payment: { ...paid, id: null },
  }),
  'team.created': declare('A member owns a team by a plan, or owns it again.', Team, team),
  'team.member.added': declare('A member joined a team.', Seat, seat),
  'team.member.removed': declare('A member left a team, or was removed from it.', Seat, seat),
  'team.deleted': declare('The plan of a team ended, or its owner was deleted.', TeamGone, { teamId, ownerId }),
};

export type SiteEventName = keyof typeof siteEvents;

/** Names of site events. */
export const siteEventNames = Object.keys(siteEvents) as SiteEventName[];

/** The content of a site event. */
export type SiteEventPayload<Name extends SiteEventName> = z.output<(typeof siteEvents)[Name]['payload']>;

/** The schema of the body that a webhook is sent. */
export const messageSchema = (event: SiteEventName) =>
  z.object({
    event: z.literal(event),
    timestamp: z.int().register(z.globalRegistry, { description: 'When it happened, in milliseconds since 1970.' }),
    payload: siteEvents[event].payload,
  });

/** A message as a webhook is sent it. */
export const exampleMessage = (event: SiteEventName) => ({
  event,
  timestamp: 1_795_165_964_000,
  payload: siteEvents[event].example,
});
