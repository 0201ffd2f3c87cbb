import type { Generated } from 'kysely';
import type { PlanConnection } from '../../../contract/members.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ShownConnection } from './connections.ts';

/** Read only: `plans` writes the connections, `teams` the seats. */
type Tables = {
  plan_connection: {
    id: string;
    member_id: string;
    plan_id: string;
    type: PlanConnection['type'];
    status: PlanConnection['status'];
    price_id: string | null;
    amount_cents: number | null;
    currency: string | null;
    payment_status: string | null;
    last_billed_at: Date | null;
    next_billing_at: Date | null;
    cancel_at: Date | null;
    created_at: Generated<Date>;
  };
  team_seat: { member_id: string; team_id: string; connection_id: string };
  team: { id: string; connection_id: string };
  plan: { id: string; name: string };
};

/** The connections of a member's own, the oldest first. */
export const listOwnConnections = (db: Database, memberId: string): Promise<ShownConnection[]> =>
  db
    .withTables<Tables>()
    .selectFrom('plan_connection')
    .select([
      'id',
      'plan_id as planId',
      'type',
      'status',
      'price_id as priceId',
      'amount_cents as amountCents',
      'currency',
      'payment_status as paymentStatus',
      'last_billed_at as lastBilledAt',
      'next_billing_at as nextBillingAt',
      'cancel_at as cancelAt',
    ])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The seat of a member, with the plan that comes with it. */
export const selectSeat = (db: Database, memberId: string) =>
  db
    .withTables<Tables>()
    .selectFrom('team_seat')
    .innerJoin('team', 'team.id', 'team_seat.team_id')
    .innerJoin('plan_connection', 'plan_connection.id', 'team.connection_id')
    .innerJoin('plan', 'plan.id', 'plan_connection.plan_id')
    .select([
      'team.id as teamId',
      'team_seat.connection_id as connectionId',
      'plan.id as planId',
      'plan.name as planName',
      'plan_connection.type',
      'plan_connection.status',
    ])
    .where('team_seat.member_id', '=', memberId)
    .executeTakeFirst();
