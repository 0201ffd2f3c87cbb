import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMembers, press } from '../../../testing/bulk.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { freePort } from '../../../testing/free-port.ts';
import { startProcess, type ProductProcess } from '../../../testing/process.ts';
import { createTestClient } from '../../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../../testing/staff-console.ts';

const patience = 240_000;
const site = 'app_demo';
const plan = 'pln_demo_guest';

let database: TestDatabase;
let product: ProductProcess;
let console: TestConsole;
let owner: Employed;
let port: number;
beforeAll(async () => {
  database = await createTestDatabase();
  port = await freePort();
  product = await startProcess({ database: database.variables, port });
  console = openConsole(createTestClient(`http://127.0.0.1:${port}`, database));
  owner = await console.employ({ role: 'owner' });
}, patience);
afterAll(async () => {
  await product.kill();
  await database.drop();
});

const readJob = async (id: string) =>
  (await database.pool.query('select state, total, done, unchanged, refused from bulk_job where id = $1', [id]))
    .rows[0];
const count = async (statement: string, values: unknown[] = []): Promise<number> =>
  (await database.pool.query(statement, values)).rows[0].count;

/** Kills the process and waits for its jobs' connections to end: a COMMIT on its way still takes effect. */
async function kill(): Promise<void> {
  const backends = () =>
    count(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'intake-jobs'`);
  // Otherwise they have another name, and the wait below would be none.
  expect(await backends()).toBeGreaterThan(0);
  await product.kill();
  await eventually(async () => (await backends()) === 0);
}

test(
  'a job whose process is killed goes on in the next one, and acts on each member once',
  async () => {
    const ids = await insertMembers(database, site, 1_000);
    const begun = await console.call('POST', `/sites/${site}/bulk-jobs`, {
      cookie: owner.cookie,
      body: { key: press(), act: { kind: 'give-plan', planId: plan }, target: { ids } },
    });
    expect(begun.status).toBe(200);
    const { id } = begun.body.data;
    await eventually(async () => (await readJob(id)).done >= 100);
    await kill();
    const killedAt = await readJob(id);
    expect(killedAt).toMatchObject({ state: 'running', total: 1_000 });
    expect(killedAt.done).toBeLessThan(1_000);
    // What is noted is what has happened, no more and no less.
    const given = `select count(*)::int as count from plan_connection where member_id = any($1) and plan_id = $2`;
    expect(await count(given, [ids, plan])).toBe(killedAt.done);

    product = await startProcess({ database: database.variables, port });
    await eventually(async () => (await readJob(id)).state === 'done', { withinMs: patience });
    expect(await readJob(id)).toEqual({ state: 'done', total: 1_000, done: 1_000, unchanged: 0, refused: 0 });
    expect(await count(given, [ids, plan])).toBe(1_000);
    const recorded = `select count(*)::int as count from audit_entry where subject = any($1) and action = 'plan.added'`;
    expect(await count(recorded, [ids])).toBe(1_000);
    const ends = `select count(*)::int as count from audit_entry where subject = any($1) and action = 'bulk.ended'`;
    expect(await count(ends, [[id]])).toBe(1);
  },
  patience,
);

test(
  'an import whose process is killed goes on in the next one, and makes each member once',
  async () => {
    const emails = Array.from({ length: 3_000 }, (_, n) => `killed-${n}@example.org`);
    const bytes = Buffer.from(`email\n${emails.join('\n')}\n`);
    const send = async (path: string, body: unknown) =>
      console.call('POST', `/sites/${site}/imports${path}`, { cookie: owner.cookie, body });
    const id: string = (await send('', { key: press(), name: 'members.csv', bytes: bytes.length })).body.data.id;
    const sent = await fetch(`http://127.0.0.1:${port}/console/api/sites/${site}/imports/${id}/parts/0`, {
      method: 'PUT',
      headers: { cookie: owner.cookie, origin: console.origin, 'content-type': 'text/csv' },
      body: bytes,
    });
    expect(sent.status).toBe(200);
    expect((await send(`/${id}/uploaded`, undefined)).status).toBe(200);
    expect((await send(`/${id}/check`, { columns: ['email'], mayUpdate: false })).status).toBe(200);
    const read = async () =>
      (await database.pool.query('select state, counts from member_import where id = $1', [id])).rows[0];
    await eventually(async () => (await read()).state === 'checked');
    expect((await send(`/${id}/apply`, { skipsFaults: false })).status).toBe(200);
    await eventually(async () => (await read()).counts?.rows >= 100);
    await kill();
    expect(await read()).toMatchObject({ state: 'applying' });
    expect((await read()).counts.rows).toBeLessThan(3_000);

    product = await startProcess({ database: database.variables, port });
    await eventually(async () => (await read()).state === 'done', { withinMs: patience });
    expect((await read()).counts).toMatchObject({ rows: 3_000, faulty: 0 });
    const made = 'select count(*)::int as count from member where email = any($1)';
    expect(await count(made, [emails])).toBe(3_000);
    const recorded = `select count(*)::int as count from audit_entry a join member m on m.id = a.subject
      where m.email = any($1) and action = 'member.created'`;
    expect(await count(recorded, [emails])).toBe(3_000);
  },
  patience,
);
