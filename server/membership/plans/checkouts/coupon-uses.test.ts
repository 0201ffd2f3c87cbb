import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/keys.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { isCouponUsedUp } from './coupon-uses.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const last = { id: 'LAST', perMember: null as number | null, maxRedemptions: 1 as number | null };

/** A slow transaction that uses a coupon unless it is used up. @returns whether it was used up */
const begin = (memberId: string, { coupon = last, live = false } = {}) =>
  transaction(database.db, async (tx) => {
    const isUsedUp = await isCouponUsedUp(tx, { siteId: 'app_uses', coupon, memberId, live });
    await pause(200);
    if (!isUsedUp)
      await sql`insert into plan_checkout (id, site_id, member_id, plan_id, price_id, mode, live, coupon_id, terms,
          terms_hash, asked_cents, currency, state, customer_id, session_expires_at)
        values (${newId('mco_')}, 'app_uses', ${memberId}, 'pln', 'prc', 'payment', ${live}, ${coupon.id}, '{}', '', 100,
          'NZD', 'completed', 'cus', now())`.execute(tx);
    return isUsedUp;
  });

test('the last use of a coupon goes to one of two concurrent checkouts', async () => {
  const answers = await Promise.all([begin('mem_one'), begin('mem_two')]);
  expect(answers.toSorted()).toEqual([false, true]);
});

test.each([
  ['once by each member', { id: 'EACH', perMember: 1, maxRedemptions: null }],
  ['once in all', { id: 'ONCE', perMember: null, maxRedemptions: 1 }],
])('a use with a test card is none with real money, of a coupon that may be used %s', async (_limit, coupon) => {
  expect(await begin('mem_one', { coupon })).toBe(false);
  expect(await begin('mem_one', { coupon, live: true })).toBe(false);
  // The negative control: it is used up in either mode now.
  for (const live of [false, true]) expect(await begin('mem_one', { coupon, live })).toBe(true);
});
