import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { deletingJobs } from './ended-rows.ts';
import { transaction } from './database/database.ts';
import { createKeys } from './keys.ts';
import { eraseOldMails, forgetMails, oldMails, queueMail } from './mail.ts';
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
  await transaction(db, (tx) => forgetMails(tx, { memberIds: ['mem_ana'], addresses: [] }));
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
