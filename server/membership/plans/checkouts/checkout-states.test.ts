import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction, type PooledDatabase, type Transaction } from '../../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { canMove, checkoutMoves, isSettled, unsettledStates, type CheckoutState } from './checkout-states.ts';
import { endUnpaidNow } from './end-checkout.ts';
import {
  findCheckout,
  moveCheckout,
  updateCheckout,
  type CheckoutChange,
  type CheckoutRecord,
  type CheckoutTables,
} from './checkouts.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const states = Object.keys(checkoutMoves) as CheckoutState[];
const pairs = states.flatMap((from) => states.map((to) => ({ from, to })));

async function buildCheckout(state: CheckoutState): Promise<CheckoutRecord> {
  const id = `mco_${randomBytes(8).toString('hex')}`;
  await database.pool.query(
    `insert into plan_checkout (id, site_id, member_id, plan_id, price_id, mode, live, terms, terms_hash, asked_cents,
       currency, customer_id, state, session_expires_at)
     values ($1, 'app_choir', 'mem_1', 'pln_1', 'prc_1', 'payment', false, '{}', '', 1000, 'NZD', 'cus_1', $2,
       now() + interval '30 minutes')`,
    [id, state],
  );
  return (await findCheckout(database.db, id))!;
}
const read = async ({ id }: CheckoutRecord) => (await findCheckout(database.db, id))!;
const move = (checkout: CheckoutRecord, to: CheckoutState, change: CheckoutChange = {}) =>
  transaction(database.db, (tx) => moveCheckout(tx, checkout, to, change));

test('the table knows the states that the database takes, and no other', async () => {
  const { rows } = await database.pool.query<{ said: string }>(
    `select pg_get_constraintdef(oid) as said from pg_constraint where conname = 'plan_checkout_state_check'`,
  );
  const taken = [...rows[0]!.said.matchAll(/'(\w+)'/g)].map(([, state]) => state);
  expect(taken.toSorted()).toEqual(states.toSorted());
});

test('every move of the table is made, with what goes with it', async () => {
  for (const { from, to } of pairs.filter((pair) => canMove(pair.from, pair.to))) {
    const checkout = await buildCheckout(from);
    await move(checkout, to, { subscriptionId: `sub_${checkout.id}` });
    expect(await read(checkout), `${from} to ${to}`).toMatchObject({
      state: to,
      subscriptionId: `sub_${checkout.id}`,
    });
  }
});

test('every other move is a fault that names both states, and changes nothing', async () => {
  for (const { from, to } of pairs.filter((pair) => !canMove(pair.from, pair.to))) {
    const checkout = await buildCheckout(from);
    await expect(move(checkout, to, { url: 'https://cards.example' })).rejects.toThrow(
      `${checkout.id} may not go from ${from} to ${to}`,
    );
    expect(await read(checkout)).toEqual(checkout);
  }
});

test('a checkout that has been moved since it was read is not moved again', async () => {
  const stale = await buildCheckout('open');
  await move(stale, 'completed');
  await expect(move(stale, 'expired')).rejects.toThrow(
    `${stale.id} is not open any more, so it does not become expired`,
  );
  expect((await read(stale)).state).toBe('completed');
});

test('a checkout that was paid while reconciliation asked about it is not ended', async () => {
  const paid = await buildCheckout('completed');
  await endUnpaidNow(database.db, paid.id, 'expired');
  expect(await read(paid)).toEqual(paid);
});

test('a late payment leads out of every unpaid ending', () => {
  for (const state of ['expired', 'failed'] as const)
    for (const to of ['processing', 'completed', 'review', 'returning'] as const)
      expect(canMove(state, to), `${state} to ${to}`).toBe(true);
});

test('a decision about money is final', () => {
  for (const state of states.filter(isSettled))
    expect(checkoutMoves[state]).toEqual(state === 'returning' ? ['returned', 'review'] : []);
});

test('every checkout that can still end unpaid is polled', () => {
  for (const state of states.filter((each) => canMove(each, 'expired'))) expect(unsettledStates).toContain(state);
});

type FirstState = CheckoutTables['plan_checkout']['state']['__insert__'];

/** Not run: the type check is the test. Every directive fails it where the line under it compiles. */
export async function checkedByTypes(pool: PooledDatabase, tx: Transaction): Promise<void> {
  const checkouts = pool.withTables<CheckoutTables>();
  // @ts-expect-error the state, which only a move writes
  void checkouts.updateTable('plan_checkout').set({ state: 'completed' });
  // @ts-expect-error the same
  await updateCheckout(tx, 'mco_1', { state: 'completed' });
  void ('open' satisfies FirstState);
  // @ts-expect-error a checkout begins open
  void ('completed' satisfies FirstState);
}
