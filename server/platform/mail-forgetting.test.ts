import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { deletingJobs } from './ended-rows.ts';
import { transaction } from './database/database.ts';
import { addLoneJob } from './jobs.ts';
import { createKeys } from './keys.ts';
import { eraseOldMails, forgetMails, oldMails, queueMail } from './mail.ts';
import { sendJob } from './mail-state.ts';
import { defaultRetention } from './retention.ts';

test('mails that left a month ago are forgotten; of one with a key only the key stays', async ({ onTestFinished }) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const rows: [string, string | null, string, string][] = [
    ['sent-long-ago', null, 'sent_at', '31 days'],
    ['dropped-long-ago', null, 'dropped_at', '31 days'],
    ['keyed', 'receipt-of-order-1', 'sent_at', '31 days'],
    ['recent', null, 'sent_at', '29 days'],
    ['waiting', null, 'created_at', '31 days'],
    ['waited-in-vain', null, 'created_at', '61 days'],
    ['waited-in-vain-with-key', 'receipt-of-order-2', 'created_at', '61 days'],
  ];
  for (const [id, key, column, age] of rows)
    await database.pool.query(
      `insert into mail_outbox (id, kind, dedupe_key, recipient, subject, body_text, body_html, sensitive, created_at${column === 'created_at' ? '' : `, ${column}`})
       values ($1, 'receipt', $2, 'ana@example.org', 'Paid', 'Dear Ana', '<p>Ana', false,
         now() - $3::interval${column === 'created_at' ? '' : ', now() - $3::interval'})`,
      [id, key, age],
    );
  const jobs = deletingJobs({ db: database.db, retention: defaultRetention }, oldMails);
  for (const job of [eraseOldMails(database.db), ...jobs]) await job.run({});
  const kept = await database.pool.query('select * from mail_outbox order by id');
  expect(kept.rows.map(({ id }) => id)).toEqual(['keyed', 'recent', 'waited-in-vain-with-key', 'waiting']);
  const [keyed, recent, vain, waiting] = kept.rows;
  expect(keyed).toMatchObject({ kind: 'receipt', dedupe_key: 'receipt-of-order-1', sent_at: expect.any(Date) });
  // A mail without a recipient must not be retried.
  expect(vain).toMatchObject({ dedupe_key: 'receipt-of-order-2', sent_at: null, dropped_at: expect.any(Date) });
  expect(JSON.stringify([keyed, vain])).not.toMatch(/ana/i);
  for (const mail of [recent, waiting])
    expect(mail).toMatchObject({ recipient: 'ana@example.org', body_text: 'Dear Ana' });
});

test('mails that the server refused for good go with their member, also where they still waited at that moment', async ({
  onTestFinished,
}) => {
  const { db, pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  const keys = createKeys(['a secret of these tests']);
  const queue = (to: string) =>
    transaction(db, (tx) =>
      queueMail({ keys }, tx, {
        kind: 'notice',
        to,
        subject: 'For Ana',
        text: 'Ana',
        html: '<p>Ana',
        memberId: 'mem_ana',
      }),
    );
  /** The queue has no attempt left for the mails of an address. */
  const giveUp = (to: string) =>
    pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts
       where key = any(select 'send-mail-' || id from mail_outbox where recipient = $1)`,
      [to],
    );
  const addresses = async () => {
    const { rows } = await pool.query("select recipient from mail_outbox where recipient <> '' order by recipient");
    return rows.map(({ recipient }) => recipient);
  };
  await queue('closed@example.org');
  await queue('slow@example.org');
  await queue('gone@example.org');
  await giveUp('closed@example.org');
  // Jobs that were given up go before their mails.
  await pool.query(
    "delete from graphile_worker._private_jobs where key like '%' || (select id from mail_outbox where recipient like 'gone%')",
  );
  await transaction(db, (tx) => forgetMails(tx, { siteId: 'app_demo', memberIds: ['mem_ana'], addresses: [] }));
  expect(await addresses()).toEqual(['slow@example.org']);

  const sweep = eraseOldMails(db);
  await sweep.run({});
  expect(await addresses()).toEqual(['slow@example.org']);
  await giveUp('slow@example.org');
  await sweep.run({});
  expect(await addresses()).toEqual([]);
  const { rows } = await pool.query('select * from mail_outbox');
  expect(rows).toHaveLength(3);
  for (const mail of rows) expect(mail).toMatchObject({ member_id: null, sent_at: null, dropped_at: expect.any(Date) });
  expect(JSON.stringify(rows)).not.toMatch(/ana/i);
});

test('the address of a member alone forgets no mail of another site, to staff, or about another member', async ({
  onTestFinished,
}) => {
  const { db, pool, drop } = await createTestDatabase();
  onTestFinished(drop);
  const about: [string, string | null, string | null][] = [
    ['own', 'app_demo', 'mem_ana'],
    ['to a new address of hers', 'app_demo', 'mem_ana'],
    ['of the same site, before she joined', 'app_demo', null],
    ['about another member, who had her address before', 'app_demo', 'mem_bea'],
    ['of another site', 'app_live', 'mem_her_other_account'],
    ['of another site, to no member', 'app_live', null],
    ['to staff', null, null],
  ];
  for (const isSent of [true, false])
    for (const [subject, siteId, memberId] of about) {
      const id = `${subject}, ${isSent ? 'sent' : 'waiting'}`;
      await pool.query(
        `insert into mail_outbox (id, kind, recipient, site_id, member_id, subject, body_text, body_html, sensitive, sent_at)
         values ($1, 'notice', $2, $3, $4, 'For Ana', 'Dear Ana', '<p>Ana', false, case when $5 then now() end)`,
        [id, subject.includes('new address') ? 'new@example.org' : 'ana@example.org', siteId, memberId, isSent],
      );
      if (!isSent) await addLoneJob(db, sendJob, { id }, { key: id, afterSeconds: 3_600 });
    }
  const forgotten = { siteId: 'app_demo', memberIds: ['mem_ana'], addresses: ['ana@example.org'] };
  await transaction(db, (tx) => forgetMails(tx, forgotten));
  const { rows } = await pool.query('select id, site_id, member_id, recipient, erase_once_sent from mail_outbox');
  const touched = rows.filter(({ recipient, erase_once_sent: isMarked }) => recipient === '' || isMarked);
  const gone = about.slice(0, 3).flatMap(([subject]) => [`${subject}, sent`, `${subject}, waiting`]);
  expect(touched.map(({ id }) => id).toSorted()).toEqual(gone.toSorted());
  for (const [subject, siteId, memberId] of about.slice(3))
    for (const state of ['sent', 'waiting'])
      expect(rows).toContainEqual({
        id: `${subject}, ${state}`,
        site_id: siteId,
        member_id: memberId,
        recipient: 'ana@example.org',
        erase_once_sent: false,
      });
});
