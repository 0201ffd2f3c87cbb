import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBulkJobs, startStaffedMembership, type StaffedMembership } from '../../../testing/bulk.ts';
import { builderOf } from '../../../testing/console.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { planSite } from '../../../testing/plan-site.ts';

let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
  await declareSite(world.product.database.db, planSite, world.product.services.keys);
  world.employ(bela);
});
afterAll(() => world.stop());

const site = planSite.id;
const bela = builderOf(site);
const open = 'pln_choir_open';
const team = 'pln_choir_trio';
const retired = 'pln_choir_closed';

const { undo, members, ...jobs } = createBulkJobs(() => world, { by: bela, siteId: site });
const preview = (kind: string, planId: string, ids: readonly string[]) => jobs.preview({ kind, planId }, { ids });
const start = (kind: string, planId: string, ids: readonly string[]) => jobs.start({ kind, planId }, { ids });
const run = (kind: string, planId: string, ids: readonly string[]) => jobs.run({ kind, planId }, { ids });
const rows = async (statement: string, ...values: unknown[]) =>
  (await world.product.database.pool.query(statement, values)).rows;

test('a retired plan is taken from many, and is given to none: not back either', async () => {
  const ids = await members(2);
  await run('give-plan', open, ids);
  await rows('update plan_connection set plan_id = $1 where member_id = any($2)', retired, ids);
  expect(await preview('take-plan', retired, ids)).toMatchObject({ members: 2, unchanged: 0, canUndo: false });
  const job = await run('take-plan', retired, ids);
  expect(job).toMatchObject({ done: 2, refused: 0, canUndo: false });
  expect(await rows('select from plan_connection where member_id = any($1)', ids)).toEqual([]);
  expect((await undo(job.id)).error.code).toBe('bulk-job-not-undoable');
  expect((await start('give-plan', retired, ids)).error.code).toBe('plan-not-found');
});

test('a team plan is not given back, and the preview says of how many others it is taken', async () => {
  const [owner, other, seated] = (await members(3)) as [string, string, string];
  await run('give-plan', team, [owner, other]);
  await rows(
    `insert into team_seat (member_id, team_id, connection_id) select $1, id, 'con_seat' from team where owner_id = $2`,
    seated,
    owner,
  );
  expect(await preview('take-plan', team, [owner, other])).toMatchObject({ teamMembers: 1, canUndo: false });
  expect(await preview('take-plan', team, [other])).toMatchObject({ teamMembers: 0, canUndo: false });
  const job = await run('take-plan', team, [owner]);
  expect(job).toMatchObject({ done: 1, canUndo: false });
  expect((await undo(job.id)).error.code).toBe('bulk-job-not-undoable');
});

test('a plan without teams is given back (negative control)', async () => {
  const ids = await members(1);
  await run('give-plan', open, ids);
  const { teamMembers, canUndo } = await preview('take-plan', open, ids);
  expect([teamMembers, canUndo]).toEqual([undefined, true]);
  const job = await run('take-plan', open, ids);
  expect((await undo(job.id)).status).toBe(200);
});

test.for([
  ['that has a price', 'pln_choir_singer', 'plan-not-free'],
  ['of another site', 'pln_demo_guest', 'plan-not-found'],
] as const)('a plan %s is taken from nobody', async ([, planId, code]) => {
  expect((await start('take-plan', planId, await members(1))).error.code).toBe(code);
});
