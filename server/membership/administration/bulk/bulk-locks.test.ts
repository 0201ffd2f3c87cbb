import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bulkJobsAtOnce } from '../../../../contract/console/bulk-schemas.ts';
import { createBulkJobs, startStaffedMembership, type StaffedMembership } from '../../../testing/bulk.ts';
import { builderOf } from '../../../testing/console.ts';

let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
});
afterAll(() => world.stop());

const site = 'app_demo';
const bela = builderOf(site);
beforeEach(() => world.employ(bela));

const give = { kind: 'give-plan', planId: 'pln_demo_guest' };
const { start, done, undo, members } = createBulkJobs(() => world, { by: bela, siteId: site });

/**
 * Holds a member as a removal of the site does, and lets work begin that waits for them. The removal locks the site and its
 * jobs next: work that holds one of them meanwhile deadlocks with it.
 *
 * @param next what the removal locks next, at once or not at all
 */
async function whileRemoved<Answer>(memberId: string, work: () => Promise<Answer>, next: string): Promise<Answer> {
  const { pool } = world.product.database;
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const removal = await pool.connect();
  try {
    await removal.query('begin');
    await removal.query('select from member where id = $1 for update', [memberId]);
    const working = work();
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await removal.query(`${next} for update nowait`);
    await removal.query('rollback');
    return await working;
  } finally {
    removal.release(true);
  }
}
const theSite = `select from site where id = '${site}'`;

describe('a job on many members locks them before their site and itself, as a removal of the site does', () => {
  test('when it begins', async () => {
    const [id] = await members(1);
    const begun = await whileRemoved(id!, () => start(give, { ids: [id] }), theSite);
    expect(await done(begun)).toMatchObject({ state: 'done', done: 1 });
  });

  test('when it is undone', async () => {
    const [id] = await members(1);
    const job = await done(await start(give, { ids: [id] }));
    expect(await done(await whileRemoved(id!, () => undo(job.id), theSite))).toMatchObject({ state: 'done', done: 1 });
  });

  test('when it collects them', async () => {
    const [id] = await members(1);
    const collecting = `select from bulk_job where site_id = '${site}' and state = 'collecting'`;
    const begun = await whileRemoved(id!, () => start(give, { query: { search: id! } }), collecting);
    expect(await done(begun)).toMatchObject({ state: 'done', done: 1 });
  });
});

test('two jobs that begin at once are counted one after the other', async () => {
  const ids = await members(1);
  const { pool } = world.product.database;
  await pool.query(
    `insert into bulk_job (site_id, id, staff_id, actor, request_key, act, state)
     select $1, 'blk_waiting_' || n, 'stf_bela', 'Bela', gen_random_uuid(), '{"kind":"end-sessions"}', 'running'
     from generate_series(1, $2::int) n`,
    [site, bulkJobsAtOnce - 1],
  );
  // The job that begins gives no plan before all are answered: once it had ended, another one might begin.
  const begun = await world.product.database.db.transaction().execute(async (tx) => {
    await sql`lock table plan_connection in exclusive mode`.execute(tx);
    return Promise.all(Array.from({ length: 4 }, () => start(give, { ids })));
  });
  await pool.query(`delete from bulk_job where id like 'blk_waiting_%'`);
  expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});
