import type { AnyBulkAct } from '../../../../contract/console/bulk-schemas.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { lockMember, type MemberRecord } from '../../members/members.ts';
import { findActivePlan } from '../../plans/plans.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import { changeMemberAs, clearFieldAs, deleteMemberAs, type Administration } from '../admin-members.ts';
import { addPlanAs, removePlanAs, requireFreePlan, requireTakeablePlan } from '../member-plans.ts';
import { endSessionsAs } from '../member-sessions.ts';
import { acceptAllFields } from '../member-values.ts';
import { sendResetAs } from '../send-reset.ts';
import { liftSuspensionAs, suspendMemberAs } from '../suspension.ts';
import { defaultOf, readField, readPlanMark } from './bulk-sources.store.ts';
import type { Outcome } from './bulk.store.ts';

export type Kind = AnyBulkAct['kind'];
type ActOf<K extends Kind> = Extract<AnyBulkAct, { kind: K }>;

/** One member's turn. */
export interface Turn<K extends Kind> {
  services: Services;
  administration: Administration;
  act: ActOf<K>;
  memberId: string;
  /**
   * Set in an undo, as the act that is taken back noted it: the value before it, null for none, or what tells a later
   * change.
   */
  former: string | null;
  isUndo: boolean;
  /** Names the job in limits. */
  jobId: string;
  /**
   * Notes what it came to, in the transaction of the act, which is given up where another run has done it already.
   */
  finish(tx: Transaction, outcome: Outcome, isGone?: boolean): Promise<void>;
}

interface BulkRules<K extends Kind> {
  permission: Permission;
  /** Whether each member gets a mail of it. */
  isMailed?: true;
  /** Whether a reason is required. */
  needsReason?: true;
  /** The act that takes it back; none where it stays done. */
  inverse?(act: ActOf<K>, site: Site): AnyBulkAct | undefined;
  /** Members of one run, where few at a time leave room for the same work of others. */
  perRun?: { members: number; pauseSeconds: number };
  /** @throws Refusal where the act is impossible for every member: a plan that does not exist, say */
  check?(site: Site, act: ActOf<K>): void;
  /** Does it to one member, by the rule that the call for one member calls. */
  apply(turn: Turn<K>): Promise<void>;
}

/** The acts on many members. Another one is a row here, one in `BulkAct` of the contract and one in the console. */
const bulkActs: { [K in Kind]: BulkRules<K> } = {
  'give-plan': {
    permission: 'change-members',
    inverse: ({ planId }) => ({ kind: 'take-plan', planId }),
    check: (site, { planId }) => requireFreePlan(site, planId),
    apply: (turn) => changePlan(turn, { isWanted: true, change: addPlanAs }),
  },
  'take-plan': {
    permission: 'change-members',
    // A retired plan is not given, and a team that has ended would come back without its members and its invitation.
    inverse({ planId }, site) {
      const plan = findActivePlan(site, planId);
      return plan && !plan.rules.team ? { kind: 'give-plan', planId } : undefined;
    },
    check: (site, { planId }) => requireTakeablePlan(site, planId),
    apply: (turn) => changePlan(turn, { isWanted: false, change: removePlanAs }),
  },
  'set-field': {
    permission: 'change-members',
    inverse: (act) => act,
    check: (site, { field, value }) => void acceptAllFields(site, { [field]: value }),
    apply: ({ services, administration, act: { field, value }, memberId, former, isUndo, finish }) =>
      transaction(services.db, async (tx) => {
        await lockMember(services, tx, memberId);
        const now = await readField(tx, memberId, field);
        if (isUndo && now !== value) throw new Refusal('changed-meanwhile');
        const wanted = isUndo ? former : value;
        if ((now ?? defaultOf(administration.site, field)) === wanted) return finish(tx, { state: 'unchanged' });
        if (wanted === null) await clearFieldAs(services, tx, administration, { memberId, field });
        else await changeMemberAs(services, administration, { memberId, customFields: { [field]: wanted } }, tx);
        return finish(tx, { state: 'done', former: now ?? undefined });
      }),
  },
  'send-reset': {
    permission: 'change-members',
    isMailed: true,
    // The mails that people wait for at a log-in go through the same lane.
    perRun: { members: 50, pauseSeconds: 5 },
    apply: async ({ services, administration, memberId, jobId, finish }) => {
      await sendResetAs(services, administration, {
        memberId,
        // Not the address of the person at the console: it would be used up after a few.
        clientAddress: `${jobId} ${memberId}`,
        alongside: (tx) => finish(tx, { state: 'done' }),
      });
    },
  },
  'end-sessions': {
    permission: 'change-members',
    apply: ({ services, administration: { site, ...by }, memberId, finish }) =>
      transaction(services.db, async (tx) => {
        await lockMember(services, tx, memberId);
        await endSessionsAs(tx, { ...by, siteId: site.id, memberId });
        return finish(tx, { state: 'done' });
      }),
  },
  suspend: {
    permission: 'change-members',
    needsReason: true,
    inverse: () => ({ kind: 'reinstate' }),
    apply: ({ services, administration, memberId, finish }) =>
      transaction(services.db, async (tx) => {
        const { suspension } = await lockMember(services, tx, memberId);
        if (suspension) return finish(tx, { state: 'unchanged' });
        await suspendMemberAs(services, { ...administration, reason: administration.reason ?? '' }, memberId, tx);
        const suspended = await lockMember(services, tx, memberId);
        return finish(tx, { state: 'done', former: markOf(suspended) });
      }),
  },
  reinstate: {
    permission: 'change-members',
    apply: ({ services, administration, memberId, former, isUndo, finish }) =>
      transaction(services.db, async (tx) => {
        const member = await lockMember(services, tx, memberId);
        if (!member.suspension) return finish(tx, { state: 'unchanged' });
        // Lifted and suspended anew since, for another reason.
        if (isUndo && markOf(member) !== former) throw new Refusal('changed-meanwhile');
        await liftSuspensionAs(services, administration, memberId, tx);
        return finish(tx, { state: 'done' });
      }),
  },
  delete: {
    permission: 'export-members',
    needsReason: true,
    apply: async ({ services, administration, memberId, finish }) => {
      await deleteMemberAs(services, administration, memberId, (tx) => finish(tx, { state: 'done' }, true));
    },
  },
};

/** Tells a suspension from a later one. */
const markOf = ({ suspension }: Pick<MemberRecord, 'suspension'>): string | undefined => suspension?.at.toISOString();

/**
 * Gives or takes a free plan. An undo leaves alone who got or lost the plan by another hand since.
 *
 * @param wish.isWanted whether the member has the plan afterwards
 */
function changePlan(
  {
    services,
    administration,
    act: { planId },
    memberId,
    former,
    isUndo,
    finish,
  }: Turn<'give-plan'> | Turn<'take-plan'>,
  { isWanted, change }: { isWanted: boolean; change: typeof addPlanAs },
): Promise<void> {
  return transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    const before = await readPlanMark(tx, memberId, planId);
    if (before.hasPlan === isWanted) return finish(tx, { state: 'unchanged' });
    if (isUndo && before.mark !== former) throw new Refusal('changed-meanwhile');
    await change(services, { ...administration, memberId, planId }, tx);
    const { mark } = await readPlanMark(tx, memberId, planId);
    return finish(tx, { state: 'done', former: mark });
  });
}

/** The rules of an act, whatever its kind. */
export const rulesOf = (act: AnyBulkAct): BulkRules<Kind> => bulkActs[act.kind] as unknown as BulkRules<Kind>;
