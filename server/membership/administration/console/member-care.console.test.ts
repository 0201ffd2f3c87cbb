import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admissionsOf,
  builderOf,
  owner,
  startTestConsole,
  type TestConsole,
  type TestStaff,
} from '../../../testing/console.ts';
import { newEmail, startTestMembership, type TestMember, type TestMembership } from '../../../testing/membership.ts';
import { codeOf, setUpAuthenticator } from '../../../testing/second-factor.ts';

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
const ask = (by: TestStaff, method: string, { member }: TestMember, path: string, body?: unknown) =>
  staffed.ask(by, method, `/sites/${site}/members/${member.id}${path}`, body);
const actsOn = async (memberId: string) =>
  (
    await product.database.pool.query('select actor, action, reason from audit_entry where subject = $1 order by id', [
      memberId,
    ])
  ).rows;
const logIn = ({ email, password }: TestMember) => product.post('/auth/login', { email, password });

describe('Removing the second factors of a member', () => {
  test('lets them in with the password, ends their sessions, mails them and is recorded with the reason', async () => {
    const member = await product.buildMember({ proved: true });
    const { secret } = await setUpAuthenticator(product, { token: member.token });
    const shown = await ask(sam, 'GET', member, '');
    expect(shown.data.secondFactor).toEqual({ passkeys: [], authenticator: true, recoveryCodes: 10 });
    expect(shown.text).not.toContain(secret);
    const first = await logIn(member);
    expect(first.error.code).toBe('second-factor-required');
    const removed = await ask(sam, 'POST', member, '/second-factor/removal', { reason: 'Lost the phone.' });
    expect([removed.status, removed.data.sessions]).toEqual([200, []]);
    expect(removed.data.secondFactor).toEqual({ passkeys: [], authenticator: false, recoveryCodes: 0 });
    const { step } = first.error as unknown as { step: string };
    const late = { step, method: 'authenticator', code: await codeOf(secret) };
    expect((await product.post('/auth/second-step', late)).error.code).toBe('sign-in-step-expired');
    expect((await logIn(member)).status).toBe(200);
    expect(await actsOn(member.member.id)).toEqual([
      { actor: 'Sam', action: 'member.factors-removed', reason: 'Lost the phone.' },
    ]);
    const mails = await product.mailsTo(member.email);
    expect(mails.find(({ kind }) => kind === 'second-factors-removed')?.text).toContain(
      'removed your passkeys, authenticator app and recovery codes',
    );
  });

  test('is refused for a member without one, and without a reason', async () => {
    const member = await product.buildMember();
    const without = await ask(sam, 'POST', member, '/second-factor/removal', { reason: 'x' });
    expect([without.status, without.error.code]).toEqual([404, 'second-factor-not-found']);
    expect((await ask(sam, 'POST', member, '/second-factor/removal', { reason: ' ' })).status).toBe(400);
    expect((await logIn(member)).status).toBe(200);
  });
});

describe('Erasing a member', () => {
  const erase = (by: TestStaff, member: TestMember, body: object) => ask(by, 'POST', member, '/erasure', body);

  test('says in numbers what goes, takes it, and leaves neither mails nor notes of them', async () => {
    const member = await product.buildMember({ proved: true });
    await product.post('/member/plans/add', { planId: 'pln_demo_free' }, { token: member.token });
    await ask(bela, 'POST', member, '/notes', { body: 'Likes benches.' });
    await product.freshCode(member.email, 'reset');
    const { data } = await ask(bela, 'GET', member, '/erasure');
    expect(data).toEqual({
      counts: { sessions: 1, plans: 1, subscriptions: 0, ownedTeams: 0, comments: 0, notes: 1 },
      duties: [],
    });
    const done = await erase(bela, member, { reason: 'Asked for it.', email: ` ${member.email.toUpperCase()} ` });
    expect([done.status, done.data]).toEqual([200, { id: member.member.id, checkoutsEnded: true }]);
    expect((await ask(bela, 'GET', member, '')).error.code).toBe('member-not-found');
    const { pool } = product.database;
    expect((await pool.query('select from member_note where member_id = $1', [member.member.id])).rowCount).toBe(0);
    expect(
      (await pool.query('select from mail_outbox where recipient = $1 and sent_at is not null', [member.email]))
        .rowCount,
    ).toBe(0);
    const listed = await staffed.ask(owner, 'GET', `/mails?member=${member.member.id}`);
    expect(listed.data).toEqual([]);
    expect((await actsOn(member.member.id)).at(-1)).toEqual({
      actor: 'Bela',
      action: 'member.deleted',
      reason: 'Asked for it.',
    });
  });

  test('counts subscriptions of their own that may be charged, and not that of the owner of their team', async () => {
    const [owning, seated] = [await product.buildMember(), await product.buildMember()];
    await product.database.pool.query(
      `with bought as (insert into plan_connection
           (id, member_id, plan_id, type, status, subscription_id, subscription_status, site_id)
         values ('con_care', $1, 'pln_demo_team', 'SUBSCRIPTION', 'ACTIVE', 'sub_care', 'active', $3) returning id),
       made as (insert into team (id, site_id, owner_id, connection_id, invite_hash, invite_sealed)
         select 'team_care', $3, $1, id, 'h', 's' from bought returning id)
       insert into team_seat (team_id, member_id, connection_id, site_id) select id, $2, 'con_care_seat', $3 from made`,
      [owning.member.id, seated.member.id, site],
    );
    const told = async (member: TestMember) => {
      const { plans, subscriptions } = (await ask(bela, 'GET', member, '/erasure')).data.counts;
      return [plans, subscriptions, (await ask(bela, 'GET', member, '')).data.subscriptions];
    };
    expect([await told(owning), await told(seated)]).toEqual([
      [1, 1, 1],
      [1, 0, 0],
    ]);
    await product.database.pool.query(
      "update plan_connection set status = 'REQUIRES_PAYMENT', subscription_status = 'past_due' where id = 'con_care'",
    );
    expect(await told(owning)).toEqual([0, 1, 1]);
  });

  test('needs their address typed, and a reason', async () => {
    const member = await product.buildMember();
    const wrong = await erase(bela, member, { reason: 'x', email: 'other@example.org' });
    expect([wrong.status, wrong.error.code, wrong.error['field']]).toEqual([400, 'invalid-request', 'email']);
    expect((await erase(bela, member, { email: member.email })).status).toBe(400);
    expect((await ask(bela, 'GET', member, '')).status).toBe(200);
  });

  test('is not for support', async () => {
    const member = await product.buildMember();
    const refused = await erase(sam, member, { reason: 'x', email: member.email });
    expect([refused.status, refused.error.code]).toEqual([403, 'access-denied']);
    expect((await ask(sam, 'GET', member, '/erasure')).error.code).toBe('access-denied');
  });
});

describe('A member created by hand', () => {
  const create = (by: TestStaff, body: object, of = site) =>
    staffed.ask(by, 'POST', `/sites/${of}/members`, { verified: false, invite: false, ...body });

  test('has the values, plans and proof that were asked for, and is mailed nothing', async () => {
    const email = newEmail();
    const made = await create(bela, {
      email,
      verified: true,
      reason: 'Came by phone.',
      customFields: { 'first-name': 'Ada' },
      planIds: ['pln_demo_free'],
    });
    expect(made.status).toBe(200);
    const { member, mailAfterSeconds } = made.data;
    expect(member).toMatchObject({
      name: 'Ada',
      verified: true,
      auth: { email, hasPassword: false },
      planConnections: [{ planId: 'pln_demo_free', active: true }],
    });
    expect(mailAfterSeconds).toBeNull();
    expect(await product.mailsTo(email)).toEqual([]);
    expect(await actsOn(member.id)).toEqual([{ actor: 'Bela', action: 'member.created', reason: 'Came by phone.' }]);
  });

  test('is mailed a way to a password where asked, by which they come in', async () => {
    const email = newEmail();
    const made = await create(sam, { email, invite: true });
    expect([made.status, made.data.mailAfterSeconds]).toEqual([200, 0]);
    const code = await product.codeFor(email, 'reset-code');
    const reset = await product.post('/auth/reset-password', { token: code, newPassword: 'elm-stool-sunday-7', email });
    expect(reset.status).toBe(200);
    const entered = await product.post('/auth/login', { email, password: 'elm-stool-sunday-7' });
    expect(entered.data.member.id).toBe(made.data.member.id);
  });

  test.for([
    [{ email: 'nonsense' }, 'invalid-email'],
    [{ email: 'a@example.org', planIds: ['pln_none'] }, 'plan-not-found'],
    [{ email: 'a@example.org', planIds: ['pln_demo_maker'] }, 'plan-not-free'],
    [{ email: 'a@example.org', customFields: { newsletter: 'perhaps' } }, 'invalid-field-value'],
  ])('is refused, and not made, for %j', async ([body, code]) => {
    expect((await create(bela, body as object)).error.code).toBe(code);
    expect((await product.database.pool.query(`select from member where email = 'a@example.org'`)).rowCount).toBe(0);
  });

  test('of an address that has an account is refused', async () => {
    const { email } = await product.buildMember();
    expect((await create(bela, { email })).error.code).toBe('email-already-in-use');
  });

  test('is not made at a site beyond the scope', async () => {
    for (const of of ['app_live', 'app_none']) {
      const refused = await create(bela, { email: newEmail() }, of);
      expect([refused.status, refused.error.code]).toEqual([404, 'not-found']);
    }
  });
});

describe('Notes of staff', () => {
  const add = async (by: TestStaff, member: TestMember, body: string) =>
    (await ask(by, 'POST', member, '/notes', { body })).data;
  const list = async (by: TestStaff, member: TestMember, query = '') =>
    (await ask(by, 'GET', member, `/notes${query}`)).json;

  test('are read by colleagues, the newest first, in pages', async () => {
    const member = await product.buildMember();
    for (const body of ['One', 'Two', 'Three']) await add(bela, member, body);
    const first = await list(sam, member, '?limit=2');
    expect(first.data).toMatchObject([
      { body: 'Three', author: 'Bela', isOwn: false, version: 1, changedAt: null },
      { body: 'Two' },
    ]);
    expect(first.hasNextPage).toBe(true);
    const second = await list(bela, member, `?limit=2&after=${first.endCursor}`);
    expect(second.data).toMatchObject([{ body: 'One', isOwn: true }]);
    expect((await actsOn(member.member.id)).map(({ action }) => action)).toEqual(Array(3).fill('note.added'));
  });

  test('are changed and deleted by their author alone', async () => {
    const member = await product.buildMember();
    const { id } = await add(bela, member, 'One');
    const of = (by: TestStaff, method: string, body?: object) => ask(by, method, member, `/notes/${id}`, body);
    for (const refused of [await of(sam, 'PATCH', { body: 'Mine', version: 1 }), await of(sam, 'DELETE')])
      expect([refused.status, refused.error.code]).toEqual([404, 'note-not-found']);
    const changed = await of(bela, 'PATCH', { body: 'Two', version: 1 });
    expect(changed.data).toMatchObject({ body: 'Two', version: 2, changedAt: expect.any(String) });
    expect((await of(bela, 'DELETE')).status).toBe(200);
    expect((await list(bela, member)).data).toEqual([]);
  });

  test('of one version are saved once: the later one reads what the text is now', async () => {
    const member = await product.buildMember();
    const { id } = await add(bela, member, 'One');
    const save = (body: string, version: number) => ask(bela, 'PATCH', member, `/notes/${id}`, { body, version });
    const answers = await Promise.all(['Two', 'Three', 'Four'].map((body) => save(body, 1)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = answers.find(({ status }) => status !== 200)!;
    expect([lost.status, lost.error.code]).toEqual([412, 'changed-meanwhile']);
    expect(lost.error['changed']).toEqual([{ name: 'body', value: won[0]!.data.body }]);
    expect((await save('Five', Number(lost.error['version']))).status).toBe(200);
  });

  test('are neither written by who may only look, nor read beyond the scope', async () => {
    const member = await product.buildMember();
    const reader: TestStaff = { name: 'Rita', role: 'reader', scope: { sites: [site], partners: [] } };
    expect((await ask(reader, 'POST', member, '/notes', { body: 'x' })).error.code).toBe('access-denied');
    expect((await ask(reader, 'GET', member, '/notes')).status).toBe(200);
    for (const by of [builderOf('app_live'), admissionsOf('uts')])
      expect((await ask(by, 'GET', member, '/notes')).error.code).toBe('not-found');
  });

  test.for(['', '  ', 'x'.repeat(5_001)])('of no text, or too much, are refused (case %#)', async (body) => {
    const member = await product.buildMember();
    expect((await ask(bela, 'POST', member, '/notes', { body })).status).toBe(400);
  });

  test('end at 200 for a member, also where many are written at once', async () => {
    const member = await product.buildMember();
    await product.database.pool.query(
      `insert into member_note (id, site_id, member_id, staff_id, author, body)
       select 'note_' || n || $1, $2, $1, 'stf_x', 'X', 'x' from generate_series(1, 198) n`,
      [member.member.id, site],
    );
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(bela, 'POST', member, '/notes', { body: 'x' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.error.code).toBe('note-limit-reached');
  });
});
