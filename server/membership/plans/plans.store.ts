import { sql, type Generated } from 'kysely';
import type { PlanConnection } from '../../../contract/members.ts';
import type * as z from 'zod/mini';
import type { Database } from '../../platform/database/database.ts';

type WireConnection = z.infer<typeof PlanConnection>;

type Tables = {
  plan_connection: {
    id: string;
    member_id: string;
    plan_id: string;
    type: WireConnection['type'];
    status: WireConnection['status'];
    price_id: string | null;
    amount_cents: number | null;
    currency: string | null;
    payment_status: string | null;
    last_billed_at: Date | null;
    next_billing_at: Generated<Date | null>;
    cancel_at: Generated<Date | null>;
    created_at: Generated<Date>;
  };
};

export type ConnectionRow = Awaited<ReturnType<typeof listConnectionRows>>[number];

export const listConnectionRows = (db: Database, memberId: string) =>
  db
    .withTables<Tables>()
    .selectFrom('plan_connection')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export interface NewConnection {
  id: string;
  memberId: string;
  planId: string;
  type: WireConnection['type'];
  payment:
    | { priceId: string; amountCents: number; currency: string; status: string; lastBilledAt: Date | null }
    | undefined;
}

/** Gives a plan. A member who has it keeps the connection, with what is newly known of its payment. */
export async function saveConnection(
  tx: Database,
  { id, memberId, planId, type, payment }: NewConnection,
): Promise<void> {
  const known = {
    type,
    status: 'ACTIVE' as const,
    price_id: payment?.priceId ?? null,
    amount_cents: payment?.amountCents ?? null,
    currency: payment?.currency ?? null,
    payment_status: payment?.status ?? null,
    last_billed_at: payment?.lastBilledAt ?? null,
  };
  await tx
    .withTables<Tables>()
    .insertInto('plan_connection')
    .values({ id, member_id: memberId, plan_id: planId, ...known })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'plan_id']).doUpdateSet({ ...known, cancel_at: sql`null` }),
    )
    .execute();
}

export async function deleteConnection(tx: Database, memberId: string, planId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('plan_connection')
    .where('member_id', '=', memberId)
    .where('plan_id', '=', planId)
    .execute();
}
