import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/keys.ts';
import type { Services } from '../../services.ts';
import { announce } from '../../site-events/announce.ts';
import type { Site, SitePlan, SitePrice } from '../../sites/site.ts';
import { closeTeam, fitSeats, openTeam } from '../../teams/teams.ts';
import { isActive } from '../../entitlements/active.ts';
import { queueCancel } from '../billing/billing-jobs.ts';
import { toWireConnection } from '../../entitlements/connections.ts';
import {
  deleteConnection,
  findConnection,
  listConnections,
  saveConnection,
  updateConnection,
  type ConnectionChanges,
  type ConnectionRecord,
} from '../plans.store.ts';

/**
 * The only way to give, change or end a member's plan, so that its team and its site events follow. The caller has
 * locked the member.
 */

/** A plan to give to a member. */
export interface PlanGift {
  site: Site;
  memberId: string;
  plan: SitePlan;
  /** The price paid; none for a free or granted plan. */
  price?: SitePrice | undefined;
  known?: ConnectionChanges;
}

/** Gives a plan. An earlier connection to it keeps its id. */
export async function givePlan(
  services: Services,
  tx: Transaction,
  { site, memberId, plan, price, known = {} }: PlanGift,
): Promise<ConnectionRecord> {
  const before = await findConnection(tx, memberId, plan.id);
  const type = price?.type ?? 'FREE';
  await saveConnection(tx, { id: before?.id ?? newId('con_'), memberId, planId: plan.id, type, ...known });
  const connection = (await findConnection(tx, memberId, plan.id))!;
  if (isActive(connection.status)) await shareWithTeam(services, tx, { site, connection });
  const isNew = !before || !isActive(before.status);
  if (plan.rules.team && (isNew || before.priceId !== connection.priceId))
    await fitSeats(tx, { site, connectionId: connection.id });
  if (isNew || !isSame(before, connection))
    await tell(tx, { site, connection, event: isNew ? 'member.plan.added' : 'member.plan.updated' });
  return connection;
}

/** Applies changes to a connection, with its team and site events. */
export async function changePlan(
  services: Services,
  tx: Transaction,
  { site, connection: before, changes }: { site: Site; connection: ConnectionRecord; changes: ConnectionChanges },
): Promise<void> {
  await updateConnection(tx, before.id, changes);
  const connection = (await findConnection(tx, before.memberId, before.planId))!;
  if (isSame(before, connection)) return;
  const hasEnded = connection.status === 'CANCELED' && before.status !== 'CANCELED';
  if (hasEnded) await closeTeam(tx, connection.id);
  else if (isActive(connection.status) && !isActive(before.status))
    await shareWithTeam(services, tx, { site, connection });
  await tell(tx, { site, connection, event: hasEnded ? 'member.plan.canceled' : 'member.plan.updated' });
}

/** Ends a plan at once and for good, at the card provider too. The connection stays, for its payments. */
export async function endPlan(
  services: Services,
  tx: Transaction,
  { site, connection }: { site: Site; connection: ConnectionRecord },
): Promise<void> {
  if (isRunning(connection)) await queueCancel(tx, connection.subscriptionId, { atPeriodEnd: false });
  const changes = { status: 'CANCELED' as const, isClosed: true, nextBillingAt: null };
  await changePlan(services, tx, { site, connection, changes });
}

/** Deletes a connection. */
export async function takePlan(
  tx: Transaction,
  { site, connection }: { site: Site; connection: ConnectionRecord },
): Promise<void> {
  if (isRunning(connection)) await queueCancel(tx, connection.subscriptionId, { atPeriodEnd: false });
  await closeTeam(tx, connection.id);
  await deleteConnection(tx, connection.id);
  if (connection.status !== 'CANCELED')
    await tell(tx, {
      site,
      connection: { ...connection, status: 'CANCELED' },
      event: 'member.plan.canceled',
    });
}

const ended = ['canceled', 'incomplete_expired'];

/** Whether the card provider may still charge for a plan. */
export const isRunning = (
  connection: Pick<ConnectionRecord, 'subscriptionId' | 'subscriptionStatus'>,
): connection is { subscriptionId: string; subscriptionStatus: string | null } =>
  connection.subscriptionId !== null && !ended.includes(connection.subscriptionStatus ?? '');

const isSame = (one: ConnectionRecord, other: ConnectionRecord) =>
  isDeepStrictEqual(toWireConnection(one), toWireConnection(other));

async function shareWithTeam(
  services: Services,
  tx: Transaction,
  { site, connection }: { site: Site; connection: ConnectionRecord },
): Promise<void> {
  const { id: connectionId, memberId, planId } = connection;
  if (!isForTeams(site, planId)) return;
  // A team plan with a missing payment would become a second team once it is paid.
  for (const other of await listConnections(tx, memberId))
    if (other.id !== connectionId && isForTeams(site, other.planId) && isUnpaid(other))
      await endPlan(services, tx, { site, connection: other });
  await openTeam(services, tx, { site, memberId, connectionId, planId });
}

const isForTeams = (site: Site, planId: string) => Boolean(site.plans.find((plan) => plan.id === planId)?.rules.team);
const isUnpaid = ({ status }: ConnectionRecord) => !isActive(status) && status !== 'CANCELED';

interface PlanNews {
  site: Site;
  connection: ConnectionRecord;
  event: 'member.plan.added' | 'member.plan.updated' | 'member.plan.canceled';
}

const tell = (tx: Transaction, { site, connection, event }: PlanNews): Promise<void> =>
  announce(tx, site.id, event, {
    id: connection.memberId,
    planConnection: toWireConnection(connection),
  });
