import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  insertJob,
  insertMembers,
  startStaffedMembership,
  untilEnded,
  type StaffedMembership,
} from '../../../testing/bulk.ts';
import { builderOf, type TestStaff } from '../../../testing/console.ts';
import { eventually } from '../../../testing/eventually.ts';
import { runBulk } from './run-bulk.ts';

let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
  world.employ(bela);
});
afterAll(() => world.stop());

const site = 'app_demo';
const bela = builderOf(site);
const powers = { role: 'support' as const, scope: { sites: [site], partners: [] } };
const sam: TestStaff = { name: 'Sam', ...powers };

const ask = (id: string, at = '') => world.staffed.ask(bela, 'GET', `/sites/${site}/bulk-jobs/${id}${at}`);

/** Runs a job of Sam's once. The next run, of a worker, finds Sam removed. @param before looks at Sam's powers */
const runOnce = (jobId: string, before: () => Promise<unknown> = async () => undefined) =>
  runBulk({ ...world.product.services, staffPowers: () => before().then(() => powers) }, { siteId: site, jobId });

/** Lets acts on a member wait. @returns ends that */
async function hold(memberId: string): Promise<() => Promise<void>> {
  const client = await world.product.database.pool.connect();
  await client.query('begin');
  await client.query('select from member where id = $1 for update', [memberId]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test('a run whose members take long ends in the middle of a batch, and leaves the others to the next one', async () => {
  const { database } = world.product;
  const ids = await insertMembers(database, site, 3);
  const id = await insertJob(database, site, { act: { kind: 'end-sessions' }, ids });
  const [releaseFirst, releaseSecond] = [await hold(ids[0]!), await hold(ids[1]!)];
  const running = runOnce(id);
  // Together longer than a run, each shorter than a statement may wait.
  await pause(3_000);
  await releaseFirst();
  await pause(2_500);
  await releaseSecond();
  await running;
  expect(await untilEnded(() => ask(id))).toMatchObject({ state: 'stopped', stopCode: 'person-removed', done: 2 });
});

test('a member who is refused after the job was cancelled is not noted', async () => {
  const { database } = world.product;
  const ids = await insertMembers(database, site, 1);
  const id = await insertJob(database, site, { act: { kind: 'give-plan', planId: 'pln_demo_maker' }, ids });
  let asked = 0;
  await runOnce(id, async () => {
    if (++asked === 2)
      await database.pool.query(`update bulk_job set state = 'cancelled', ended_at = now() where id = $1`, [id]);
  });
  expect((await ask(id)).data).toMatchObject({ state: 'cancelled', refused: 0 });
  expect((await ask(id, '/results')).data).toMatchObject([{ id: ids[0], state: 'waiting' }]);
});

test('a member who is refused while the job goes on is noted and counted (negative control)', async () => {
  const { database } = world.product;
  const ids = await insertMembers(database, site, 1);
  const id = await insertJob(database, site, { act: { kind: 'give-plan', planId: 'pln_demo_maker' }, ids });
  await runOnce(id);
  expect((await ask(id)).data).toMatchObject({ state: 'done', refused: 1 });
  expect((await ask(id, '/results')).data).toMatchObject([{ id: ids[0], state: 'refused', code: 'plan-not-free' }]);
});

test('a job of whose members one is deleted while their batch is under way goes on with the others', async () => {
  const { database } = world.product;
  world.employ(sam);
  const ids = await insertMembers(database, site, 3);
  const id = await insertJob(database, site, { act: { kind: 'end-sessions' }, ids });
  const release = await hold(ids[0]!);
  const running = runOnce(id);
  await eventually(async () => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    return (await database.pool.query(waiting)).rowCount === 1;
  });
  await database.pool.query('delete from member where id = $1', [ids[1]]);
  await release();
  await running;
  expect(await untilEnded(() => ask(id))).toMatchObject({ state: 'done', done: 2, refused: 0 });
  expect((await ask(id, '/results')).data).toMatchObject([{ id: ids[0] }, { id: ids[2] }]);
});
