import { expect, test } from 'vitest';
import { startTestMembership } from './membership.ts';
import { seed, siteId } from '../../bench/console/seed.ts';

test('the rows of the benchmark fit the tables as they are', async ({ onTestFinished }) => {
  const product = await startTestMembership();
  onTestFinished(product.stop);
  const { pool } = product.database;
  await seed(pool, { members: 1000, orders: 200 });
  const { rows } = await pool.query(
    `select (select count(*)::int from member where site_id = $1) as members,
       (select count(*)::int from enrolment_order) as orders, (select count(*)::int from seat_claim) as claims,
       (select count(*)::int from payment) as payments, (select count(*)::int from enquiry) as requests`,
    [siteId],
  );
  expect(rows).toEqual([{ members: 1000, orders: 200, claims: 200, payments: 134, requests: 40 }]);
});
