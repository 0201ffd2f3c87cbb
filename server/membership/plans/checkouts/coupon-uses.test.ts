import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { isCouponUsedUp } from './coupon-uses.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const coupon = { id: 'LAST', perMember: null, maxRedemptions: 1 };

/** A slow transaction that uses the coupon unless it is used up. @returns whether it was used up */
const begin = (memberId: string) =>
  transaction(database.db, async (tx) => {
    const isUsedUp = await isCouponUsedUp(tx, { siteId: 'app_uses', coupon, memberId });
    await pause(200);
    if (!isUsedUp)
      await sql`insert into plan_checkout (id, site_id, member_id, plan_id, price_id, mode, live, coupon_id, terms,
          terms_hash, asked_cents, currency, state, customer_id, session_expires_at)
        values (${memberId}, 'app_uses', ${memberId}, 'pln', 'prc', 'payment', false, ${coupon.id}, '{}', '', 100, 'NZD',
          'open', 'cus', now())`.execute(tx);
    return isUsedUp;
  });

test('the last use of a coupon goes to one of two concurrent checkouts', async () => {
  const answers = await Promise.all([begin('mem_one'), begin('mem_two')]);
  expect(answers.toSorted()).toEqual([false, true]);
});
