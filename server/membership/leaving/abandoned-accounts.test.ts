import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLoneJob } from '../../platform/jobs.ts';
import { forgetAbandonedJob } from './abandoned-accounts.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';

let product: TestMembership;
/** Members that another domain needs. */
const neededIds = new Set<string>();
beforeAll(async () => {
  const optionsFor = () => ({ isMemberNeeded: async (_tx: unknown, memberId: string) => neededIds.has(memberId) });
  product = await startTestMembership({ optionsFor });
});
afterAll(() => product.stop());

const sweep = async () => {
  await addLoneJob(product.database.db, forgetAbandonedJob, {});
  await eventually(async () => {
    const { rows } = await product.database.pool.query(
      `select 1 from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
       where identifier = 'forget-abandoned-accounts' and run_at <= now()`,
    );
    return rows.length === 0;
  });
};
const age = (members: TestMember[], days: number) =>
  product.database.pool.query("update member set created_at = now() - $2 * interval '1 day' where id = any($1)", [
    members.map(({ member }) => member.id),
    days,
  ]);
const isThere = async ({ member }: TestMember) =>
  (await product.database.pool.query('select 1 from member where id = $1', [member.id])).rows.length === 1;

describe('an abandoned account', () => {
  test('is deleted after 30 days, with all its data, and the address is free', async () => {
    const [abandoned, young] = [await product.buildMember(), await product.buildMember()];
    await age([abandoned], 30.1);
    await age([young], 29.9);
    await sweep();
    expect([await isThere(abandoned), await isThere(young)]).toEqual([false, true]);
    expect((await product.call('GET', '/member', { token: abandoned.token })).data).toBeNull();
    const again = await product.post('/auth/signup', { email: abandoned.email, password: abandoned.password });
    expect(again.status).toBe(200);
  });

  test('stays if it is proved, was logged in to, has a plan or has written something', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => product.buildMember()));
    const [proved, returned, planned, writer, abandoned] = members as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ];
    await product.database.pool.query('update member set verified = true where id = $1', [proved.member.id]);
    await product.post('/auth/login', { email: returned.email, password: returned.password });
    await product.post('/member/plans/add', { planId: 'pln_demo_free' }, { token: planned.token });
    await product.post('/comments/posts', { channelKey: 'workshop', content: 'Hello' }, { token: writer.token });
    await age(members, 400);
    await sweep();
    expect(await Promise.all(members.map(isThere))).toEqual([true, true, true, true, false]);
    expect(await isThere(abandoned)).toBe(false);
  });

  test('is deleted 30 days after its last log-in', async () => {
    const [returned, gone] = [await product.buildMember(), await product.buildMember()];
    for (const { email, password } of [returned, gone]) await product.post('/auth/login', { email, password });
    await age([returned, gone], 400);
    const lastSeen = "update member set logged_in_at = now() - interval '31 days' where id = $1";
    await product.database.pool.query(lastSeen, [gone.member.id]);
    await product.database.pool.query(lastSeen, [returned.member.id]);
    await product.post('/auth/login', { email: returned.email, password: returned.password });
    await sweep();
    expect([await isThere(returned), await isThere(gone)]).toEqual([true, false]);
  });

  test('stays if another domain needs it', async () => {
    const [needed, other] = [await product.buildMember(), await product.buildMember()];
    neededIds.add(needed.member.id);
    await age([needed, other], 31);
    await sweep();
    expect([await isThere(needed), await isThere(other)]).toEqual([true, false]);
  });

  test('stays if a log-in happens while the job checks it (race)', async () => {
    const member = await product.buildMember();
    await age([member], 31);
    const client = await product.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update member set logged_in_at = now() where id = $1', [member.member.id]);
      await addLoneJob(product.database.db, forgetAbandonedJob, {});
      await eventually(async () => {
        const { rows } = await product.database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%logged_in_at%for update%'",
        );
        return rows.length === 1;
      });
      await client.query('commit');
    } finally {
      client.release();
    }
    await sweep();
    expect(await isThere(member)).toBe(true);
  });

  test('is deleted in batches, however many there are', async () => {
    await product.database.pool.query(
      `insert into member (id, site_id, email, created_at)
       select 'mem_sb_many' || n, 'app_demo', 'many-' || n || '@example.org', now() - interval '1 year'
       from generate_series(1, 60) n`,
    );
    const count = async () =>
      (await product.database.pool.query("select count(*)::int from member where id like 'mem_sb_many%'")).rows[0]
        .count;
    expect(await count()).toBe(60);
    await sweep();
    await eventually(async () => (await count()) === 0);
  });
});
