import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../platform/database/database.ts';
import { addLoneJob } from '../platform/jobs.ts';
import { insertCohort } from '../testing/cohorts.ts';
import { eventually } from '../testing/eventually.ts';
import { named } from '../testing/workers.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../testing/membership.ts';
import { membershipOptions } from './membership-options.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership({
    optionsFor: (platform, membership) => membershipOptions(() => ({ ...platform, membership: membership() })),
  });
});
afterAll(() => product.stop());

async function buildStudent(stage: string) {
  const headers = { 'x-api-key': 'pk_sb_enrolment' };
  const { data } = await product.post('/auth/signup', { email: newEmail(), password: goodPassword }, { headers });
  const id = data.member.id as string;
  await transaction(product.database.db, (tx) => product.membership.setServerFields(tx, id, { stage }));
  return id;
}

async function buildOrder(memberId: string) {
  const { pool } = product.database;
  const cohortId = await insertCohort(pool, { capacity: 5 });
  await pool.query(
    `insert into enrolment_order (id, reference, member_id, partner, cohort_id, course, payment_type, currency,
       amount_cents, balance_cents, state, session_expires_at, acknowledged_at)
     values ('ord_kept', 'INT-KEPT-KEPT', $1, 'uts', $2, 'data', 'full', 'NZD', 100, 0, 'cancelled', now(), now())`,
    [memberId, cohortId],
  );
}

test('an abandoned account with an open enrolment or an order that is still kept is not deleted', async () => {
  const stages = ['0', '1', '2', '3', '1'];
  const ids = [];
  for (const stage of stages) ids.push(await buildStudent(stage));
  await buildOrder(ids[4]!);
  await product.database.pool.query("update member set created_at = now() - interval '31 days'");
  await addLoneJob(product.database.db, named('forget-abandoned-accounts'), {});
  const listThere = async () =>
    (await product.database.pool.query<{ id: string }>('select id from member')).rows.map(({ id }) => id);
  await eventually(async () => (await listThere()).length <= 3);
  expect((await listThere()).toSorted()).toEqual([ids[2], ids[3], ids[4]].toSorted());
});
