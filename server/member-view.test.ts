import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberCalls } from '../contract/calls/members.ts';
import type { CallDefinition } from '../contract/call.ts';
import { createSecretKey } from './membership/administration/secret-keys.ts';
import { createSites } from './membership/sites/sites.ts';
import { endDueViews } from './membership/views/views.ts';
import { staffGrants } from './staff/staff.ts';
import { buildLibrary } from './testing/library-site.ts';
import {
  beginView,
  changedTables,
  codeOf,
  findFaultsInView,
  readFingerprints,
  readMemberCalls,
  type MemberCall,
} from './testing/member-views.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from './testing/product.ts';
import { openConsole, type Employed, type TestConsole } from './testing/staff-console.ts';

let product: TestProduct;
let console: TestConsole;
let calls: MemberCall[];
let owner: Employed;
let student: Student;
const portal = 'app_enrolment';
const library = { 'x-api-key': 'pk_sb_library' };
const image = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

beforeAll(async () => {
  const content = [
    { key: 'note', type: 'TEXT' as const, content: 'For members', allowAllMembers: true },
    {
      key: 'dot',
      type: 'IMAGE' as const,
      mediaType: 'image/gif' as const,
      base64: image.toString('base64'),
      fileName: 'dot.gif',
      allowAllMembers: true,
    },
  ];
  product = await startTestProduct({ sites: [buildLibrary(content)] });
  console = openConsole(product);
  calls = await readMemberCalls();
  owner = await console.employ({ role: 'owner' });
  student = await product.buildStudent();
});
afterAll(() => product.stop());

const page = () => `${console.origin}/uts/eligibility`;
const begin = (by: Employed, memberId = student.memberId, siteId = portal) =>
  beginView(console, by, { siteId, memberId, page: siteId === portal ? page() : 'http://localhost:5900/inside?a=1' });
const open = (code: string, headers = {}) => product.call('POST', '/member-view', { body: { code }, headers });
/** The bearer of a view of the student. */
async function see(by: Employed = owner, memberId = student.memberId): Promise<string> {
  const answer = await open(codeOf(await begin(by, memberId)));
  return answer.body.data.token as string;
}
const codeIn = ({ body }: { body: any }) => body?.error?.code as string | undefined;
const read = async (token: string) => (await product.call('GET', '/member', { token })).body.data?.id ?? null;
const acts = async (memberId: string) => {
  const { rows } = await product.database.pool.query(
    `select action, actor, staff_id as "staffId", note, reason from audit_entry
     where subject = $1 and action like 'member.view%' order by id`,
    [memberId],
  );
  return rows;
};
const endDue = () => endDueViews({ db: product.database.db, staffGrants });

/** Whether every mail was sent: what is sent later changes rows too. */
async function haveLeft(): Promise<boolean> {
  const { rowCount } = await product.database.pool.query('select from mail_outbox where sent_at is null');
  return rowCount === 0;
}

describe('a view of a member', () => {
  test('reads as the member, and every other call is refused and changes nothing', async () => {
    const token = await see();
    await eventually(haveLeft);
    const before = await readFingerprints(product.database.pool);
    expect(calls.length).toBeGreaterThan(80);
    expect(await findFaultsInView(calls, product.call, token)).toEqual([]);
    expect(changedTables(before, await readFingerprints(product.database.pool))).toEqual([]);
    expect(await read(token)).toBe(student.memberId);
  });

  test('is told from a guard that is missing, and from a call that is declared wrongly (negative control)', async () => {
    const other = await product.buildStudent();
    const write = calls.filter(({ name }) => name === 'POST /member/json');
    const unguarded: TestProduct['call'] = (method, path, options) =>
      product.call(method, path, { ...options, token: other.token });
    const before = await readFingerprints(product.database.pool);
    expect(await findFaultsInView(write, unguarded, 'view.x')).toEqual(['POST /member/json answered 200']);
    expect(changedTables(before, await readFingerprints(product.database.pool))).toContain('member_json');

    const declared: CallDefinition = memberCalls['POST /member/json'];
    const token = await see(owner, other.memberId);
    declared.inView = true;
    expect(await findFaultsInView(write, product.call, token)).toEqual(['POST /member/json answered 200']);
    delete declared.inView;
    expect(await findFaultsInView(write, product.call, token)).toEqual([]);

    const reading: CallDefinition = memberCalls['GET /member/json'];
    reading.inView = false;
    const gets = calls.filter(({ name }) => name === 'GET /member/json');
    expect(await findFaultsInView(gets, product.call, token)).toEqual(['GET /member/json answered view-is-read-only']);
    delete reading.inView;
  });

  test('is no session: in no list of them, not seen, and no way to one', async () => {
    const token = await see();
    const { body } = await product.call('GET', '/member/sessions', { token });
    expect(body.data).toHaveLength(1);
    expect(body.data[0].current).toBe(false);
    const { rows } = await product.database.pool.query('select from session where member_id = $1', [student.memberId]);
    expect(rows).toHaveLength(1);
    expect(codeIn(await product.call('POST', '/member/prove', { token, body: { password: 'x' } }))).toBe(
      'view-is-read-only',
    );
    const popup = await fetch(
      `${product.url}/auth-provider/connect?provider=local&publicKey=pk_sb_library&token=${token}`,
    );
    expect(popup.status).toBeGreaterThanOrEqual(400);
  });

  test('opens nothing as a secret key, as a cookie or in the console, and nothing else opens it', async () => {
    const token = await see();
    expect((await product.call('GET', '/admin/app', { headers: { 'x-api-key': token } })).status).toBe(401);
    for (const cookie of [`intake_session=${token}`, `intake_staff=${token}`]) {
      expect((await product.call('GET', '/member', { headers: { cookie } })).body.data).toBeNull();
      const write = { headers: { cookie, origin: console.origin }, body: { json: 1 } };
      expect(codeIn(await product.call('POST', '/member/json', write))).toBe('login-required');
      expect((await console.call('GET', '/me', { cookie })).status).toBe(401);
    }
    const site = await createSites(product.database.db, console.origin).get(portal);
    const { key } = await createSecretKey(product.database.db, { site, label: 'server', actor: 'a test' });
    for (const bearer of [key, owner.cookie.split('=')[1]!, 'view.', `view.${key}`])
      expect(await read(bearer)).toBeNull();
  });

  test('counts no page view', async () => {
    const token = await see();
    const visit = (path: string) => ({ body: { data: { trackPageView: true } }, headers: { 'referring-path': path } });
    expect((await product.call('POST', '/app-member', { token, ...visit('/in-view') })).body.data.member.id).toBe(
      student.memberId,
    );
    await product.call('GET', '/app-member?trackPageView=true', { token, headers: visit('/in-view').headers });
    await product.call('POST', '/app-member', { token: student.token, ...visit('/in-session') });
    const counted = async (path: string) =>
      (await product.database.pool.query('select from page_count where value = $1', [path])).rows.length;
    await eventually(async () => (await counted('/in-session')) > 0);
    expect(await counted('/in-view')).toBe(0);
  });

  test('shows what the site keeps for members, text and image', async () => {
    const reader = await product.call('POST', '/auth/signup', {
      body: { email: `reader-${Date.now()}@example.org`, password: 'slow-river-lantern-42' },
      headers: library,
    });
    const answer = await begin(owner, reader.body.data.member.id, 'app_library');
    expect(answer.body.data.url).toMatch(/^http:\/\/localhost:5900\/inside\?a=1#intake-view=/);
    const { token } = (await open(codeOf(answer), library)).body.data;
    const item = (contentId: string) =>
      product.call('POST', '/secure-content', { token, body: { contentId }, headers: library });
    expect((await item('note')).body.data.content).toBe('For members');
    const { content } = (await item('dot')).body.data;
    expect((await fetch(content)).status).toBe(200);
    await product.call('DELETE', '/member-view', { token, headers: library });
    expect((await fetch(content)).status).toBe(403);
    expect(codeIn(await item('note'))).toBe('login-required');
  });
});

describe('the link of a view', () => {
  test('works once, also when it is used twice at the same moment', async () => {
    const code = codeOf(await begin(owner));
    const answers = await Promise.all([open(code), open(code), open(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
    expect(answers.map(codeIn).filter(Boolean)).toEqual(['invalid-view-link', 'invalid-view-link']);
  });

  test('is refused at another site, and then still works at its own', async () => {
    const code = codeOf(await begin(owner));
    expect(codeIn(await open(code, library))).toBe('invalid-view-link');
    const { token } = (await open(code)).body.data;
    expect((await product.call('GET', '/member', { token, headers: library })).body.data).toBeNull();
    expect(await read(token)).toBe(student.memberId);
  });

  test('is refused when it is old, guessed, or its view has ended', async () => {
    const [old, ended] = [codeOf(await begin(owner)), codeOf(await begin(owner))];
    await product.database.pool.query(
      `update member_view set code_ends_at = now() where code_hash = sha256($1::bytea)`,
      [old],
    );
    await product.database.pool.query(`update member_view set ended_at = now() where code_hash = sha256($1::bytea)`, [
      ended,
    ]);
    for (const code of [old, ended, 'guessed']) expect(codeIn(await open(code))).toBe('invalid-view-link');
  });

  test('leads to pages of the site alone', async () => {
    for (const foreign of ['https://evil.example/', 'javascript:alert(1)', '/uts', 'data:text/html,x'])
      expect(
        codeIn(await beginView(console, owner, { siteId: portal, memberId: student.memberId, page: foreign })),
      ).toBe('url-not-allowed');
    const blank = { siteId: portal, memberId: student.memberId, page: page(), reason: '  ' };
    expect((await beginView(console, owner, blank)).status).toBe(400);
  });
});

describe('a view ends', () => {
  test('after 30 minutes by the clock of the database, and is not put off by use', async () => {
    const person = await product.buildStudent();
    const answer = await begin(owner, person.memberId);
    const { token, secondsLeft } = (await open(codeOf(answer))).body.data;
    expect(secondsLeft).toBeGreaterThan(1_700);
    expect(secondsLeft).toBeLessThanOrEqual(1_800);
    const endsAt = async () =>
      (await product.database.pool.query(`select ends_at from member_view where id = $1`, [answer.body.data.id]))
        .rows[0].ends_at as Date;
    expect((await endsAt()).toISOString()).toBe(answer.body.data.endsAt);
    expect(await read(token)).toBe(person.memberId);
    expect((await endsAt()).toISOString()).toBe(answer.body.data.endsAt);
    await product.database.pool.query(`update member_view set ends_at = now() where id = $1`, [answer.body.data.id]);
    expect(await read(token)).toBeNull();
    expect(codeIn(await product.call('GET', '/member/json', { token }))).toBe('login-required');
    expect(codeIn(await product.call('POST', '/member/json', { token, body: { json: 1 } }))).toBe('view-is-read-only');
    await endDue();
    await endDue();
    const by = { actor: expect.stringMatching(/ \(Test\)$/), staffId: owner.id, reason: 'Cannot find the course.' };
    expect(await acts(person.memberId)).toEqual([
      { ...by, action: 'member.view-began', note: console.origin },
      { ...by, action: 'member.view-ended', note: 'time was up' },
    ]);
    const { body } = await console.call('GET', `/sites/${portal}/members/${person.memberId}/timeline`, owner);
    expect(body.data.map(({ title, reason }: any) => [title, reason])).toEqual(
      expect.arrayContaining([
        ['member.view-began', by.reason],
        ['member.view-ended', by.reason],
      ]),
    );
  });

  test('when the person ends it, once', async () => {
    const person = await product.buildStudent();
    const token = await see(owner, person.memberId);
    for (let n = 0; n < 2; n++) expect((await product.call('DELETE', '/member-view', { token })).status).toBe(200);
    expect(await read(token)).toBeNull();
    expect((await acts(person.memberId)).map(({ action, note }) => [action, note])).toEqual([
      ['member.view-began', console.origin],
      ['member.view-ended', 'ended'],
    ]);
    // A member's own session is not ended by it.
    expect((await product.call('DELETE', '/member-view', { token: person.token })).status).toBe(200);
    expect(await read(person.token)).toBe(person.memberId);
  });

  test.for([
    ['is removed', (id: string) => console.call('DELETE', `/staff/${id}`, { cookie: owner.cookie, body: undefined })],
    [
      'gets a role without it',
      (id: string) =>
        console.call('PATCH', `/staff/${id}`, {
          cookie: owner.cookie,
          body: { role: 'reader', sites: [portal], partners: [], version: 1 },
        }),
    ],
    [
      'gets another scope',
      (id: string) =>
        console.call('PATCH', `/staff/${id}`, {
          cookie: owner.cookie,
          body: { role: 'support', sites: ['app_library'], partners: [], version: 1 },
        }),
    ],
  ] as const)('at once when the person on the staff %s', async ([, change]) => {
    const person = await product.buildStudent();
    const support = await console.employ({ role: 'support', sites: [portal] });
    const waiting = codeOf(await begin(support, person.memberId));
    const token = await see(support, person.memberId);
    expect(await read(token)).toBe(person.memberId);
    const changed = await change(support.id);
    expect([changed.status, changed.body]).toEqual([200, expect.anything()]);
    expect(await read(token)).toBeNull();
    expect(codeIn(await open(waiting))).toBe('invalid-view-link');
    await endDue();
    expect((await acts(person.memberId)).filter(({ note }) => note === 'staff changed')).toHaveLength(2);
  });

  test('at once when the member is deleted', async () => {
    const person = await product.buildStudent();
    const token = await see(owner, person.memberId);
    const { pool } = product.database;
    await pool.query(`update site set settings = settings || '{"allowMemberSelfDelete": true}' where id = $1`, [
      portal,
    ]);
    await eventually(async () => (await product.call('DELETE', '/member', { token: person.token })).status === 200);
    expect(await read(token)).toBeNull();
    expect((await acts(person.memberId)).at(-1)).toMatchObject({ action: 'member.view-ended', note: 'member deleted' });
  });
});

describe('who may see as a member', () => {
  test('is judged by the permission, and a member out of scope is as one who does not exist', async () => {
    const builder = await console.employ({ role: 'site-builder', sites: ['app_library'] });
    const finance = await console.employ({ role: 'finance', partners: ['uts'] });
    const admissions = await console.employ({ role: 'admissions', partners: ['uts'] });
    const plain = ({ status, body }: { status: number; body: any }) => [status, body.error.code, body.error.message];
    expect(codeIn(await begin(finance))).toBe('access-denied');
    for (const [by, siteId] of [
      [builder, portal],
      [builder, 'app_library'],
      [admissions, 'app_library'],
      [admissions, portal],
    ] as const) {
      const foreign = plain(await begin(by, student.memberId, siteId));
      expect(foreign).toEqual(plain(await begin(by, 'mem_none', siteId)));
      expect(foreign[0]).toBe(404);
    }
    // The negative control: who has the site in scope sees the member.
    const here = await console.employ({ role: 'site-builder', sites: [portal] });
    expect((await begin(here)).status).toBe(200);
  });

  test('is told to the member where the site wants it, and not otherwise', async () => {
    const { pool } = product.database;
    const mails = async () =>
      (
        await pool.query(`select subject from mail_outbox where member_id = $1 and kind = 'member-view'`, [
          student.memberId,
        ])
      ).rows.length;
    expect((await begin(owner)).body.data.isTold).toBe(false);
    expect(await mails()).toBe(0);
    await pool.query(`update site set settings = settings || '{"tellMembersOfViews": true}' where id = $1`, [portal]);
    await eventually(async () => (await begin(owner)).body.data.isTold === true);
    expect(await mails()).toBe(1);
  });
});
