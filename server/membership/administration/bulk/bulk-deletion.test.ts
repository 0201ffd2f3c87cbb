import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listLimits } from '../../../../contract/console/list.ts';
import { createBulkJobs, press, startStaffedMembership, type StaffedMembership } from '../../../testing/bulk.ts';
import { builderOf, type TestStaff } from '../../../testing/console.ts';

let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
});
afterAll(() => world.stop());

const site = 'app_demo';
const bela = builderOf(site);
const sam: TestStaff = { name: 'Sam', role: 'support', scope: { sites: [site], partners: [] } };
beforeEach(() => world.employ(bela, sam));

const query = async (statement: string, values: unknown[]) =>
  (await world.product.database.pool.query(statement, values)).rows;
const erase = (by: TestStaff, target: object, more: object) =>
  world.staffed.ask(by, 'POST', `/sites/${site}/bulk-deletions`, {
    key: press(),
    target,
    reason: 'By letter.',
    ...more,
  });
const { done, preview, members } = createBulkJobs(() => world, { by: bela, siteId: site });
const left = async (ids: readonly string[]) =>
  (await query('select id from member where id = any($1) order by id', [ids])).map(({ id }) => id as string);
const entries = (subjects: readonly string[], action: string) =>
  query('select note from audit_entry where subject = any($1) and action = $2', [subjects, action]);

/** Stores members whom a search for a word finds. */
async function membersNamed(word: string, count: number): Promise<string[]> {
  const ids = await members(count);
  await query(`update member set custom_fields = jsonb_build_object('first-name', $2::text) where id = any($1)`, [
    ids,
    word,
  ]);
  return ids;
}

/** Lets the jobs of Bela wait. @returns ends that */
function holdJobs(): () => void {
  const { promise, resolve } = Promise.withResolvers<{ role: TestStaff['role']; scope: TestStaff['scope'] }>();
  world.powers.set('stf_bela', promise);
  return () => resolve(bela);
}

describe('the deletion of many', () => {
  test('needs its number, a reason and the permission', async () => {
    const ids = await members(2);
    expect((await erase(bela, { ids }, { members: 3 })).error.code).toBe('bulk-number-differs');
    expect((await erase(bela, { ids }, { members: 2, reason: ' ' })).status).toBe(400);
    expect((await erase(sam, { ids }, { members: 2 })).error.code).toBe('access-denied');
    const job = await done(await erase(bela, { ids }, { members: 2 }));
    expect(job).toMatchObject({ state: 'done', total: 2, done: 2, canUndo: false });
    expect(await left(ids)).toEqual([]);
    expect(await entries(ids, 'member.deleted')).toHaveLength(2);
  });

  test('deletes no one where more match by the time they are collected than were typed', async () => {
    const ids = await membersNamed('Wilhelmina', 2);
    const release = holdJobs();
    const begun = await erase(bela, { query: { search: 'wilhelmina' } }, { members: 2 });
    const [late] = await membersNamed('Wilhelmina', 1);
    release();
    const job = await done(begun);
    expect(job).toMatchObject({ state: 'stopped', stopCode: 'bulk-number-differs', total: 3, done: 0 });
    expect(await left([...ids, late!])).toEqual([...ids, late!].toSorted());
    expect(await entries([job.id], 'bulk.ended')).toEqual([
      { note: 'bulk-number-differs: 0 changed, 0 unchanged, 0 refused' },
    ]);
  });

  test('deletes all that match where they are as many as were typed (negative control)', async () => {
    const ids = await membersNamed('Philippa', 2);
    const release = holdJobs();
    const begun = await erase(bela, { query: { search: 'philippa' } }, { members: 2 });
    release();
    expect(await done(begun)).toMatchObject({ state: 'done', total: 2, done: 2 });
    expect(await left(ids)).toEqual([]);
  });

  test('is told and takes the exact number of more members than lists count', async () => {
    const many = listLimits.countedTo + 1;
    await membersNamed('Anneliese', many);
    const target = { query: { search: 'anneliese' } };
    expect(await preview({ kind: 'delete' }, target)).toMatchObject({ members: many, isExact: true });
    // The negative control: other acts are as fast as lists, and say about how many.
    expect(await preview({ kind: 'end-sessions' }, target)).toMatchObject({ isExact: false });
    // The job stops before it deletes anyone: deleting all of them would take long.
    world.powers.delete('stf_bela');
    const job = await done(await erase(bela, target, { members: many }));
    expect(job).toMatchObject({ state: 'stopped', stopCode: 'person-removed' });
  });
});
