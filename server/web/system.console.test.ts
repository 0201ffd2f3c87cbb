import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLoneJob } from '../platform/jobs.ts';
import { recordEvent } from '../platform/security-events/record-event.ts';
import { sendJob } from '../platform/mail-state.ts';
import { builderOf, owner, startTestConsole, type TestConsole } from '../testing/console.ts';
import { startTestMembership, type TestMembership } from '../testing/membership.ts';
import type { Http } from '../platform/http/typed.ts';
import { systemConsoleRoutes } from './system.console.routes.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  const system = { consoleRoutes: (scoped: Http) => systemConsoleRoutes(scoped, product.services) };
  staffed = await startTestConsole(product.membership, system);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const ask = (method: string, path: string, body?: unknown) => staffed.ask(owner, method, path, body);

/** Queues a mail's job, which no worker of this test takes. @returns its id */
async function queue(mailId: string): Promise<string> {
  await addLoneJob(product.services.db, sendJob, { id: mailId }, { key: mailId });
  return (await find(mailId)).id;
}
const find = async (mailId: string) =>
  (
    await product.database.pool.query(`select * from graphile_worker._private_jobs where key = $1`, [
      `send-mail-${mailId}`,
    ])
  ).rows[0];
const giveUp = (id: string) =>
  product.database.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'refused' where id = $1`,
    [id],
  );

describe('the list of jobs', () => {
  test('tells failed, waiting and later ones apart, and counts each by the same statement', async () => {
    const failed = await queue('mail_failed');
    await giveUp(failed);
    const waiting = await queue('mail_waiting');
    const later = await queue('mail_later');
    await product.database.pool.query(
      `update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where id = $1`,
      [later],
    );
    for (const [state, id] of Object.entries({ failed, waiting, later })) {
      const { data, json } = await ask('GET', `/jobs?kind=send-mail&state=${state}`);
      expect([data.map((job: { id: string }) => job.id), json.count.rows]).toEqual([[id], 1]);
      expect(data[0]).toMatchObject({ kind: 'send-mail', state, about: `mail_${state}` });
    }
    expect((await ask('GET', '/jobs?kind=no-such-job')).json.count.rows).toBe(0);
  });

  test('tells a scheduled job failed that has not been done for four hours, however often it is begun anew', async () => {
    const { pool } = product.database;
    const begin = () =>
      pool.query(
        `select graphile_worker.add_job('compare', job_key => 'compare', run_at => now() + interval '1 hour')`,
      );
    const listed = async (state: string) => (await ask('GET', `/jobs?kind=compare&state=${state}`)).json.count.rows;
    await pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('compare', now())`,
    );
    await begin();
    expect([await listed('failed'), await listed('later')]).toEqual([0, 1]);
    await pool.query(
      `update graphile_worker._private_jobs set created_at = now() - interval '5 hours' where key = 'compare'`,
    );
    await begin();
    expect([await listed('failed'), await listed('later')]).toEqual([1, 0]);
  });

  test('shows nothing of a payload but an id', async () => {
    await queue('Ana <ana@example.org>');
    const { text } = await ask('GET', '/jobs?kind=send-mail');
    expect(text).not.toContain('ana@example.org');
  });
});

describe('a job', () => {
  test('that failed is tried again with all its attempts, and it is in the audit trail', async () => {
    const id = await queue('mail_again');
    await giveUp(id);
    const { status } = await ask('POST', `/jobs/${id}/retry`, { reason: 'The mail server is back' });
    expect(status).toBe(200);
    expect(await find('mail_again')).toMatchObject({ attempts: 0 });
    const { rows } = await product.database.pool.query(
      'select action, staff_id, site_id, note, reason from audit_entry where subject = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        action: 'job.retried',
        staff_id: 'stf_olga',
        site_id: null,
        note: 'send-mail',
        reason: 'The mail server is back',
      },
    ]);
  });

  test('that is due later is not done before its time, unless it has failed once', async () => {
    const id = await queue('mail_due');
    const due = `update graphile_worker._private_jobs set run_at = now() + interval '1 hour', attempts = $2 where id = $1 returning run_at`;
    const { rows } = await product.database.pool.query(due, [id, 0]);
    const refused = await ask('POST', `/jobs/${id}/retry`, {});
    expect([refused.status, (await find('mail_due')).run_at]).toEqual([404, rows[0].run_at]);
    await product.database.pool.query(due, [id, 1]);
    expect((await ask('POST', `/jobs/${id}/retry`, {})).status).toBe(200);
  });

  test('that runs is left to run, and one that is done is not found', async () => {
    const id = await queue('mail_running');
    await product.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test' where id = $1`,
      [id],
    );
    expect((await ask('POST', `/jobs/${id}/retry`, {})).status).toBe(404);
    expect((await ask('POST', '/jobs/999999999/retry', {})).status).toBe(404);
    expect((await ask('POST', '/jobs/abc/retry', {})).status).toBe(400);
  });
});

describe('the state of the system', () => {
  test('tells versions, sizes, workers, limits that are used up and what was counted', async () => {
    await product.database.pool.query(
      `insert into rate_limit (key, points, expire) values
        ('comment:mem_one', 11, extract(epoch from now() + interval '1 minute') * 1000),
        ('comment:mem_two', 10, extract(epoch from now() + interval '1 minute') * 1000),
        ('comment:mem_old', 11, extract(epoch from now() - interval '1 minute') * 1000),
        ('staff-write:stf_one', 601, extract(epoch from now() + interval '1 minute') * 1000),
        ('wrong-password:full', 100, null),
        ('wrong-password:not-full', 99, null)`,
    );
    recordEvent('log-out', { outcome: 'success' });
    const { status, data } = await ask('GET', '/system');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      node: process.version,
      isProduction: false,
      database: { version: expect.stringMatching(/^\d+/), schema: expect.stringMatching(/^\d{4}-/) },
    });
    expect(data.database.bytes).toBeGreaterThan(1_000_000);
    expect(data.database.tables).toHaveLength(8);
    const used = ['comment', 'staff-write', 'wrong-password'];
    expect(data.limits.filter(({ name }: { name: string }) => used.includes(name))).toEqual([
      { name: 'comment', per: 'member', points: 10, seconds: 60, keys: 1 },
      { name: 'staff-write', per: 'staff', points: 600, seconds: 600, keys: 1 },
      { name: 'wrong-password', per: 'account', points: 100, seconds: 0, keys: 1 },
    ]);
    expect(data.security).toContainEqual({ name: 'log-out', outcome: 'success', count: expect.any(Number) });
  });

  test('tells a limit that is used up behind more running counts than it shows', async () => {
    const { pool } = product.database;
    const soon = `extract(epoch from now() + interval '1 minute') * 1000`;
    await pool.query('delete from rate_limit');
    try {
      await pool.query(
        `insert into rate_limit (key, points, expire)
         select 'comment:mem_' || n, case when n > 100000 then 11 else 1 end, ${soon} from generate_series(1, 100001) n`,
      );
      const { data } = await ask('GET', '/system');
      expect(data.limits).toContainEqual({ name: 'comment', per: 'member', points: 10, seconds: 60, keys: 1 });
    } finally {
      await pool.query(`delete from rate_limit where key like 'comment:mem_%'`);
    }
  });

  test('says that workers are gone where none has done what is due each minute', async () => {
    const lookBack = (interval: string) =>
      product.database.pool.query(
        `update graphile_worker._private_known_crontabs set known_since = now() - $1::interval,
           last_execution = now() - $1::interval where identifier = 'free-abandoned-jobs'`,
        [interval],
      );
    await lookBack('1 minute');
    expect((await ask('GET', '/system')).data.workers.areWorking).toBe(true);
    await lookBack('10 minutes');
    expect((await ask('GET', '/system')).data.workers.areWorking).toBe(false);
  });

  test.for(['/system', '/jobs'])('is for owners: %s', async (path) => {
    expect((await staffed.ask(builderOf('app_demo'), 'GET', path)).error.code).toBe('access-denied');
  });
});
