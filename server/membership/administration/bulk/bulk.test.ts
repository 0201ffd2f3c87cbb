import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  insertJob,
  insertMembers,
  press,
  startStaffedMembership,
  untilEnded,
  type StaffedMembership,
} from '../../../testing/bulk.ts';
import { builderOf, owner, type TestStaff } from '../../../testing/console.ts';
import { addPlanAs } from '../member-plans.ts';
import { runBulk } from './run-bulk.ts';

let world: StaffedMembership;
beforeAll(async () => {
  world = await startStaffedMembership();
});
afterAll(() => world.stop());

const site = 'app_demo';
const plan = 'pln_demo_guest';
const bela = builderOf(site);
const sam: TestStaff = { name: 'Sam', role: 'support', scope: { sites: [site], partners: [] } };
beforeEach(() => world.employ(owner, bela, sam));

const path = `/sites/${site}/bulk-jobs`;
const give = { kind: 'give-plan', planId: plan };
const ask = (by: TestStaff, method: string, at: string, body?: unknown) => world.staffed.ask(by, method, at, body);
const start = (by: TestStaff, act: object, target: object, more: object = {}) =>
  ask(by, 'POST', path, { key: press(), act, target, ...more });
const read = (id: string, by = bela) => ask(by, 'GET', `${path}/${id}`);
const done = async (begun: { data: { id: string } }) => untilEnded(() => read(begun.data.id));
const run = async (act: object, target: object, more: object = {}) => done(await start(bela, act, target, more));
const results = async (id: string, query = '') => (await ask(bela, 'GET', `${path}/${id}/results${query}`)).data;
const undo = async (id: string) => done(await ask(bela, 'POST', `${path}/${id}/undo`, { key: press() }));

const members = (count: number, at = site) => insertMembers(world.product.database, at, count);
const holders = async (ids: readonly string[]) =>
  (
    await world.product.database.pool.query(
      `select member_id as id from plan_connection where plan_id = $1 and status = 'ACTIVE' and member_id = any($2) order by 1`,
      [plan, ids],
    )
  ).rows.map(({ id }) => id as string);
const acts = async (subjects: readonly string[], action: string) =>
  (
    await world.product.database.pool.query(
      'select subject, actor, staff_id, note, reason from audit_entry where subject = any($1) and action = $2 order by subject',
      [subjects, action],
    )
  ).rows;
const field = async (id: string) =>
  (await world.product.database.pool.query("select custom_fields ->> 'phone' as phone from member where id = $1", [id]))
    .rows[0]?.phone;

describe('an act on many members', () => {
  test('is told in numbers before, done to each by the rule for one, and recorded for each and for the job', async () => {
    const ids = await members(4);
    await run(give, { ids: [ids[0]] });
    const target = { ids: [...ids, 'mem_none'] };
    const preview = await ask(bela, 'POST', `${path}/preview`, { act: give, target });
    expect(preview.data).toEqual({
      members: 4,
      isExact: true,
      unchanged: 1,
      missing: 1,
      isMailed: false,
      canUndo: true,
    });
    const job = await run(give, target, { reason: 'The open day.' });
    expect(job).toMatchObject({
      state: 'done',
      total: 4,
      done: 3,
      unchanged: 1,
      refused: 0,
      actor: 'Bela',
      canUndo: true,
    });
    expect(await holders(ids)).toEqual(ids);
    const entry = { actor: 'Bela', staff_id: 'stf_bela', note: plan, reason: 'The open day.' };
    expect(await acts(ids.slice(1), 'plan.added')).toEqual(ids.slice(1).map((subject) => ({ subject, ...entry })));
    expect(await acts([job.id], 'bulk.begun')).toMatchObject([{ note: `give-plan ${plan}`, reason: 'The open day.' }]);
    expect(await acts([job.id], 'bulk.ended')).toMatchObject([{ note: 'done: 3 changed, 1 unchanged, 0 refused' }]);
  });

  test('of all that match a filter takes those who match, and no others', async () => {
    const [ids, others] = [await members(120), await members(3)];
    await world.product.database.pool.query(
      `update member set custom_fields = '{"first-name":"Quentin"}' where id = any($1)`,
      [ids],
    );
    const job = await run(give, { query: { search: 'quentin' } });
    expect(job).toMatchObject({ state: 'done', total: 120, done: 120 });
    expect(await holders([...ids, ...others])).toEqual(ids);
  });

  test('says of each member what it came to, in a list and a file that can be filtered', async () => {
    const ids = await members(2);
    const { member } = await world.product.buildMember();
    const setPhone = { kind: 'set-field', field: 'phone', value: '021 555 0100' };
    await run(setPhone, { ids: [ids[0]] });
    const job = await run(setPhone, { ids: [...ids, member.id] });
    expect(await results(job.id, '?state=unchanged')).toMatchObject([{ id: ids[0], email: `${ids[0]}@example.org` }]);
    expect(await results(job.id, '?state=done')).toHaveLength(2);
    const { text } = await ask(bela, 'GET', `${path}/${job.id}/results.csv?state=unchanged&columns=id,state`);
    expect(text).toBe(`\ufeffId,Result\r\n${ids[0]},unchanged\r\n`);
  });

  test.for([
    [{ kind: 'give-plan', planId: 'pln_demo_maker' }, 'plan-not-free'],
    [{ kind: 'give-plan', planId: 'pln_other' }, 'plan-not-found'],
    [{ kind: 'set-field', field: 'shoe-size', value: '42' }, 'invalid-request'],
    [{ kind: 'set-field', field: 'newsletter', value: 'perhaps' }, 'invalid-field-value'],
    [{ kind: 'delete' }, 'invalid-request'],
  ] as const)('that is impossible for every member is refused before it begins: %j', async ([act, code]) => {
    const ids = await members(1);
    expect((await start(bela, act, { ids })).error.code).toBe(code);
  });

  test('sends resets and ends sessions as the calls for one member do', async () => {
    const member = await world.product.buildMember({ proved: true });
    const ids = [member.member.id];
    await world.product.forgetMailLimits();
    expect(await run({ kind: 'send-reset' }, { ids })).toMatchObject({ done: 1, canUndo: false });
    const mails = await world.product.mailsTo(member.email);
    expect(mails.filter(({ kind }) => kind === 'reset-code')).toHaveLength(1);
    expect(await run({ kind: 'end-sessions' }, { ids })).toMatchObject({ done: 1, canUndo: false });
    expect((await world.product.call('GET', '/member', { token: member.token })).data).toBeNull();
  });

  test('writes the addresses of its members to a file for those alone who may export members', async () => {
    const begun = await start(sam, { kind: 'reinstate' }, { query: {} });
    const job = await untilEnded(() => read(begun.data.id, sam));
    const file = `${path}/${job.id}/results.csv`;
    expect(await ask(sam, 'GET', file)).toMatchObject({ status: 403, error: { code: 'access-denied' } });
    expect((await ask(bela, 'GET', file)).status).toBe(200);
  });

  test('suspends with a reason, passes over who is suspended already, and is taken back', async () => {
    const ids = await members(3);
    expect((await start(bela, { kind: 'suspend' }, { ids })).error.code).toBe('reason-required');
    await run({ kind: 'suspend' }, { ids: [ids[0]] }, { reason: 'By a colleague.' });
    const job = await run({ kind: 'suspend' }, { ids }, { reason: 'A wave of spam.' });
    expect(job).toMatchObject({ done: 2, unchanged: 1, canUndo: true });
    expect(await acts(ids.slice(1), 'member.suspended')).toMatchObject([
      { reason: 'A wave of spam.' },
      { reason: 'A wave of spam.' },
    ]);
    expect(await undo(job.id)).toMatchObject({ done: 2, canUndo: false });
    const left = await world.product.database.pool.query(
      'select id from member where id = any($1) and suspended_at is not null',
      [ids],
    );
    expect(left.rows).toEqual([{ id: ids[0] }]);
  });

  test('begun twice by one press is one job, also at the same moment', async () => {
    const body = { key: press(), act: give, target: { ids: await members(2) } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(bela, 'POST', path, body)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await done(answers[0]!)).toMatchObject({ total: 2, done: 2 });
    expect((await ask(bela, 'POST', path, body)).data.id).toBe(answers[0]!.data.id);
    // The negative control: another press is another job.
    expect((await ask(bela, 'POST', path, { ...body, key: press() })).data.id).not.toBe(answers[0]!.data.id);
  });

  test('is done once to each member although two runs of it go on at a time', async () => {
    const ids = await members(60);
    const { data } = await start(bela, give, { ids });
    await Promise.all([1, 2, 3].map(() => runBulk(withPowers(), { siteId: site, jobId: data.id })));
    expect(await done({ data })).toMatchObject({ done: 60, unchanged: 0, refused: 0 });
    expect(await acts(ids, 'plan.added')).toHaveLength(60);
    // The negative control: without the note in its transaction the same rule would be done and recorded again.
    const { product } = world;
    const administration = {
      site: await product.services.sites.get(site),
      actor: 'Bela',
      memberId: ids[0]!,
      planId: plan,
    };
    await addPlanAs(product.services, administration);
    expect(await acts([ids[0]!], 'plan.added')).toHaveLength(2);
  });
});

const withPowers = () => ({
  ...world.product.services,
  staffPowers: async (staffId: string) => world.powers.get(staffId),
});

describe('an undo', () => {
  const at = (id: string) => `/sites/${site}/members/${id}`;

  test('leaves a suspension alone that a colleague has made since, for another reason', async () => {
    const [first, second] = (await members(2)) as [string, string];
    const job = await run({ kind: 'suspend' }, { ids: [first, second] }, { reason: 'A wave of spam.' });
    await ask(sam, 'POST', `${at(first)}/suspension/lift`, { reason: 'It was not them.' });
    await ask(owner, 'POST', `${at(first)}/suspension`, { reason: 'Fraud.' });
    const undone = await undo(job.id);
    expect(undone).toMatchObject({ done: 1, refused: 1 });
    expect(await results(undone.id, '?state=refused')).toMatchObject([{ id: first, code: 'changed-meanwhile' }]);
    const { rows } = await world.product.database.pool.query(
      'select id, suspension_reason from member where id = any($1) and suspended_at is not null',
      [[first, second]],
    );
    expect(rows).toEqual([{ id: first, suspension_reason: 'Fraud.' }]);
  });

  test.for([
    ['gives', ['DELETE', 'POST'], true],
    ['takes', ['POST', 'DELETE'], false],
  ] as const)('of a job that %s a plan leaves it alone where others changed it since', async ([does, methods, has]) => {
    const [first, second] = (await members(2)) as [string, string];
    const given = await run(give, { ids: [first, second] });
    const job = does === 'gives' ? given : await run({ ...give, kind: 'take-plan' }, { ids: [first, second] });
    for (const method of methods) {
      const plans = `${at(first)}/plans`;
      await (method === 'POST' ? ask(sam, method, plans, { planId: plan }) : ask(sam, method, `${plans}/${plan}`));
    }
    expect(await undo(job.id)).toMatchObject({ done: 1, refused: 1 });
    expect(await holders([first, second])).toEqual(has ? [first] : [second]);
  });

  test('takes a plan from exactly those who got it by the job', async () => {
    const ids = await members(5);
    await run(give, { ids: ids.slice(0, 2) });
    const job = await run(give, { ids });
    expect(await undo(job.id)).toMatchObject({ undoes: job.id, total: 3, done: 3, canUndo: false });
    expect(await holders(ids)).toEqual(ids.slice(0, 2));
    expect((await read(job.id)).data).toMatchObject({ canUndo: false, undoneBy: expect.any(String) });
    const again = await ask(bela, 'POST', `${path}/${job.id}/undo`, { key: press() });
    expect([again.status, again.error.code]).toEqual([409, 'bulk-job-not-undoable']);
  });

  test('gives a field its former value where nobody has changed it since', async () => {
    const ids = await members(3);
    const set = (value: string) => ({ kind: 'set-field', field: 'phone', value });
    await run(set('before'), { ids: [ids[0]] });
    const job = await run(set('by the job'), { ids });
    await run(set('by a colleague'), { ids: [ids[2]] });
    const undone = await undo(job.id);
    expect(undone).toMatchObject({ done: 2, refused: 1 });
    expect([await field(ids[0]!), await field(ids[1]!), await field(ids[2]!)]).toEqual([
      'before',
      null,
      'by a colleague',
    ]);
    expect(await results(undone.id, '?state=refused')).toMatchObject([{ id: ids[2], code: 'changed-meanwhile' }]);
  });

  test('takes a field away again that had no value before, a ticked one too', async () => {
    const ids = await members(1);
    for (const key of ['newsletter', 'phone']) {
      const job = await run({ kind: 'set-field', field: key, value: 'true' }, { ids });
      expect(await undo(job.id)).toMatchObject({ done: 1, refused: 0 });
    }
    const stored = await world.product.database.pool.query('select custom_fields from member where id = any($1)', [
      ids,
    ]);
    expect(stored.rows).toEqual([{ custom_fields: {} }]);
  });

  test('of what stays done is refused, and so is that of a job under way', async () => {
    const ids = await members(1);
    const job = await run({ kind: 'end-sessions' }, { ids });
    expect((await ask(bela, 'POST', `${path}/${job.id}/undo`, { key: press() })).error.code).toBe(
      'bulk-job-not-undoable',
    );
  });
});

describe('permission and scope', () => {
  const slow = async () => (await start(sam, give, { ids: await members(40) })).data as { id: string };

  test.for([
    ['person-removed', () => world.powers.delete('stf_sam')],
    ['permission-lost', () => world.employ({ ...sam, role: 'reader' })],
    ['scope-lost', () => world.employ({ ...sam, scope: { sites: ['app_live'], partners: [] } })],
  ] as const)('that are lost half way stop the job: %s', async ([stopCode, lose]) => {
    // Lost before its first batch: the press was still allowed.
    lose();
    const { id } = await slow();
    const job = await untilEnded(() => read(id));
    expect(job).toMatchObject({ state: 'stopped', stopCode, done: 0 });
    expect(await acts([id], 'bulk.ended')).toMatchObject([{ note: `${stopCode}: 0 changed, 0 unchanged, 0 refused` }]);
  });

  test('that stay let the same job end (negative control)', async () => {
    const { id } = await slow();
    expect(await untilEnded(() => read(id))).toMatchObject({ state: 'done', done: 40 });
  });

  test('lost between two batches leaves what was done, and the rest undone', async () => {
    const ids = await members(120);
    let asked = 0;
    const id = await insertJob(world.product.database, site, { act: give, ids });
    const services = {
      ...world.product.services,
      // Asked for at the beginning of the run and before each batch.
      staffPowers: async () => (++asked <= 2 ? { role: sam.role, scope: sam.scope } : undefined),
    };
    await runBulk(services, { siteId: site, jobId: id });
    const after = (await read(id)).data;
    expect(after).toMatchObject({ state: 'stopped', stopCode: 'person-removed', done: 50 });
    expect(await holders(ids)).toHaveLength(50);
  });

  test('ids of another site in a chosen list are as good as none', async () => {
    const [mine, foreign] = [await members(1), await members(2, 'app_live')];
    const both = await run(give, { ids: [...mine, ...foreign] });
    expect(both).toMatchObject({ total: 1, done: 1 });
    expect(await results(both.id)).toHaveLength(1);
    expect(await holders(foreign)).toEqual([]);
    const [absent, elsewhere] = await Promise.all([
      start(bela, give, { ids: ['mem_none'] }),
      start(bela, give, { ids: foreign }),
    ]);
    expect([absent.status, absent.error.code]).toEqual([400, 'nothing-chosen']);
    expect([elsewhere.status, elsewhere.error.code, elsewhere.error.message]).toEqual([
      absent.status,
      absent.error.code,
      absent.error.message,
    ]);
    // The negative control: who sees both sites can act on the other one's members.
    const at = '/sites/app_live/bulk-jobs/preview';
    expect((await ask(owner, 'POST', at, { act: { kind: 'send-reset' }, target: { ids: foreign } })).data.members).toBe(
      2,
    );
  });

  test('a job of another site is as good as none', async () => {
    const job = await run(give, { ids: await members(1) });
    const other = builderOf('app_live');
    for (const at of ['', '/results', '/results.csv']) {
      const answer = await ask(other, 'GET', `/sites/app_live/bulk-jobs/${job.id}${at}`);
      expect([answer.status, answer.error.code]).toEqual([404, 'bulk-job-not-found']);
    }
    expect((await ask(other, 'GET', `${path}/${job.id}`)).error.code).toBe('not-found');
  });
});

test('a job that is stopped by somebody does no more', async () => {
  const ids = await members(1_000);
  const { data } = await start(bela, give, { ids });
  const cancelled = await ask(bela, 'POST', `${path}/${data.id}/cancel`);
  expect(cancelled.data.state).toBe('cancelled');
  const stopped = (await read(data.id)).data;
  await runBulk(withPowers(), { siteId: site, jobId: data.id });
  expect((await read(data.id)).data).toMatchObject({ state: 'cancelled', done: stopped.done });
  expect(await holders(ids)).toHaveLength(stopped.done);
  expect((await ask(bela, 'POST', `${path}/${data.id}/cancel`)).data.state).toBe('cancelled');
});

test('a fourth job at a site waits for one of three to end, and the job of another site does not', async () => {
  const [ids, others] = [await members(600), await members(1, 'app_live')];
  // Resets go fifty at a time, with pauses.
  const reset = { kind: 'send-reset' };
  const begun = [];
  for (let n = 0; n < 3; n++) begun.push((await start(bela, reset, { ids })).data.id);
  expect((await start(bela, reset, { ids })).error.code).toBe('too-many-bulk-jobs');
  const elsewhere = await ask(owner, 'POST', '/sites/app_live/bulk-jobs', {
    key: press(),
    act: { kind: 'end-sessions' },
    target: { ids: others },
  });
  expect(elsewhere.status).toBe(200);
  await untilEnded(() => ask(owner, 'GET', `/sites/app_live/bulk-jobs/${elsewhere.data.id}`));
  expect((await read(begun[0])).data.endedAt).toBeNull();
  for (const id of begun) await ask(bela, 'POST', `${path}/${id}/cancel`);
});

test('jobs are listed by the site, and one’s own by themselves', async () => {
  const job = await run(give, { ids: await members(1) });
  expect((await ask(bela, 'GET', `${path}?act=give-plan&limit=1`)).data).toEqual([job]);
  expect((await ask(bela, 'GET', '/own-bulk-jobs')).data).toContainEqual(job);
  expect((await ask(sam, 'GET', '/own-bulk-jobs')).data).not.toContainEqual(job);
});

test('one’s own job is watched until an hour after its end, however long it took', async () => {
  const { id } = await run(give, { ids: await members(1) });
  const { pool } = world.product.database;
  const isWatched = async () => {
    const { data } = await ask(bela, 'GET', '/own-bulk-jobs');
    return data.some((job: { id: string }) => job.id === id);
  };
  await pool.query(`update bulk_job set created_at = now() - interval '3 hours' where id = $1`, [id]);
  expect(await isWatched()).toBe(true);
  await pool.query(`update bulk_job set ended_at = now() - interval '61 minutes' where id = $1`, [id]);
  expect(await isWatched()).toBe(false);
});
