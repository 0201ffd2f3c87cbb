import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeForm } from '../../testing/form-data.ts';
import { eventually } from '../../testing/eventually.ts';
import { goodPassword, startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';
import { picture } from '../../testing/pictures.ts';
import { accountKey } from '../sign-in/sign-in-limits.ts';

let product: TestMembership;
/** What happens while the card provider is asked to end checkouts. */
let meanwhile = async () => {};
beforeAll(async () => {
  const deletionDuties = { explain: async () => [], endCheckouts: () => meanwhile(), letGo: async () => {} };
  product = await startTestMembership({ optionsFor: () => ({ deletionDuties }) });
});
afterAll(() => product.stop());

const leave = (token: string | undefined, headers = {}) => product.call('DELETE', '/member', { token, headers });

async function sendPicture(token: string) {
  const { payload, type } = await encodeForm([['profileImage', await picture('png'), 'me.png', 'image/png']]);
  return product.app.inject({
    method: 'POST',
    url: '/member/profile-image',
    headers: { 'x-api-key': 'pk_sb_demo', 'content-type': type, authorization: `Bearer ${token}` },
    payload,
  });
}

const write = (token: string) =>
  product.post('/comments/posts', { channelKey: 'bench', content: '<p>Beech or oak?</p>' }, { token });

/** Writes every kind of data that a member can by using the site. */
async function useEverything({ token, email }: TestMember): Promise<string> {
  await product.post('/member/json', { json: { theme: 'dark' } }, { token });
  await product.post('/member/plans/add', { planId: 'pln_demo_free' }, { token });
  await product.post('/auth/login', { email, password: goodPassword });
  await product.freshCode(email, 'reset');
  await product.post('/auth/send-email-verification', {}, { token });
  await write(token);
  return (await sendPicture(token)).json().data.profileImage;
}

/** Tables that a deletion leaves: counters of attempts, which expire by themselves or from then on. */
const runningOut = ['rate_limit'];

/** Tables with a row that contains one of these texts, in any column. */
async function tablesNaming(...words: string[]): Promise<string[]> {
  const { pool } = product.database;
  const { rows } = await pool.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { table_name: table } of rows.filter(({ table_name: name }) => !runningOut.includes(name))) {
    const { rowCount } = await pool.query(
      `select 1 from ${table} as each where exists (select from unnest($1::text[]) word where each::text like '%' || word || '%') limit 1`,
      [words],
    );
    if (rowCount) found.push(table);
  }
  return found;
}

describe('a member who deletes their account', () => {
  test('gets the id as answer, loses all sessions, and may sign up as a new member', async () => {
    const { token, email, member } = await product.buildMember();
    const elsewhere = (await product.post('/auth/login', { email, password: goodPassword })).data.tokens.accessToken;
    expect(await leave(token)).toMatchObject({ status: 200, json: { data: { id: member.id } } });
    for (const each of [token, elsewhere])
      expect((await product.call('GET', '/member', { token: each })).data).toBeNull();
    expect((await product.post('/auth/login', { email, password: goodPassword })).error.code).toBe(
      'invalid-credentials',
    );
    const again = await product.post('/auth/signup', { email, password: goodPassword });
    expect(again.status).toBe(200);
    expect(again.data.member.id).not.toBe(member.id);
  });

  test('leaves no data but counters that expire, and no other member’s data is deleted', async () => {
    const [leaver, stayer] = [await product.buildMember({ proved: true }), await product.buildMember()];
    const pendingEmail = `new-${leaver.email}`;
    await product.post('/member-auth', { email: pendingEmail }, { token: leaver.token });
    const address = await useEverything(leaver);
    expect(await tablesNaming(pendingEmail)).toEqual(expect.arrayContaining(['mail_outbox', 'member']));
    const kept = await useEverything(stayer);
    const before = await tablesNaming(leaver.member.id, leaver.email);
    expect(before).toEqual(
      expect.arrayContaining([
        'comment',
        'mail_outbox',
        'mailed_code',
        'member',
        'member_json',
        'plan_connection',
        'session',
        'stored_file',
      ]),
    );
    const untouched = await tablesNaming(stayer.member.id, stayer.email);

    // As if sent; mails that still wait are tested with the outbox.
    await product.database.pool.query('update mail_outbox set sent_at = now()');
    expect((await leave(leaver.token)).status).toBe(200);
    // The notice of the deletion is sent, and erased then.
    const { rows } = await product.database.pool.query(
      'delete from mail_outbox where recipient = $1 and sent_at is null and erase_once_sent returning kind',
      [leaver.email],
    );
    expect(rows).toEqual([{ kind: 'account-deleted' }]);
    expect(await tablesNaming(leaver.member.id, leaver.email)).toEqual([]);
    expect(await tablesNaming(stayer.member.id, stayer.email)).toEqual(untouched);
    const fileAt = async (each: string) =>
      (await product.app.inject({ method: 'GET', url: each.replace(product.appUrl, '') })).statusCode;
    await eventually(async () => (await fileAt(address)) === 404);
    expect(await fileAt(kept)).toBe(200);
  });

  test('leaves failures in a row that run out in four weeks, as those of an address without an account', async () => {
    const { token, email } = await product.buildMember();
    await product.post('/auth/login', { email, password: 'wrong-password-9' });
    const readDays = async () => {
      const { rows } = await product.database.pool.query(
        `select round((expire / 1000 - extract(epoch from now())) / 86400)::int as days from rate_limit where key = $1`,
        [`wrong-password:${accountKey('app_demo', email)}`],
      );
      return rows.map(({ days }) => days);
    };
    expect(await readDays()).toEqual([null]);
    expect((await leave(token)).status).toBe(200);
    expect(await readDays()).toEqual([28]);
  });

  test('takes along what was mailed to addresses they never proved, and leaves others’ mails there alone', async () => {
    const leaver = await product.buildMember({ proved: true });
    const other = await product.buildMember();
    for (const email of ['given.up@example.org', other.email, 'awaited@example.org'])
      await product.post('/member-auth', { email, oldPassword: goodPassword }, { token: leaver.token });
    const { pool } = product.database;
    const recipients = async () => {
      await product.mailsTo('');
      const addresses = ['given.up@example.org', 'awaited@example.org', other.email];
      const select = 'select recipient from mail_outbox where recipient = any($1)';
      return (await pool.query(select, [addresses])).rows.map(({ recipient }) => recipient);
    };
    const before = await recipients();
    expect(before).toEqual(expect.arrayContaining(['given.up@example.org', 'awaited@example.org', other.email]));
    await pool.query('update mail_outbox set sent_at = now()');
    expect((await leave(leaver.token)).status).toBe(200);
    expect(await recipients()).toEqual(before.filter((recipient) => recipient === other.email));
  });

  test('leaves what another site has mailed to the same address, which it may not have proved', async () => {
    const headers = { 'x-api-key': 'pk_sb_enrolment' };
    const owner = await product.buildMember({ proved: true, headers });
    await product.forgetMailLimits();
    const claim = { email: owner.email, password: goodPassword };
    const { data: claimed } = await product.post('/auth/signup', claim);
    await product.mailsTo(owner.email);
    const { pool } = product.database;
    await pool.query('update mail_outbox set sent_at = now() where recipient = $1', [owner.email]);
    const mailed = async () => {
      const select = 'select site_id, member_id, kind from mail_outbox where recipient = $1 order by created_at, id';
      return (await pool.query(select, [owner.email])).rows;
    };
    const before = await mailed();
    const ofOwner = before.filter(({ site_id: siteId }) => siteId === 'app_enrolment');
    expect(ofOwner.map(({ member_id: memberId }) => memberId)).toContain(owner.member.id);
    expect(before.map(({ site_id: siteId }) => siteId)).toContain('app_demo');
    expect((await leave(claimed.tokens.accessToken)).status).toBe(200);
    expect(await mailed()).toEqual(ofOwner);
  });

  test('needs a log-in or a proof of the last ten minutes', async () => {
    const { token, member } = await product.buildMember();
    const age = "update session set proved_at = now() - interval '11 minutes' where member_id = $1";
    await product.database.pool.query(age, [member.id]);
    const refused = await leave(token);
    expect([refused.status, refused.error.code]).toEqual([403, 'recent-login-required']);
    expect((await product.call('GET', '/member', { token })).data.id).toBe(member.id);
    const proved = await product.post('/member/prove', { password: goodPassword }, { token });
    expect((await leave(proved.data.tokens.accessToken)).status).toBe(200);
  });

  test('is not deleted if a reset of the password has ended the session meanwhile', async () => {
    const { email, token, member } = await product.buildMember({ proved: true });
    const { code } = await product.freshCode(email, 'reset');
    const newPassword = 'quiet-harbour-mill-7';
    meanwhile = async () => {
      meanwhile = async () => {};
      expect((await product.post('/auth/reset-password', { token: code, email, newPassword })).status).toBe(200);
    };
    const refused = await leave(token);
    expect([refused.status, refused.error.code]).toEqual([401, 'login-required']);
    const entered = await product.post('/auth/login', { email, password: newPassword });
    expect(entered.data.member.id).toBe(member.id);
    expect((await product.mailsTo(email)).map(({ kind }) => kind)).not.toContain('account-deleted');
  });

  test('is deleted once by concurrent calls', async () => {
    const { token } = await product.buildMember();
    const answers = await Promise.all(Array.from({ length: 5 }, () => leave(token)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.slice(1).every((status) => status === 401 || status === 404)).toBe(true);
  });

  test('leaves no data, whatever concurrent calls write', async () => {
    for (let round = 0; round < 6; round++) {
      const leaver = await product.buildMember();
      const { token, email, member } = leaver;
      const doing = [
        write(token),
        product.post('/member/json', { json: 1 }, { token }),
        product.post('/member/plans/add', { planId: 'pln_demo_free' }, { token }),
        product.post('/member', { customFields: { phone: '1' } }, { token }),
        product.post('/auth/login', { email, password: goodPassword }),
        product.post('/auth/send-email-verification', {}, { token }),
        product.post('/comments/posts/typing', { channelKey: 'bench' }, { token }),
        product.post(
          '/comments/channels/manage-subscription',
          { channelKey: 'bench', action: 'THREADS_ONLY' },
          { token },
        ),
        product.call('GET', '/member', { token }),
        sendPicture(token).then(({ statusCode: status }) => ({ status })),
        leave(token),
      ];
      const statuses = (await Promise.all(doing)).map(({ status }) => status);
      expect(statuses.at(-1)).toBe(200);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect(await tablesNaming(member.id)).toEqual([]);
    }
  });
});

describe('no member', () => {
  test('is deleted by a visitor or at a site that is not theirs', async () => {
    const { token } = await product.buildMember();
    expect((await leave(undefined)).error.code).toBe('login-required');
    expect((await leave(token, { 'x-api-key': 'pk_live' })).error.code).toBe('login-required');
    expect((await product.call('GET', '/member', { token })).data).not.toBeNull();
  });

  test('leaves a site that does not let them, nor by another site’s page', async () => {
    const headers = { 'x-api-key': 'pk_sb_enrolment' };
    const { token } = await product.buildMember({ headers });
    expect((await leave(token, headers)).error.code).toBe('access-denied');
    expect((await leave(token, { ...headers, origin: 'https://evil.example' })).error.code).toBe('origin-not-allowed');
    expect((await product.call('GET', '/member', { token, headers })).data).not.toBeNull();
  });
});
