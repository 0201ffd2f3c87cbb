import { afterAll, beforeAll, expect, test } from 'vitest';
import { press, startStaffedMembership, type StaffedMembership } from '../../../testing/bulk.ts';
import { builderOf } from '../../../testing/console.ts';
import { runBulk } from './run-bulk.ts';

let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
});
afterAll(() => world.stop());

const site = 'app_demo';
const bela = builderOf(site);

test('a job ends where the site has no more the field by which its members are chosen', async () => {
  world.employ(bela);
  const id = `blk_${press()}`;
  const act = { kind: 'give-plan', planId: 'pln_demo_guest' };
  const filter = { column: 'field.gone', operator: 'is', values: ['x'] };
  const query = {
    search: '',
    limit: 100,
    columns: [],
    sort: { column: 'joined', descending: true },
    filters: [filter],
  };
  await world.product.database.pool.query(
    `insert into bulk_job (site_id, id, staff_id, actor, request_key, act, query, state)
     values ($1, $2, 'stf_bela', 'Bela', gen_random_uuid(), $3, $4, 'collecting')`,
    [site, id, act, query],
  );
  const staffPowers = async (staffId: string) => world.powers.get(staffId);
  await runBulk({ ...world.product.services, staffPowers }, { siteId: site, jobId: id });
  const { data } = await world.staffed.ask(bela, 'GET', `/sites/${site}/bulk-jobs/${id}`);
  expect(data).toMatchObject({ state: 'stopped', stopCode: 'invalid-request' });
});
