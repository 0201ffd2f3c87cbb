import type { Generated } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { ShownColumns, ShownConnection } from './connections.ts';

/** Read only: `plans` writes the connections, `teams` the seats. */
type Tables = {
  plan_connection: ShownColumns & {
    created_at: Generated<Date>;
  };
  team_seat: { member_id: string; team_id: string; connection_id: string };
  team: { id: string; connection_id: string };
  plan: { id: string; name: string };
};

/** A member's own connections, the oldest first. */
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

/** A member's team seat with its plan, whether or not active. */
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
