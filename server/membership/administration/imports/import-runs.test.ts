import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStaffedMembership, type StaffedMembership } from '../../../testing/bulk.ts';
import { builderOf, owner } from '../../../testing/console.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { eventually } from '../../../testing/eventually.ts';
import { theMember } from '../../../testing/held-locks.ts';
import { createImports } from '../../../testing/imports.ts';
import { liveSite, newEmail } from '../../../testing/membership.ts';
import { applyRows } from '../member-files/import-members.ts';

const site = 'app_demo';
const bela = builderOf(site);
let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
  world.employ(owner, bela);
});
afterAll(() => world.stop());

const { path, ask, until, check, apply, run } = createImports(() => world, { by: bela, siteId: site });
const memberOf = async (email: string) =>
  (await world.product.database.pool.query('select * from member where email = $1', [email])).rows[0];

test('an import is applied as it was seen, and not as a colleague has had it looked at since', async () => {
  const email = newEmail();
  const seen = { columns: ['email', 'first-name'], mayUpdate: false };
  const { id } = await check(`email,name\n${email},Ada\n`, seen);
  const applyAs = (columns: object) => ask('POST', `${path}/${id}/apply`, { skipsFaults: false, seen: columns });

  const other = { columns: ['email', 'workshop'], mayUpdate: false };
  await ask('POST', `${path}/${id}/check`, other, owner);
  await until(id, 'checked');
  const refused = await applyAs(seen);
  expect([refused.status, refused.error.code]).toEqual([409, 'import-not-ready']);
  expect(refused.error.message).toContain('looked at otherwise since you saw it');
  expect((await applyAs({ ...other, mayUpdate: true })).status).toBe(409);
  expect(await memberOf(email)).toBeUndefined();

  expect((await applyAs(other)).error).toBeUndefined();
  await until(id, 'done');
  expect((await memberOf(email)).custom_fields).toMatchObject({ workshop: 'Ada' });
});

test('an import that a colleague has begun otherwise is not taken for the own one', async () => {
  const seen = { columns: ['email', null], mayUpdate: false };
  const { id } = await check(`email,name\n${newEmail()},Ada\n`, seen);
  const applyAs = (columns: object) => ask('POST', `${path}/${id}/apply`, { skipsFaults: false, seen: columns });
  await world.product.database.pool.query(`update member_import set state = 'applying' where id = $1`, [id]);
  expect((await applyAs(seen)).data.state).toBe('applying');
  expect((await applyAs({ ...seen, mayUpdate: true })).error.code).toBe('import-not-ready');
});

test('an import that is stopped while rows are written tells of these, too', async () => {
  const [there, email] = [newEmail(), newEmail()];
  const { pool, db } = world.product.database;
  await apply((await check(`email\n${there}\n`)).id);
  await pool.query('update member set verified = true where email = $1', [there]);
  const { id } = await check(`email,first-name\n${email},New\n${there},Changed\n`, { mayUpdate: true });

  const memberId = (await memberOf(there)).id;
  await db.transaction().execute(async (tx) => {
    await theMember(memberId)(tx);
    await ask('POST', `${path}/${id}/apply`, { skipsFaults: false });
    await eventually(async () => (await memberOf(email)) !== undefined);
    // As the call does it. The run waits for the member, for as long as a statement may.
    await pool.query(`update member_import set state = 'cancelled', ended_at = now() where id = $1`, [id]);
  });
  await eventually(async () => (await ask('GET', `${path}/${id}`)).data.counts !== null);
  expect((await ask('GET', `${path}/${id}`)).data).toMatchObject({
    state: 'cancelled',
    counts: { rows: 2, created: 1, updated: 1 },
  });
  expect((await memberOf(there)).custom_fields).toMatchObject({ 'first-name': 'Changed' });
  const { rows } = await pool.query('select action, note from audit_entry where subject = $1 order by id', [id]);
  expect(rows).toMatchObject([
    { action: 'members.import-checked' },
    { action: 'members.imported', note: 'begun: 2 rows, 1 created, 1 updated, 0 with faults' },
    { action: 'members.imported', note: 'cancelled: 2 rows, 1 created, 1 updated, 0 with faults' },
  ]);
});

test('a stop is told with what was written by then', async () => {
  const { id } = await check(`email\n${newEmail()}\n`);
  const { pool } = world.product.database;
  await pool.query(`update member_import set state = 'applying', counts = null where id = $1`, [id]);
  const { data } = await ask('POST', `${path}/${id}/cancel`);
  expect(data).toMatchObject({ state: 'cancelled', counts: null });
  const { rows } = await pool.query('select action, note from audit_entry where subject = $1 order by id', [id]);
  expect(rows).toMatchObject([
    { action: 'members.import-checked' },
    { action: 'members.import-cancelled', note: 'by then: 0 rows, 0 created, 0 updated, 0 with faults' },
  ]);
});

test('a file that was looked at and no more has made nobody, in the list and in the audit log', async () => {
  const { id } = await check(`email\n${newEmail()}\n`);
  const listed = async () => (await ask('GET', path)).data.find((one: { id: string }) => one.id === id);
  expect(await listed()).toMatchObject({ state: 'checked', rows: 1, created: 0 });

  const { pool } = world.product.database;
  await pool.query(`update member_import set state = 'checking' where id = $1`, [id]);
  world.powers.delete('stf_bela');
  await run(id);
  world.employ(bela);
  expect(await listed()).toMatchObject({ state: 'stopped', created: 0 });
  const { rows } = await pool.query('select action from audit_entry where subject = $1', [id]);
  expect(rows).toEqual([{ action: 'members.import-checked' }]);
});

test('a check of several runs gives each place of a site with a limit once', async () => {
  const { database, services } = world.product;
  const small = { ...liveSite, id: 'app_small', publicKey: 'pk_sb_small', mode: 'sandbox', memberLimit: 1 } as const;
  await declareSite(database.db, small, services.keys);
  const ofSmall = createImports(() => world, { by: owner, siteId: small.id });
  const found = { rows: 2, created: 1, faulty: 1 };
  const { id, counts } = await ofSmall.check(`email\n${newEmail()}\n${newEmail()}\n`);
  expect(counts).toMatchObject(found);
  // As a run leaves it whose time was over after the first row.
  await database.pool.query(
    `update member_import set state = 'checking', counts = counts || '{"rows": 1, "faulty": 0}' where id = $1`,
    [id],
  );
  await ofSmall.run(id);
  expect((await ofSmall.until(id, 'checked')).counts).toMatchObject(found);
});

test('what became of rows is told in the order of the file, whichever were written first', async () => {
  const { services } = world.product;
  const guest = 'pln_demo_guest';
  const judged = [[guest], [], [guest]].map((planIds, n) => {
    const line = n + 2;
    return { kind: 'created', line, row: { line, email: newEmail(), fields: {}, planIds } } as const;
  });
  const outcomes = await applyRows(services, { site: await services.sites.get(site), actor: 'a test' }, judged);
  expect(outcomes.map(({ kind, line }) => [kind, line])).toEqual([
    ['created', 2],
    ['created', 3],
    ['created', 4],
  ]);
});
