import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLoneJob } from '../../../platform/jobs.ts';
import { sendJob } from '../../../platform/mail-state.ts';
import { builderOf, startTestConsole, type TestConsole, type TestStaff } from '../../../testing/console.ts';
import { newEmail, startTestMembership, type TestMember, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const site = 'app_demo';
const bela = builderOf(site);
const sam: TestStaff = { name: 'Sam', role: 'support', scope: { sites: [site], partners: [] } };

const pathOf = ({ member }: TestMember) => `/sites/${site}/members/${member.id}`;
const read = async (member: TestMember) => (await staffed.ask(bela, 'GET', pathOf(member))).data;
const act = (by: TestStaff, method: string, member: TestMember, path: string, body?: unknown) =>
  staffed.ask(by, method, pathOf(member) + path, body);
const change = async (by: TestStaff, member: TestMember, body: object, version?: string) =>
  act(by, 'PATCH', member, '', { version: version ?? (await read(member)).version, ...body });

/** The acts about a member in the audit trail, the oldest first. */
const actsOn = async ({ member }: TestMember) =>
  (
    await product.database.pool.query(
      'select actor, staff_id, site_id, action, note, reason from audit_entry where subject = $1 order by id',
      [member.id],
    )
  ).rows;
const entry = (action: string, more: object = {}) => ({
  actor: 'Bela',
  staff_id: 'stf_bela',
  site_id: site,
  action,
  note: '',
  reason: null,
  ...more,
});

describe('a member’s page', () => {
  test('shows fields, plans, sessions, ways in, comments and a version', async () => {
    const member = await product.buildMember();
    expect(await read(member)).toMatchObject({
      id: member.member.id,
      auth: { email: member.email, hasPassword: true, providers: [] },
      verified: false,
      json: null,
      name: '',
      version: expect.any(String),
      sessions: [{ way: 'password', device: expect.any(String) }],
      comments: 0,
      teams: { ownedTeams: [], joinedTeams: [] },
    });
  });

  test('shows neither the password’s hash nor a session’s token', async () => {
    const member = await product.buildMember();
    const { text } = await staffed.ask(bela, 'GET', pathOf(member));
    expect(text).not.toContain('argon2');
    expect(text).not.toContain(member.token);
    expect(text).not.toMatch(/tokenHash|token_hash|password_hash/);
  });
});

describe('a change of a member', () => {
  test('is made by the rule of the site’s server, seen by the member, and recorded with the person', async () => {
    const member = await product.buildMember();
    const { status, data } = await change(bela, member, {
      customFields: { 'first-name': 'Frankie', 'membership-number': 'M-17' },
      verified: true,
      reason: 'Asked by phone.',
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: 'Frankie', verified: true });
    const own = await product.call('GET', '/member', { token: member.token });
    expect(own.data.customFields).toMatchObject({ 'first-name': 'Frankie', 'membership-number': 'M-17' });
    expect(await actsOn(member)).toEqual([
      entry('member.updated', {
        note: 'customFields.first-name, customFields.membership-number, verified',
        reason: 'Asked by phone.',
      }),
    ]);
  });

  test('marks an address as proved by a fresh proof of who asks alone', async () => {
    const member = await product.buildMember();
    const aged = { ...bela, isProven: false };
    expect((await change(aged, member, { verified: true })).error.code).toBe('recent-login-required');
    expect((await change(aged, member, { metaData: { seen: true } })).status).toBe(200);
    const created = { email: newEmail(), verified: true, invite: false };
    const asked = await staffed.ask(aged, 'POST', `/sites/${site}/members`, created);
    expect(asked.error.code).toBe('recent-login-required');
  });

  test('that changes nothing is not recorded', async () => {
    const member = await product.buildMember();
    expect((await change(bela, member, { loginRedirect: null })).status).toBe(200);
    expect(await actsOn(member)).toEqual([]);
  });

  test.for([
    [{ customFields: { 'shoe-size': '42' } }, 400, 'invalid-request'],
    [{ customFields: { newsletter: 'perhaps' } }, 400, 'invalid-field-value'],
    [{ loginRedirect: 'https://evil.example' }, 400, 'invalid-request'],
    [{ email: 'other@example.org' }, 400, 'invalid-request'],
    [{ version: 'nonsense' }, 400, 'invalid-request'],
  ] as const)('is refused for %j', async ([body, status, code]) => {
    const member = await product.buildMember();
    const refused = await change(bela, member, body);
    expect([refused.status, refused.error.code]).toEqual([status, code]);
    expect(await actsOn(member)).toEqual([]);
  });

  test('that came later is refused, and told what the first one changed', async () => {
    const member = await product.buildMember();
    const seen = (await read(member)).version;
    const first = await change(bela, member, { customFields: { 'first-name': 'Frankie', phone: '1' } }, seen);
    expect(first.status).toBe(200);
    const late = await change(sam, member, { customFields: { 'first-name': 'Frank' } }, seen);
    expect([late.status, late.error.code]).toEqual([412, 'changed-meanwhile']);
    expect(late.error['changed']).toEqual([
      { name: 'customFields.first-name', value: 'Frankie' },
      { name: 'customFields.phone', value: '1' },
    ]);
    expect((await read(member)).name).toBe('Frankie');
    // Having seen that, they may go on.
    const again = await change(sam, member, { customFields: { 'first-name': 'Frank' } }, late.error['version']);
    expect([again.status, again.data.name]).toEqual([200, 'Frank']);
    expect((await actsOn(member)).map(({ actor }) => actor)).toEqual(['Bela', 'Sam']);
  });

  test('wins alone, of ten that are saved at once from one version', async () => {
    const member = await product.buildMember();
    const seen = (await read(member)).version;
    const saved = await Promise.all(
      Array.from({ length: 10 }, (_, n) => change(bela, member, { customFields: { phone: `0${n}` } }, seen)),
    );
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(412)]);
    const winner = saved.find(({ status }) => status === 200)!;
    expect((await read(member)).customFields.phone).toBe(winner.data.customFields.phone);
  });

  test('without a version that a colleague’s was made in between would be lost (negative control)', async () => {
    const member = await product.buildMember();
    await change(bela, member, { customFields: { phone: 'of Bela' } });
    await change(sam, member, { customFields: { phone: 'of Sam' } });
    expect((await read(member)).customFields.phone).toBe('of Sam');
  });

  test('by the member themselves counts, too; their page’s JSON only for who changes that', async () => {
    const member = await product.buildMember();
    const seen = (await read(member)).version;
    await product.post('/member/json', { json: { step: 2 } }, { token: member.token });
    expect((await change(bela, member, { customFields: { phone: '1' } }, seen)).status).toBe(200);
    const next = (await read(member)).version;
    await product.post('/member/json', { json: { step: 3 } }, { token: member.token });
    const late = await change(bela, member, { json: {} }, next);
    expect(late.error['changed']).toEqual([{ name: 'json', value: { step: 3 } }]);
    await product.post('/member', { customFields: { 'first-name': 'Own' } }, { token: member.token });
    const other = await change(bela, member, { customFields: { phone: '2' } }, next);
    expect(other.error['changed']).toContainEqual({ name: 'customFields.first-name', value: 'Own' });
  });
});

describe('another address', () => {
  test('counts at once, as unproved, ends all sessions, and needs a reason', async () => {
    const member = await product.buildMember({ proved: true });
    const { version } = await read(member);
    const email = `new-${member.email}`;
    expect((await act(bela, 'PUT', member, '/email', { version, email })).status).toBe(400);
    const changed = await act(bela, 'PUT', member, '/email', { version, email, reason: 'Lost the old one.' });
    expect(changed.data).toMatchObject({ auth: { email }, verified: false, sessions: [] });
    expect((await product.call('GET', '/member', { token: member.token })).data).toBeNull();
    expect(await actsOn(member)).toEqual([entry('member.updated', { note: 'email', reason: 'Lost the old one.' })]);
  });

  test('that somebody has is refused', async () => {
    const [member, other] = [await product.buildMember(), await product.buildMember()];
    const { version } = await read(member);
    const refused = await act(bela, 'PUT', member, '/email', { version, email: other.email, reason: 'A test.' });
    expect([refused.status, refused.error.code]).toEqual([409, 'email-already-in-use']);
  });
});

describe('a free plan', () => {
  test('is given, seen in the member’s own session, and taken again', async () => {
    const member = await product.buildMember();
    const plansOf = async () =>
      (await product.call('GET', '/member', { token: member.token })).data.planConnections.map(
        ({ planId }: { planId: string }) => planId,
      );
    const given = await act(bela, 'POST', member, '/plans', { planId: 'pln_demo_guest', reason: 'A gift.' });
    expect([given.status, await plansOf()]).toEqual([200, expect.arrayContaining(['pln_demo_guest'])]);
    const taken = await act(bela, 'DELETE', member, '/plans/pln_demo_guest');
    expect(taken.status).toBe(200);
    expect(await plansOf()).not.toContain('pln_demo_guest');
    expect(await actsOn(member)).toEqual([
      entry('plan.added', { note: 'pln_demo_guest', reason: 'A gift.' }),
      entry('plan.removed', { note: 'pln_demo_guest' }),
    ]);
  });

  test('that a seat in a team gives is told apart, and is not taken', async () => {
    const [owning, seated] = [await product.buildMember(), await product.buildMember()];
    const planId = 'pln_demo_guest';
    await act(bela, 'POST', owning, '/plans', { planId });
    await product.database.pool.query(
      `with made as (insert into team (id, site_id, owner_id, connection_id, invite_hash, invite_sealed)
         select 'team_guests', $3, $1, id, 'h', 's' from plan_connection where member_id = $1 and plan_id = $4 returning id)
       insert into team_seat (team_id, member_id, connection_id, site_id) select id, $2, 'con_seat', $3 from made`,
      [owning.member.id, seated.member.id, site, planId],
    );
    const { planConnections, seatConnectionId } = await read(seated);
    expect(planConnections).toContainEqual(expect.objectContaining({ id: seatConnectionId, planId }));
    expect((await read(owning)).seatConnectionId).toBeNull();
    expect((await act(bela, 'DELETE', seated, `/plans/${planId}`)).error.code).toBe('cannot-change-team-account');
  });

  test.for([
    ['POST', '/plans', { planId: 'pln_demo_maker' }, 403, 'plan-not-free'],
    ['POST', '/plans', { planId: 'pln_other_site' }, 404, 'plan-not-found'],
    ['DELETE', '/plans/pln_demo_guest', undefined, 404, 'no-plan-found'],
  ] as const)(
    '%s %s is refused where it cannot be, and nothing is recorded',
    async ([method, path, body, status, code]) => {
      const member = await product.buildMember();
      const refused = await act(bela, method, member, path, body);
      expect([refused.status, refused.error.code]).toEqual([status, code]);
      expect(await actsOn(member)).toEqual([]);
    },
  );
});

describe('sessions', () => {
  test('are ended one by one and all at once', async () => {
    const member = await product.buildMember();
    const logIn = () => product.post('/auth/login', { email: member.email, password: member.password });
    const second = (await logIn()).data.tokens.accessToken as string;
    const { sessions } = await read(member);
    expect(sessions).toHaveLength(2);
    const ended = await act(bela, 'DELETE', member, `/sessions/${sessions[0].id}`);
    expect(ended.data).toEqual({ id: sessions[0].id });
    expect((await read(member)).sessions).toHaveLength(1);
    const again = await act(bela, 'DELETE', member, `/sessions/${sessions[0].id}`);
    expect([again.status, again.error.code]).toEqual([404, 'session-not-found']);
    expect((await act(bela, 'DELETE', member, '/sessions')).data).toEqual({ ended: 1 });
    for (const token of [member.token, second])
      expect((await product.call('GET', '/member', { token })).data).toBeNull();
    expect(await actsOn(member)).toEqual([entry('sessions.ended', { note: sessions[0].id }), entry('sessions.ended')]);
  });

  test('of another member are not ended by their id', async () => {
    const [member, other] = [await product.buildMember(), await product.buildMember()];
    const { sessions } = await read(other);
    const refused = await act(bela, 'DELETE', member, `/sessions/${sessions[0].id}`);
    expect([refused.status, refused.error.code]).toEqual([404, 'session-not-found']);
    expect((await read(other)).sessions).toHaveLength(1);
  });
});

describe('a mail to choose a new password', () => {
  test('is the one that members ask for, and its code opens the account', async () => {
    const member = await product.buildMember({ proved: true });
    await product.forgetMailLimits();
    const { status, data } = await act(bela, 'POST', member, '/password-reset');
    expect([status, data]).toEqual([200, { mailAfterSeconds: expect.any(Number) }]);
    const code = await product.codeFor(member.email, 'reset-code');
    const newPassword = 'quiet-harbour-lantern-7';
    const reset = await product.post('/auth/reset-password', { token: code, email: member.email, newPassword });
    expect(reset.status).toBe(200);
    expect((await product.post('/auth/login', { email: member.email, password: newPassword })).status).toBe(200);
    expect(await actsOn(member)).toEqual([entry('reset.sent')]);
  });

  test('that is asked for again waits as it does for members, so that staff flood no mailbox', async () => {
    const member = await product.buildMember({ proved: true });
    await product.forgetMailLimits();
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) waits.push((await act(bela, 'POST', member, '/password-reset')).data.mailAfterSeconds);
    expect(waits[0]).toBe(0);
    expect(Math.min(...waits.slice(1))).toBeGreaterThan(0);
    const resets = (await product.mailsTo(member.email)).filter(({ kind }) => kind === 'reset-code');
    expect(resets).toHaveLength(1);
    expect(await actsOn(member)).toHaveLength(5);
  });
});

describe('the timeline', () => {
  test('tells of acts, sign-ins, plans, events and mails, the newest first, in pages, of this member alone', async () => {
    const member = await product.buildMember({ proved: true });
    await change(bela, member, { customFields: { phone: '1' }, reason: 'Asked.' });
    await act(bela, 'POST', member, '/plans', { planId: 'pln_demo_guest' });
    await product.mailsTo(member.email);
    const { data, json } = await act(bela, 'GET', member, '/timeline');
    const acts = data.filter(({ kind }: { kind: string }) => kind === 'act');
    expect(acts).toMatchObject([
      { title: 'plan.added', detail: 'pln_demo_guest', actor: 'Bela' },
      { title: 'member.updated', detail: 'customFields.phone', actor: 'Bela', reason: 'Asked.' },
      { title: 'member.joined', actor: '', reason: null },
    ]);
    expect(data).toContainEqual(
      expect.objectContaining({ kind: 'sign-in', title: 'password', detail: expect.any(String) }),
    );
    expect(data).toContainEqual(expect.objectContaining({ kind: 'plan', title: 'pln_demo_guest', detail: 'ACTIVE' }));
    expect(data).toContainEqual(expect.objectContaining({ kind: 'mail', title: expect.stringContaining('Confirm') }));
    expect(json.count).toEqual({ rows: data.length, isExact: true });
    const times = data.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted().toReversed());

    const ids: string[] = [];
    for (let after = ''; ;) {
      const page = await act(bela, 'GET', member, `/timeline?limit=1${after}`);
      ids.push(...page.data.map(({ id }: { id: string }) => id));
      if (!page.json.hasNextPage) break;
      after = `&after=${page.json.endCursor}`;
    }
    expect(ids).toEqual(data.map(({ id }: { id: string }) => id));
    expect((await act(bela, 'GET', member, '/timeline?kind=mail&kind=event')).data).toEqual(
      data.filter(({ kind }: { kind: string }) => kind === 'mail' || kind === 'event'),
    );
  });

  test('says of a mail what became of it', async () => {
    const member = await product.buildMember({ proved: true });
    const add = (subject: string, column = 'created_at') =>
      product.database.pool.query(
        `insert into mail_outbox (id, kind, recipient, member_id, subject, body_text, body_html, sensitive, ${column})
         values ('mail_' || $1, 'notice', $2, $3, $1, '', '', false, now())`,
        [subject, member.email, member.member.id],
      );
    await add('left', 'sent_at');
    await add('late', 'dropped_at');
    await add('given-up');
    await add('queued');
    await addLoneJob(product.services.db, sendJob, { id: 'mail_none' }, { key: 'mail_queued', afterSeconds: 3_600 });
    const { data } = await act(bela, 'GET', member, '/timeline?kind=mail&limit=100');
    const told = new Map(data.map(({ title, detail }: { title: string; detail: string }) => [title, detail]));
    expect(['left', 'late', 'given-up', 'queued'].map((subject) => told.get(subject))).toEqual([
      'sent',
      'dropped',
      'refused',
      'waiting',
    ]);
  });
});

test('staff who may only see are refused every act, and the member stays as they were', async () => {
  const reader: TestStaff = { name: 'Rae', role: 'reader', scope: { sites: [site], partners: [] } };
  const member = await product.buildMember();
  const before = await read(member);
  for (const [method, path, body] of [
    ['PATCH', '', { version: before.version, customFields: { phone: '1' } }],
    ['PUT', '/email', { version: before.version, email: 'a@example.org', reason: 'A test.' }],
    ['POST', '/plans', { planId: 'pln_demo_guest' }],
    ['DELETE', '/plans/pln_demo_free', undefined],
    ['DELETE', '/sessions', undefined],
    ['DELETE', `/sessions/${before.sessions[0].id}`, undefined],
    ['POST', '/password-reset', undefined],
  ] as const)
    expect([method, path, (await act(reader, method, member, path, body)).status]).toEqual([method, path, 403]);
  expect(await read(member)).toEqual(before);
});
