import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStaffedMembership, type StaffedMembership } from '../../../testing/bulk.ts';
import { builderOf, owner } from '../../../testing/console.ts';
import { createImports } from '../../../testing/imports.ts';
import { newEmail } from '../../../testing/membership.ts';

const site = 'app_demo';
const bela = builderOf(site);
let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
  world.employ(owner, bela);
});
afterAll(() => world.stop());

const { path, ask, until, check } = createImports(() => world, { by: bela, siteId: site });
const memberOf = async (email: string) =>
  (await world.product.database.pool.query('select * from member where email = $1', [email])).rows[0];

test('an import is applied as it was seen, and not as a colleague has had it looked at since', async () => {
  const email = newEmail();
  const seen = { columns: ['email', 'first-name'], mayUpdate: false };
  const { id } = await check(`email,name\n${email},Ada\n`, seen);
  const apply = (columns: object) => ask('POST', `${path}/${id}/apply`, { skipsFaults: false, seen: columns });

  const other = { columns: ['email', 'last-name'], mayUpdate: false };
  await ask('POST', `${path}/${id}/check`, other, owner);
  await until(id, 'checked');
  const refused = await apply(seen);
  expect([refused.status, refused.error.code]).toEqual([409, 'import-not-ready']);
  expect(refused.error.message).toContain('looked at otherwise since you saw it');
  expect((await apply({ ...other, mayUpdate: true })).status).toBe(409);
  expect(await memberOf(email)).toBeUndefined();

  expect((await apply(other)).status).toBe(200);
  await until(id, 'done');
  expect((await memberOf(email)).custom_fields).toMatchObject({ 'last-name': 'Ada' });
});

test('an import that a colleague has begun otherwise is not taken for the own one', async () => {
  const seen = { columns: ['email', null], mayUpdate: false };
  const { id } = await check(`email,name\n${newEmail()},Ada\n`, seen);
  const apply = (columns: object) => ask('POST', `${path}/${id}/apply`, { skipsFaults: false, seen: columns });
  await world.product.database.pool.query(`update member_import set state = 'applying' where id = $1`, [id]);
  expect((await apply(seen)).data.state).toBe('applying');
  expect((await apply({ ...seen, mayUpdate: true })).error.code).toBe('import-not-ready');
});
