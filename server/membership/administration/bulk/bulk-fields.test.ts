import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBulkJobs, startStaffedMembership, type StaffedMembership } from '../../../testing/bulk.ts';
import { builderOf } from '../../../testing/console.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { liveSite } from '../../../testing/membership.ts';

let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
  const fields = [{ ...liveSite.fields[0]!, default: 'Friend' }];
  await declareSite(world.product.database.db, { ...liveSite, fields }, world.product.services.keys);
  world.product.services.sites.refresh();
  world.employ(bela);
});
afterAll(() => world.stop());

const site = liveSite.id;
const bela = builderOf(site);
const { ask, preview, run, undo, done, members } = createBulkJobs(() => world, { by: bela, siteId: site });
const set = (value: string) => ({ kind: 'set-field', field: 'nickname', value });
const shown = async (id: string) => (await ask('GET', `/sites/${site}/members/${id}`)).data.customFields.nickname;

test('an undo gives a member who had no value the default of the site again', async () => {
  const [id] = (await members(1)) as [string];
  const job = await run(set('Ann'), { ids: [id] });
  expect(await shown(id)).toBe('Ann');
  await done(await undo(job.id));
  expect(await shown(id)).toBe('Friend');
});

test.for([
  ['the default', 'Friend', 1],
  ['nothing', '', 0],
] as const)('members without a value have the default: %s is a change or none', async ([, value, unchanged]) => {
  const [id] = (await members(1)) as [string];
  expect(await preview(set(value), { ids: [id] })).toMatchObject({ members: 1, unchanged });
  expect(await run(set(value), { ids: [id] })).toMatchObject({ unchanged });
  expect(await shown(id)).toBe(value);
});
