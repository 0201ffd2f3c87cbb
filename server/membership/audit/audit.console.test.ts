import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordEntry, type AuditEntry } from '../../platform/audit/audit.ts';
import { recordAct } from './audit.ts';
import { transaction } from '../../platform/database/database.ts';
import { buildServer } from '../../testing/administration.ts';
import {
  admissionsOf,
  builderOf,
  owner,
  startTestConsole,
  type TestConsole,
  type TestStaff,
} from '../../testing/console.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  staffed = await startTestConsole(product.membership);
  const { pool } = product.database;
  await pool.query(`truncate audit_entry`);
  for (const [index, entry] of entries.entries()) {
    await transaction(product.database.db, (tx) => recordEntry(tx, entry));
    await pool.query(`update audit_entry set created_at = $1 where subject = $2`, [
      `2026-11-0${index + 1}T12:00:00Z`,
      entry.subject,
    ]);
  }
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const by = { actor: 'Bela', staffId: 'stf_bela' };
const entries: AuditEntry[] = [
  { ...by, siteId: 'app_one', action: 'member.updated', subject: 's1', note: 'verified' },
  { actor: 'nightly import', siteId: 'app_one', action: 'member.created', subject: 's2' },
  { ...by, siteId: 'app_two', action: 'plan.added', subject: 's3', reason: '=1+1' },
  { ...by, siteId: null, partner: 'uts', action: 'cohort.closed', subject: 's4' },
  { ...by, siteId: null, action: 'staff.invited', subject: 's5', reason: '<b>Monday</b>' },
];

const list = (query = '', staff: TestStaff = owner) => staffed.ask(staff, 'GET', `/audit${query}`);
const subjects = async (query: string, staff?: TestStaff) =>
  (await list(query, staff)).data.map(({ subject }: { subject: string }) => subject);

describe('the audit trail', () => {
  test('is listed with the newest entry first, and counted', async () => {
    const { data, json } = await list();
    expect(data.map(({ subject }: { subject: string }) => subject)).toEqual(['s5', 's4', 's3', 's2', 's1']);
    expect(data.at(-1)).toEqual({
      id: expect.any(String),
      at: '2026-11-01T12:00:00.000Z',
      actor: 'Bela',
      staffId: 'stf_bela',
      action: 'member.updated',
      subject: 's1',
      siteId: 'app_one',
      partner: null,
      note: 'verified',
      reason: null,
    });
    expect(json.count).toEqual({ rows: 5, isExact: true });
  });

  test.for([
    ['actor=nightly%20import', ['s2']],
    ['staffId=stf_bela&site=app_one', ['s1']],
    ['action=plan.added&action=member.created', ['s3', 's2']],
    ['action.begins=member.', ['s2', 's1']],
    ['action.begins=%25', []],
    ['subject=s4', ['s4']],
    ['site=app_one&site=app_two', ['s3', 's2', 's1']],
    ['partner=uts', ['s4']],
    ['at.from=2026-11-03&at.until=2026-11-04', ['s4', 's3']],
    ['at.until=2026-11-03T12:00:00Z', ['s2', 's1']],
    ['sort=at', ['s1', 's2', 's3', 's4', 's5']],
  ] as const)('is filtered by %s', async ([query, expected]) => {
    expect(await subjects(`?${query}`)).toEqual(expected);
  });

  test('is read in pages', async () => {
    const first = await list('?limit=2');
    expect(first.json).toMatchObject({ hasNextPage: true });
    await transaction(product.database.db, (tx) =>
      recordEntry(tx, { ...by, siteId: 'app_new', action: 'plan.added', subject: 's-new' }),
    );
    const rest = await subjects(`?after=${first.json.endCursor}`);
    await product.database.pool.query(`delete from audit_entry where subject = 's-new'`);
    expect(rest).toEqual(['s3', 's2', 's1']);
  });

  test.for<[string, TestStaff, string[]]>([
    ['of a site', builderOf('app_one'), ['s2', 's1']],
    ['of two sites', builderOf('app_one', 'app_two'), ['s3', 's2', 's1']],
    ['of a partner', admissionsOf('uts'), ['s4']],
    ['of a site that has none', builderOf('app_nowhere'), []],
    ['of nothing', admissionsOf(), []],
  ])('shows staff %s their entries alone, in list, count, filters and export', async ([, staff, expected]) => {
    const { json } = await list('', staff);
    expect(await subjects('', staff)).toEqual(expected);
    expect(json.count).toEqual({ rows: expected.length, isExact: true });
    expect(await subjects('?site=app_one&site=app_two', staff)).toEqual(expected.filter((id) => id !== 's4'));
    const { text } = await staffed.ask(staff, 'GET', '/audit.csv?columns=subject');
    // The export is an entry itself, before its first line.
    const written = text.trim().split('\r\n').slice(1);
    expect(written.filter((subject) => !subject.startsWith('stf_'))).toEqual(expected);
    await product.database.pool.query(`delete from audit_entry where action = 'audit.exported'`);
  });

  test('names the partner of a member, whoever acted, so that the partner’s staff find it', async () => {
    const { pool, db } = product.database;
    await pool.query(
      `insert into member (id, site_id, email, partner) values ('mem_of_uts', 'app_demo', 'of@uts.example', 'uts')`,
    );
    const act = { actor: 'nightly import', siteId: 'app_demo', action: 'member.updated' } as const;
    await transaction(db, (tx) => recordAct(tx, { ...act, subject: 'mem_of_uts' }));
    await transaction(db, (tx) => recordAct(tx, { ...act, subject: 'mem_of_nobody' }));
    expect(await subjects('?partner=uts&subject=mem_of_uts')).toEqual(['mem_of_uts']);
    expect(await subjects('', admissionsOf('uts'))).toEqual(['mem_of_uts', 's4']);
    expect(await subjects('?subject=mem_of_nobody', admissionsOf('uts'))).toEqual([]);
    await pool.query(`delete from audit_entry where subject like 'mem_of_%'`);
  });

  test('names the partner of a member who is deleted, too', async () => {
    const { pool } = product.database;
    const { member } = await product.buildMember();
    await pool.query(`update member set partner = 'uts' where id = $1`, [member.id]);
    const server = await buildServer(product, 'app_demo');
    expect((await server.call('DELETE', `/admin/members/${member.id}`)).status).toBe(200);
    expect(await subjects('?action=member.deleted', admissionsOf('uts'))).toEqual([member.id]);
    expect(await subjects('?action=member.deleted', admissionsOf('uc'))).toEqual([]);
    await pool.query(`delete from audit_entry where site_id = 'app_demo'`);
  });

  test('is exported as it is filtered, without formulas, and the export is an entry itself', async () => {
    const { headers, text } = await staffed.ask(owner, 'GET', '/audit.csv?site=app_two&columns=subject,reason');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text).toBe(`\ufeffAbout,Reason\r\nstf_olga,\r\ns3,"'=1+1"\r\n`);
    const { rows } = await product.database.pool.query(
      `delete from audit_entry where action = 'audit.exported' returning actor, staff_id, site_id, note`,
    );
    expect(rows).toEqual([{ actor: 'Olga', staff_id: 'stf_olga', site_id: 'app_two', note: 'site' }]);
  });

  test('has an export among the entries of each site and partner that it may hold rows of, and of no other', async () => {
    const exports = '?action=audit.exported';
    const count = async (staff: TestStaff) => (await subjects(exports, staff)).length;
    await staffed.ask(builderOf('app_one', 'app_two'), 'GET', '/audit.csv');
    expect([await count(builderOf('app_one')), await count(builderOf('app_two'))]).toEqual([1, 1]);
    await staffed.ask(builderOf('app_one', 'app_two'), 'GET', '/audit.csv?site=app_two&site=app_nowhere');
    expect([await count(builderOf('app_one')), await count(builderOf('app_two'))]).toEqual([1, 2]);
    await staffed.ask(admissionsOf('uts'), 'GET', '/audit.csv');
    expect([await count(admissionsOf('uts')), await count(admissionsOf('uc'))]).toEqual([1, 0]);
    // Of everything: for those who see everything.
    await staffed.ask(owner, 'GET', '/audit.csv');
    expect([await count(owner), await count(builderOf('app_one', 'app_two', 'app_nowhere'))]).toEqual([5, 3]);
    await product.database.pool.query(`delete from audit_entry where action = 'audit.exported'`);
  });

  test('is refused to roles without it', async () => {
    const support: TestStaff = { name: 'Sam', role: 'support', scope: { sites: ['app_one'], partners: [] } };
    for (const path of ['/audit', '/audit.csv']) expect((await staffed.ask(support, 'GET', path)).status).toBe(403);
  });

  test('refuses what it is not filtered or sorted by', async () => {
    expect((await list('?reason=x')).error.message).toBe('Unknown field: reason');
    expect((await list('?search=x')).error.message).toBe('Unknown field: search');
    expect((await list('?sort=actor')).error.message).toBe('The field "sort" must be one of at, -at.');
  });
});
