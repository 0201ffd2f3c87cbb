import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderStates, type OrderState } from '../../../../contract/payments.ts';
import { transaction, type PooledDatabase, type Transaction } from '../../../platform/database/database.ts';
import { insertCohort } from '../../../testing/cohorts.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { canMove, type orderMoves } from './order-states.ts';
import type { EnrolmentServices } from '../../services.ts';
import {
  findOrder,
  lockOrder,
  moveOrder,
  updateOrder,
  type OrderChange,
  type OrderRecord,
  type OrderTables,
} from './orders.store.ts';
import { queueMoneyMail } from '../mails/payment-mails.ts';
import { refundOrder } from '../refunds/refunds.ts';
import { endUnpaid } from '../checkouts/take-money.ts';

let database: TestDatabase;
let cohortId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  cohortId = await insertCohort(database.pool, { capacity: 1 });
});
afterAll(() => database.drop());

async function buildOrder(state: OrderState): Promise<OrderRecord> {
  const name = randomBytes(8).toString('hex');
  await database.pool.query(
    `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency, amount_cents,
       balance_cents, state, session_expires_at, acknowledged_at)
     values ($1, $1, $2, 'uts', $4, 'data', 'full', 'NZD', 1237500, 0, $3, now() + interval '30 minutes', now())`,
    [`ord_${name}`, `mem_${name}`, state, cohortId],
  );
  return (await findOrder(database.db, `ord_${name}`))!;
}
const read = async ({ id }: OrderRecord) => (await findOrder(database.db, id))!;
const move = (order: OrderRecord, to: OrderState, change: OrderChange = {}) =>
  transaction(database.db, (tx) => moveOrder(tx, order, to, change));

const pairs = orderStates.flatMap((from) => orderStates.map((to) => ({ from, to })));

test('every move of the table is made, with what goes with it', async () => {
  for (const { from, to } of pairs.filter((pair) => canMove(pair.from, pair.to))) {
    const order = await buildOrder(from);
    await move(order, to, { sessionId: `cs_${order.id}` });
    expect(await read(order), `${from} to ${to}`).toMatchObject({ state: to, sessionId: `cs_${order.id}` });
  }
});

test('every other move is a fault that names both states, and changes nothing', async () => {
  for (const { from, to } of pairs.filter((pair) => !canMove(pair.from, pair.to))) {
    const order = await buildOrder(from);
    await expect(move(order, to, { sessionId: `cs_${order.id}` })).rejects.toThrow(
      `${order.id} may not go from ${from} to ${to}`,
    );
    expect(await read(order)).toEqual(order);
  }
});

test('an order that has been moved since it was read is not moved again', async () => {
  const stale = await buildOrder('awaiting-payment');
  await move(stale, 'paid');
  const paid = await read(stale);
  await expect(move(stale, 'expired', { sessionId: 'cs_stale' })).rejects.toThrow(
    `${stale.id} is not awaiting-payment any more, so it does not become expired`,
  );
  expect(await read(stale)).toEqual(paid);
});

test('an order that has expired stays expired, though it is cancelled afterwards', async () => {
  const order = await buildOrder('expired');
  expect(await transaction(database.db, (tx) => endUnpaid(tx, order, 'cancelled'))).toBe('expired');
  expect(await read(order)).toEqual(order);
});

type FirstState = OrderTables['enrolment_order']['state']['__insert__'];

/** Not run: the type check is the test. Every directive fails it where the line under it compiles. */
export async function checkedByTypes(
  services: EnrolmentServices,
  { pool, tx, order }: { pool: PooledDatabase; tx: Transaction; order: OrderRecord },
): Promise<void> {
  // @ts-expect-error the pool
  await lockOrder(pool, order.id);
  // @ts-expect-error the pool
  await moveOrder(pool, order, 'paid');
  // @ts-expect-error the pool
  await refundOrder(services, pool, order, { source: 'automatic', reason: 'paid-twice' });
  // @ts-expect-error the pool
  await queueMoneyMail(services, pool, { order, news: 'refunded' });
  const orders = pool.withTables<OrderTables>();
  // @ts-expect-error the state, which only a move writes
  void orders.updateTable('enrolment_order').set({ state: 'paid' });
  // @ts-expect-error the same
  await updateOrder(tx, order.id, { state: 'paid' });
  void ('draft' satisfies FirstState);
  // @ts-expect-error an order begins as a draft
  void ('paid' satisfies FirstState);
  // @ts-expect-error a state that is said on the wire is missing
  void ({ draft: [] } satisfies typeof orderMoves);
}
