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
let ids: string[];
let jobId: string;
let importId: string;
/** Read while no process ran. */
let left: { job: unknown; done: number; given: number; imported: unknown; rows: number };
const emails = Array.from({ length: 3_000 }, (_, n) => `killed-${n}@example.org`);

// One process is killed for both: the next one may take up its work only after more than a minute.
beforeAll(async () => {
  database = await createTestDatabase();
  port = await freePort();
  product = await startProcess({ database: database.variables, port });
  console = openConsole(createTestClient(`http://127.0.0.1:${port}`, database));
  owner = await console.employ({ role: 'owner' });
  await checkImport();
  ids = await insertMembers(database, site, 1_000);
  jobId = await beginJob();
  await eventually(async () => (await readJob()).done >= 100);
  await applyImport();
  await eventually(async () => (await readImport()).counts?.rows >= 100);
  await kill();
  const [job, imported] = [await readJob(), await readImport()];
  left = { job, done: job.done, given: await count(given, [ids, plan]), imported, rows: imported.counts.rows };
  product = await startProcess({ database: database.variables, port });
}, patience);
afterAll(async () => {
  await product.kill();
  await database.drop();
});

const given = `select count(*)::int as count from plan_connection where member_id = any($1) and plan_id = $2`;
const readJob = async () =>
  (await database.pool.query('select state, total, done, unchanged, refused from bulk_job where id = $1', [jobId]))
    .rows[0];
const readImport = async () =>
  (await database.pool.query('select state, counts from member_import where id = $1', [importId])).rows[0];
const count = async (statement: string, values: unknown[] = []): Promise<number> =>
  (await database.pool.query(statement, values)).rows[0].count;
const send = async (path: string, body: unknown) =>
  console.call('POST', `/sites/${site}/imports${path}`, { cookie: owner.cookie, body });

async function beginJob(): Promise<string> {
  const begun = await console.call('POST', `/sites/${site}/bulk-jobs`, {
    cookie: owner.cookie,
    body: { key: press(), act: { kind: 'give-plan', planId: plan }, target: { ids } },
  });
  expect(begun.status).toBe(200);
  return begun.body.data.id;
}

/** Uploads an import and has it checked: it is ready to be applied. */
async function checkImport(): Promise<void> {
  const bytes = Buffer.from(`email\n${emails.join('\n')}\n`);
  importId = (await send('', { key: press(), name: 'members.csv', bytes: bytes.length })).body.data.id;
  const sent = await fetch(`http://127.0.0.1:${port}/console/api/sites/${site}/imports/${importId}/parts/0`, {
    method: 'PUT',
    headers: { cookie: owner.cookie, origin: console.origin, 'content-type': 'text/csv' },
    body: bytes,
  });
  expect(sent.status).toBe(200);
  expect((await send(`/${importId}/uploaded`, undefined)).status).toBe(200);
  expect((await send(`/${importId}/check`, { columns: ['email'], mayUpdate: false })).status).toBe(200);
  await eventually(async () => (await readImport()).state === 'checked');
}

async function applyImport(): Promise<void> {
  expect((await send(`/${importId}/apply`, { skipsFaults: false })).status).toBe(200);
}

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
    expect(left.job).toMatchObject({ state: 'running', total: 1_000 });
    expect(left.done).toBeLessThan(1_000);
    // What is noted is what has happened, no more and no less.
    expect(left.given).toBe(left.done);
    await eventually(async () => (await readJob()).state === 'done', { withinMs: patience });
    expect(await readJob()).toEqual({ state: 'done', total: 1_000, done: 1_000, unchanged: 0, refused: 0 });
    expect(await count(given, [ids, plan])).toBe(1_000);
    const recorded = `select count(*)::int as count from audit_entry where subject = any($1) and action = 'plan.added'`;
    expect(await count(recorded, [ids])).toBe(1_000);
    const ends = `select count(*)::int as count from audit_entry where subject = any($1) and action = 'bulk.ended'`;
    expect(await count(ends, [[jobId]])).toBe(1);
  },
  patience,
);

test(
  'an import whose process is killed goes on in the next one, and makes each member once',
  async () => {
    expect(left.imported).toMatchObject({ state: 'applying' });
    expect(left.rows).toBeLessThan(3_000);
    await eventually(async () => (await readImport()).state === 'done', { withinMs: patience });
    expect((await readImport()).counts).toMatchObject({ rows: 3_000, faulty: 0 });
    const made = 'select count(*)::int as count from member where email = any($1)';
    expect(await count(made, [emails])).toBe(3_000);
    const recorded = `select count(*)::int as count from audit_entry a join member m on m.id = a.subject
      where m.email = any($1) and action = 'member.created'`;
    expect(await count(recorded, [emails])).toBe(3_000);
  },
  patience,
);
