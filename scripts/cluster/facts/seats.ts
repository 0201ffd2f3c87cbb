import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually, type Student } from '../../../server/testing/product.ts';
import { partnerCodes } from '../../../shared/partners.ts';
import { persist, type Scene } from '../scene.ts';

const seats = 5;

export function seatsAreCounted(scene: Scene): void {
  let cohortId: string;
  let turnedAway: Student[];
  /** Until the orders agree with what buyers were told: a payment is settled a moment after the card page. */
  const countSold = async (paid: number) => {
    const count = async (query: string) =>
      Number((await scene.pool.query<{ n: string }>(query, [cohortId])).rows[0]!.n);
    const orders = () => count(`select count(*) n from enrolment_order where cohort_id = $1 and state = 'paid'`);
    await eventually(async () => (await orders()) >= paid);
    const claims = await count(`select count(*) n from seat_claim where cohort_id = $1 and state = 'consumed'`);
    return { orders: await orders(), claims };
  };
  const buy = async (buyer: Student) => {
    const body = { partner: partnerCodes[0], cohortId, paymentType: 'full', acknowledged: true };
    const { body: said } = await persist(() => buyer.post('/enrolment/checkout', body));
    if (said.error) return said.error.code as string;
    await persist(() => scene.client.pay(said.data.url as string));
    return 'paid';
  };

  describe('200 buyers for 5 seats, through two processes and a failover,', () => {
    test('get exactly 5', async () => {
      const { client, cluster } = scene;
      const buyers: Student[] = [];
      for (let begun = 0; begun < 200; begun += 10)
        buyers.push(...(await Promise.all(Array.from({ length: 10 }, () => persist(() => client.buildStudent())))));
      await cluster.databases.untilSafe();
      cohortId = await client.buildCohort(seats);
      let isKilled: Promise<void> | undefined;
      const outcomes = await Promise.all(
        buyers.map(async (buyer, index) => {
          await sleep(index * 20);
          if (index === 100) isKilled = cluster.databases.findPrimary().then((primary) => primary.killPostgres());
          return buy(buyer);
        }),
      );
      await isKilled;
      const counts = Object.groupBy(outcomes, (outcome) => outcome);
      console.log('buyers:', Object.fromEntries(Object.entries(counts).map(([code, all]) => [code, all!.length])));
      expect(Object.keys(counts).toSorted()).toEqual(['cohort-full', 'paid']);
      expect(counts['paid']).toHaveLength(seats);
      expect(await countSold(seats)).toEqual({ orders: seats, claims: seats });
      turnedAway = buyers.filter((_, index) => outcomes[index] === 'cohort-full');
    });

    test('and a sixth, sold by a cohort that cheats, is counted (negative control)', async () => {
      await scene.pool.query('update cohort set capacity = capacity + 1 where id = $1', [cohortId]);
      expect(await buy(turnedAway[0]!)).toBe('paid');
      expect(await countSold(seats + 1)).toEqual({ orders: seats + 1, claims: seats + 1 });
    });
  });
}
