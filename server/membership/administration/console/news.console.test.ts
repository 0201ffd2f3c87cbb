import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordEntry } from '../../../platform/audit/audit.ts';
import { transaction } from '../../../platform/database/database.ts';
import { builderOf, owner, startTestConsole, type TestConsole, type TestStaff } from '../../../testing/console.ts';
import { newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { recordStatements } from '../../../testing/recorded-statements.ts';
import { newId } from '../../../platform/keys.ts';

const [site, elsewhere] = ['app_demo', 'app_enrolment'];
let product: TestMembership;
let staffed: TestConsole;
/** Of the products in this process, from their start on. */
const recording = recordStatements(new URL(process.env['INTAKE_TEST_SERVER']!).username);
beforeAll(async () => {
  product = await startTestMembership();
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  recording.stop();
  await staffed.close();
  await product.stop();
});

const ask = (query: Record<string, string>, by: TestStaff = owner) =>
  staffed.ask(by, 'GET', `/news?${new URLSearchParams(query)}`);
const from = async (): Promise<string> => (await ask({})).data.since;
const join = async (siteId = site): Promise<string> => {
  const id = newId('mem_');
  await product.database.pool.query(`insert into member (id, site_id, email) values ($1, $2, $3)`, [
    id,
    siteId,
    newEmail(),
  ]);
  return id;
};
const change = (subject: string, siteId: string, staffId: string | null, actor = 'Ana') =>
  transaction(product.database.db, (tx) =>
    recordEntry(tx, { actor, staffId, siteId, action: 'member.updated', subject }),
  );

describe('news', () => {
  test('tell how many members joined the site since', async () => {
    const since = await from();
    expect((await ask({ since, site })).data.newMembers).toBe(0);
    await join();
    await join();
    await join(elsewhere);
    expect((await ask({ since, site })).data.newMembers).toBe(2);
    expect((await ask({ since })).data.newMembers).toBe(0);
  });

  test('tell who else changed what is open, and nothing of one’s own changes', async () => {
    const subject = await join();
    const since = await from();
    await change(subject, site, 'stf_ana');
    await change(subject, site, 'stf_bela', 'Bela');
    await change(await join(), site, 'stf_ana');
    const { data } = await ask({ since, site, subject }, builderOf(site));
    expect(data.changes).toEqual([{ by: 'Ana', action: 'member.updated', at: expect.stringMatching(/^20.+Z$/) }]);
    expect((await ask({ since, site, subject })).data.changes.length).toBe(2);
  });

  test('tell of a site’s own changes to who was given it', async () => {
    const since = await from();
    await change(site, site, 'stf_ana');
    expect((await ask({ since, site, subject: site }, builderOf(site))).data.changes.length).toBe(1);
    expect((await ask({ since, site, subject: site }, builderOf(elsewhere))).data.changes).toEqual([]);
  });

  test('tell nothing of what is out of scope, as of what is not there', async () => {
    const since = await from();
    const subject = await join(elsewhere);
    await change(subject, elsewhere, 'stf_ana');
    const beyond = await ask({ since, site: elsewhere, subject }, builderOf(site));
    const absent = await ask({ since, site: 'app_none', subject: 'mem_none' }, builderOf(site));
    expect(beyond.data).toEqual(absent.data);
    // The member of another site under the name of one's own.
    expect((await ask({ since, site, subject }, builderOf(site))).data.changes).toEqual([]);
    // The negative control: in scope there is something to tell.
    const { data } = await ask({ since, site: elsewhere, subject }, builderOf(elsewhere));
    expect([data.newMembers, data.changes.length]).toEqual([1, 1]);
  });

  test('tell of the end of one’s own acts on many members, and of nobody else’s', async () => {
    const since = await from();
    for (const [id, staffId, state] of [
      ['job_own', 'stf_bela', 'done'],
      ['job_other', 'stf_ana', 'done'],
      ['job_running', 'stf_bela', 'running'],
    ])
      await product.database.pool.query(
        `insert into bulk_job (site_id, id, staff_id, actor, request_key, act, state, ended_at)
         values ($1, $2, $3, 'A', gen_random_uuid(), '{}', $4::text, case when $4 = 'done' then now() + interval '1 s' end)`,
        [site, id, staffId, state],
      );
    const told = [{ id: 'job_own', siteId: site, state: 'done' }];
    expect((await ask({ since }, builderOf(site))).data.endedJobs).toEqual(told);
    expect((await ask({ since }, builderOf(elsewhere))).data.endedJobs).toEqual([]);
  });

  test('count failing webhooks in scope, and failed jobs for owners', async () => {
    const fail = (siteId: string) =>
      product.database.pool.query(
        `insert into site_event_endpoint (site_id, id, url, enabled, sealed_secret, failing_since)
         values ($1, 'news', 'https://news.example', true, '', '2026-11-23T01:00:00Z')`,
        [siteId],
      );
    await fail(site);
    await fail(elsewhere);
    expect((await ask({})).data).toMatchObject({ failedJobs: 0, failingWebhooks: 2 });
    await product.database.pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('compare', now());
       select graphile_worker.add_job('given-up', job_key => 'given-up', run_at => now() + interval '1 hour');
       select graphile_worker.add_job('compare', job_key => 'compare', run_at => now() + interval '1 hour');
       update graphile_worker._private_jobs set created_at = now() - interval '5 hours' where key = 'compare';
       update graphile_worker._private_jobs set attempts = max_attempts where key = 'given-up'`,
    );
    expect((await ask({})).data.failedJobs).toBe(2);
    expect((await ask({}, builderOf(site))).data).toMatchObject({ failedJobs: null, failingWebhooks: 1 });
    const reader: TestStaff = { ...builderOf(site), role: 'reader' };
    expect((await ask({}, reader)).data).toMatchObject({ failedJobs: null, failingWebhooks: null });
    const list = await staffed.ask(builderOf(site), 'GET', '/failing-webhooks');
    expect(list.data).toEqual([
      { siteId: site, site: expect.any(String), endpoints: 1, switchedOff: 0, since: '2026-11-23T01:00:00.000Z' },
    ]);
    expect((await staffed.ask(owner, 'GET', '/failing-webhooks')).data.length).toBe(2);
  });

  test('are one statement, and 304 while nothing is new', async () => {
    const since = await from();
    const countNews = () => recording.statements.filter(({ text }) => text.includes('"newMembers"')).length;
    const before = [recording.statements.length, countNews()];
    // In other words than before, so that it is recorded: each text is once.
    const first = await ask({ since, site });
    await ask({ since, site, subject: 'mem_none' }, { ...builderOf(site), role: 'reader' });
    expect([recording.statements.length - before[0]!, countNews() - before[1]!]).toEqual([1, 1]);
    const again = () =>
      staffed.app.inject({
        method: 'GET',
        url: `/console/api/news?${new URLSearchParams({ since, site })}`,
        headers: { 'x-test-staff': JSON.stringify(owner), 'if-none-match': String(first.headers['etag']) },
      });
    const unchanged = await again();
    expect([unchanged.statusCode, unchanged.payload]).toEqual([304, '']);
    await join();
    expect((await again()).statusCode).toBe(200);
  });
});
