import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/database.ts';
import { addLoneJob } from '../../../platform/jobs.ts';
import { newId } from '../../../platform/keys.ts';
import { queueMail, type Mail } from '../../../platform/mail.ts';
import { sendJob } from '../../../platform/mail-state.ts';
import { admissionsOf, builderOf, owner, startTestConsole, type TestConsole } from '../../../testing/console.ts';
import { bookMail } from '../../sign-in/mails/mail-budgets.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';

const portal = 'app_portal';
let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership({
    optionsFor: () => ({
      // Members of partners as another domain knows them: here by a field.
      partnerMembers: {
        siteId: portal,
        areOf: (memberId, partners) => sql`${memberId} = any(${partners.map((code) => `mem_${code}`)}::text[])`,
      },
    }),
  });
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const one = builderOf('app_one');
const other = builderOf('app_other');
const northfield = admissionsOf('northfield');

/** Queues a mail as the product does. @returns its id */
async function mail(wish: Partial<Mail> = {}): Promise<string> {
  const to = wish.to ?? `${newId('m')}@example.org`;
  const letter: Mail = {
    kind: 'receipt',
    subject: 'Paid',
    text: 'Dear Ana, thank you.',
    html: '<p>Dear Ana, <b>thank you</b>.</p>',
    siteId: 'app_one',
    ...wish,
    to,
  };
  await transaction(product.services.db, (tx) => queueMail(product.services, tx, letter));
  const { rows } = await product.database.pool.query<{ id: string }>(
    'select id from mail_outbox where recipient = $1',
    [to],
  );
  return rows[0]!.id;
}
const send = (id: string) =>
  product.database.pool.query(
    `update mail_outbox set sent_at = now(),
       sealed_body = null, body_text = case when sensitive then '' else body_text end where id = $1`,
    [id],
  );
const giveUp = (id: string) =>
  product.database.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = '550 no such mailbox'
     where key like '%' || $1`,
    [id],
  );
const jobOf = async (id: string) =>
  (
    await product.database.pool.query(`select attempts from graphile_worker._private_jobs where key like '%' || $1`, [
      id,
    ])
  ).rows;

const list = (query = '', by = owner) => staffed.ask(by, 'GET', `/mails?limit=100&${query}`);
const idsOf = ({ data }: { data: { id: string }[] }) => new Set(data.map(({ id }) => id));
const actsOn = async (subject: string) =>
  (
    await product.database.pool.query(
      'select action, staff_id, site_id, partner, note, reason from audit_entry where subject = $1',
      [subject],
    )
  ).rows;

describe('the list of mails', () => {
  test('tells to whom, why and what became of each, and counts them', async () => {
    const to = `tell-${newId('m')}@example.org`;
    const id = await mail({ to, memberId: 'mem_ana' });
    await send(id);
    const { status, data, json } = await list(`to=${to}`);
    expect([status, json.count]).toEqual([200, { rows: 1, isExact: true }]);
    expect(data).toEqual([
      {
        id,
        to,
        kind: 'receipt',
        subject: 'Paid',
        state: 'sent',
        at: expect.stringMatching(/Z$/),
        sentAt: expect.stringMatching(/Z$/),
        siteId: 'app_one',
        partner: null,
        memberId: 'mem_ana',
      },
    ]);
  });

  test('tells waiting, sent, refused and late ones apart, and counts each by the same statement', async () => {
    const site = newId('app_');
    const ids = { waiting: '', sent: '', refused: '', late: '' };
    for (const state of Object.keys(ids) as (keyof typeof ids)[]) ids[state] = await mail({ siteId: site });
    await send(ids.sent);
    await giveUp(ids.refused);
    await product.database.pool.query('update mail_outbox set dropped_at = now() where id = $1', [ids.late]);
    for (const [state, id] of Object.entries(ids)) {
      const { data, json } = await list(`site=${site}&state=${state}`);
      expect([data.map((row: { id: string }) => row.id), data[0].state, json.count.rows]).toEqual([[id], state, 1]);
    }
    expect((await list(`site=${site}&state=refused&state=waiting`)).json.count.rows).toBe(2);
  });

  test('tells a refused one as such after its job is gone, which goes before the mail', async () => {
    const id = await mail();
    await product.database.pool.query(`delete from graphile_worker._private_jobs where key like '%' || $1`, [id]);
    expect(idsOf(await list('state=refused'))).toContain(id);
    expect(idsOf(await list('state=waiting'))).not.toContain(id);
    const { data } = await staffed.ask(owner, 'GET', `/mails/${id}`);
    expect([data.state, data.fault, data.again]).toEqual(['refused', null, 'retry']);
    await staffed.ask(owner, 'POST', `/mails/${id}/again`, {});
    expect((await staffed.ask(owner, 'GET', `/mails/${id}`)).data.state).toBe('waiting');
  });

  test('is searched by the beginning of an address, in which % and _ mean nothing', async () => {
    const id = await mail({ to: 'half_an.address@kauri.example' });
    await mail({ to: 'halfway@kauri.example' });
    expect(idsOf(await list('search=Half_an'))).toEqual(new Set([id]));
    expect(idsOf(await list('search=%25'))).toEqual(new Set());
  });

  test('forgets what is forgotten: a mail without its receiver is in no list', async () => {
    const id = await mail();
    await product.database.pool.query(`update mail_outbox set recipient = '', subject = '' where id = $1`, [id]);
    expect(idsOf(await list())).not.toContain(id);
    expect((await staffed.ask(owner, 'GET', `/mails/${id}`)).status).toBe(404);
  });
});

describe('of mails, staff see', () => {
  test('those of their sites, or under the names of their partners, or to members of their partners', async () => {
    const ofOne = await mail({ siteId: 'app_one' });
    const ofOther = await mail({ siteId: 'app_other' });
    const ofPartner = await mail({ siteId: portal, partner: 'northfield' });
    const ofRival = await mail({ siteId: portal, partner: 'harbour' });
    const toMember = await mail({ siteId: portal, memberId: 'mem_northfield' });
    const elsewhere = await mail({ siteId: 'app_other', memberId: 'mem_northfield' });
    const toStaff = await mail({ siteId: undefined as never });
    const all = [ofOne, ofOther, ofPartner, ofRival, toMember, elsewhere, toStaff];
    const seen = async (by: typeof owner) => {
      const found = idsOf(await list('', by));
      return all.filter((id) => found.has(id));
    };
    expect(await seen(owner)).toEqual(all);
    expect(await seen(one)).toEqual([ofOne]);
    expect(await seen(other)).toEqual([ofOther, elsewhere]);
    expect(await seen(northfield)).toEqual([ofPartner, toMember]);
  });

  test('none out of scope waits for those who hold it', async () => {
    const id = await mail({ siteId: 'app_other' });
    await product.database.db.transaction().execute(async (tx) => {
      await sql`select from mail_outbox where id = ${id} for update`.execute(tx);
      const asked = staffed.ask(one, 'POST', `/mails/${id}/again`, {});
      const waited = await Promise.race([asked, sleep(3_000)]);
      expect(waited?.error.code).toBe('not-found');
    });
  });

  test('none out of scope: reading, its markup and sending it again answer as if it did not exist', async () => {
    const id = await mail({ siteId: 'app_other' });
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['GET', '/body'],
      ['POST', '/again', {}],
    ];
    for (const [method, path, body] of calls) {
      const foreign = await staffed.ask(one, method, `/mails/${id}${path}`, body);
      const absent = await staffed.ask(one, method, `/mails/mail_absent${path}`, body);
      expect([foreign.status, foreign.error]).toEqual([absent.status, absent.error]);
      expect(foreign.status).toBe(404);
      // The negative control: the same call in scope.
      expect((await staffed.ask(other, method, `/mails/${id}${path}`, body)).status).toBe(200);
    }
  });

  test('nothing without the permission', async () => {
    const id = await mail({ siteId: portal, partner: 'northfield' });
    expect((await staffed.ask(northfield, 'POST', `/mails/${id}/again`, {})).error.code).toBe('access-denied');
    expect((await staffed.ask(northfield, 'GET', '/mails.csv')).error.code).toBe('access-denied');
  });
});

describe('a mail', () => {
  test('is shown as it looked, in a frame that may run nothing and load nothing', async () => {
    const id = await mail({ html: '<p>Dear <script>alert(1)</script></p>' });
    const { data } = await staffed.ask(owner, 'GET', `/mails/${id}`);
    expect(data).toMatchObject({ id, text: 'Dear Ana, thank you.', again: 'retry' });
    const { text, headers } = await staffed.ask(owner, 'GET', `/mails/${id}/body`);
    expect(text).toContain('<script>');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  });

  test('with a code or link is never shown, neither while it waits nor when it was sent', async () => {
    const id = await mail({ text: 'Code 123456', html: '<b>123456</b>', sensitive: true });
    for (const becomes of [() => undefined, () => send(id)]) {
      await becomes();
      const shown = await staffed.ask(owner, 'GET', `/mails/${id}`);
      expect(shown.data.text).toBe(null);
      expect(shown.text).not.toContain('123456');
      expect((await staffed.ask(owner, 'GET', `/mails/${id}/body`)).status).toBe(404);
    }
  });

  test('that was refused is tried at once with all attempts, and tells what the mail server said', async () => {
    const id = await mail({ siteId: 'app_one', partner: 'northfield' });
    await giveUp(id);
    expect((await staffed.ask(one, 'GET', `/mails/${id}`)).data).toMatchObject({
      state: 'refused',
      fault: '550 no such mailbox',
      again: 'retry',
    });
    const { data } = await staffed.ask(one, 'POST', `/mails/${id}/again`, { reason: 'Mailbox made' });
    expect(data).toEqual({ id });
    expect(await jobOf(id)).toEqual([{ attempts: 0 }]);
    expect(await actsOn(id)).toEqual([
      {
        action: 'mail.sent-again',
        staff_id: 'stf_bela',
        site_id: 'app_one',
        partner: 'northfield',
        note: 'receipt',
        reason: 'Mailbox made',
      },
    ]);
  });

  test('that was sent leaves as a copy under an id of its own', async () => {
    const id = await mail({
      dedupeKey: newId('key_'),
      attachments: [{ name: 'day.ics', type: 'text/calendar', text: 'BEGIN' }],
    });
    await send(id);
    const { data } = await staffed.ask(owner, 'POST', `/mails/${id}/again`, {});
    expect(data.id).not.toBe(id);
    const copy = await staffed.ask(owner, 'GET', `/mails/${data.id}`);
    expect(copy.data).toMatchObject({
      state: 'waiting',
      text: 'Dear Ana, thank you.',
      attachments: [{ name: 'day.ics', text: 'BEGIN' }],
    });
    expect(await jobOf(data.id)).toEqual([{ attempts: 0 }]);
  });

  test('leaves as copies within the budget of its mailbox, of which a part is kept for codes', async () => {
    const to = `${newId('m')}@example.org`;
    const id = await mail({ to });
    await send(id);
    const again = async (which = id) => (await staffed.ask(owner, 'POST', `/mails/${which}/again`, {})).status;
    const statuses = [];
    for (let copy = 0; copy < 4; copy++) statuses.push(await again());
    expect(statuses).toEqual([200, 200, 200, 429]);
    const kept = await product.database.pool.query('select id from mail_outbox where recipient = $1', [to]);
    expect(kept.rowCount).toBe(4);
    const elsewhere = await mail();
    await send(elsewhere);
    expect(await again(elsewhere)).toBe(200);
    const code = await transaction(product.services.db, (tx) =>
      bookMail(tx, { email: to, cause: 'asked', slot: 'code' }),
    );
    expect(code).toMatchObject({ isNew: true });
  });

  test('that was refused is tried again where its mailbox has no room: it was counted before', async () => {
    const to = `${newId('m')}@example.org`;
    const id = await mail({ to });
    await giveUp(id);
    for (let count = 0; count < 3; count++)
      await transaction(product.services.db, (tx) => bookMail(tx, { email: to, cause: 'strangers', slot: `${count}` }));
    expect((await staffed.ask(owner, 'POST', `/mails/${id}/again`, {})).status).toBe(200);
  });

  test('that is kept back for its mailbox says when it leaves, and is not tried before', async () => {
    const id = await mail({ afterSeconds: 3_600 });
    const show = async () => (await staffed.ask(owner, 'GET', `/mails/${id}`)).data;
    const { at, ...kept } = await show();
    const leavesAt = new Date(Date.parse(at) + 3_600_000).toISOString();
    expect(kept).toMatchObject({ state: 'waiting', again: null, leavesAt });
    const { status, error } = await staffed.ask(owner, 'POST', `/mails/${id}/again`, {});
    expect([status, error.code]).toEqual([429, 'too-many-requests']);
    expect(error.message).toMatch(/leaves by itself in \d+ minutes\.$/);
    expect(await actsOn(id)).toEqual([]);
    // Negative control: one for which the mail server is asked again soon, since it did not answer, may be tried now.
    await product.database.pool.query(`delete from graphile_worker._private_jobs where key like '%' || $1`, [id]);
    await addLoneJob(product.services.db, sendJob, { id }, { key: id, afterSeconds: 15 });
    expect(await show()).toMatchObject({ state: 'waiting', again: 'retry', leavesAt: null });
  });

  test('that is being handed over is not tried beside that, which would send it twice', async () => {
    const id = await mail();
    const setLock = (by: string | null) =>
      product.database.pool.query(
        `update graphile_worker._private_jobs set locked_by = $2, locked_at = case when $2::text is not null then now() end
         where key like '%' || $1`,
        [id, by],
      );
    await setLock('a worker');
    expect((await staffed.ask(owner, 'GET', `/mails/${id}`)).data).toMatchObject({ state: 'waiting', again: null });
    const { status, error } = await staffed.ask(owner, 'POST', `/mails/${id}/again`, {});
    expect([status, error.code]).toEqual([429, 'too-many-requests']);
    expect(error.message).toMatch(/is being handed to the mail server at this moment\. Look again in a minute\.$/);
    expect(await jobOf(id)).toHaveLength(1);
    expect(await actsOn(id)).toEqual([]);
    // Negative control: once the mail server has refused it for now.
    await setLock(null);
    expect((await staffed.ask(owner, 'GET', `/mails/${id}`)).data.again).toBe('retry');
    expect((await staffed.ask(owner, 'POST', `/mails/${id}/again`, {})).status).toBe(200);
  });

  test('that carried a code, or is of no use any more, is not sent again', async () => {
    const sent = await mail({ sensitive: true });
    await send(sent);
    const late = await mail({ usefulMinutes: 10 });
    await product.database.pool.query(`update mail_outbox set send_before = now() where id = $1`, [late]);
    for (const id of [sent, late]) {
      const { status, error } = await staffed.ask(owner, 'POST', `/mails/${id}/again`, {});
      expect([status, error.code]).toEqual([409, 'mail-not-kept']);
      expect(await actsOn(id)).toEqual([]);
    }
  });
});

describe('the export of mails', () => {
  test('has exactly the rows of the list, no formulas, and is in the audit trail', async () => {
    const site = newId('app_');
    await mail({ siteId: site, subject: '=HYPERLINK("https://evil.example")' });
    await mail({ siteId: 'app_other' });
    const { text } = await staffed.ask(builderOf(site), 'GET', '/mails.csv?state=waiting');
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^"?'=HYPERLINK/);
    expect((await actsOn('stf_bela')).at(-1)).toMatchObject({ action: 'mails.exported', site_id: site, note: 'state' });
  });
});
