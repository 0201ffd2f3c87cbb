import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  insertMembers,
  press,
  startStaffedMembership,
  untilEnded,
  type StaffedMembership,
} from '../../../testing/bulk.ts';
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
const path = `/sites/${site}/bulk-jobs`;
const ask = (method: string, at: string, body?: unknown) => world.staffed.ask(bela, method, at, body);
const done = async (begun: Promise<{ data: { id: string } }>) => {
  const { id } = (await begun).data;
  return untilEnded(() => ask('GET', `${path}/${id}`));
};
const set = (value: string, ids: readonly string[]) => ({
  act: { kind: 'set-field', field: 'nickname', value },
  target: { ids },
});
const shown = async (id: string) => (await ask('GET', `/sites/${site}/members/${id}`)).data.customFields.nickname;

test('an undo gives a member who had no value the default of the site again', async () => {
  const [id] = (await insertMembers(world.product.database, site, 1)) as [string];
  const job = await done(ask('POST', path, { key: press(), ...set('Ann', [id]) }));
  expect(await shown(id)).toBe('Ann');
  await done(ask('POST', `${path}/${job.id}/undo`, { key: press() }));
  expect(await shown(id)).toBe('Friend');
});

test.for([
  ['the default', 'Friend', 1],
  ['nothing', '', 0],
] as const)('members without a value have the default: %s is a change or none', async ([, value, unchanged]) => {
  const [id] = (await insertMembers(world.product.database, site, 1)) as [string];
  expect((await ask('POST', `${path}/preview`, set(value, [id]))).data).toMatchObject({ members: 1, unchanged });
  expect(await done(ask('POST', path, { key: press(), ...set(value, [id]) }))).toMatchObject({ unchanged });
  expect(await shown(id)).toBe(value);
});
