import { createServer, type Socket } from 'node:net';
import { describe, expect, test, type TestContext } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { buildPost, from, keys, log, receipt, type Post } from '../testing/post.ts';
import { handled } from '../testing/workers.ts';
import { eventually } from '../testing/eventually.ts';
import { transaction } from './database/database.ts';
import { createMailSender, forgetMails, queueMail, type Mail } from './mail.ts';

const calendar = { name: 'seat.ics', type: 'text/calendar; charset=utf-8', text: 'BEGIN:VCALENDAR' };

/** Bytes as text, so that a secret among them would be seen. */
const showBytes = (_key: string, value: unknown) =>
  (value as { type?: string } | null)?.type === 'Buffer'
    ? Buffer.from((value as { data: number[] }).data).toString('latin1')
    : value;

const isEmpty = ({ jobs }: Post) => eventually(async () => (await jobs()).length === 0);

describe.concurrent('a mail', () => {
  test('is sent once its transaction is committed', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    await post.queue({ senderName: 'University of Canterbury' });
    await isEmpty(post);
    expect(post.sink.mails).toHaveLength(1);
    const [mail] = post.sink.mails;
    expect(mail).toMatchObject({ from: 'no-reply@intake.example', to: ['ana@example.org'] });
    expect(mail!.raw).toMatch(/^From: University of Canterbury <no-reply@intake\.example>\r$/m);
    expect(mail!.raw).toMatch(/^Subject: Your receipt\r$/m);
    expect(mail!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail!.raw).toMatch(/^Message-ID: <mail_\w{24}@intake\.example>\r$/m);
    expect((await post.outbox())[0].sent_at).toBeInstanceOf(Date);
  });

  test('can be unsubscribed from with one click in the mail program (RFC 8058)', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    const unsubscribeUrl = `https://intake.example/comments/unsubscribe?token=${'mem_sb_1.2.'.repeat(9)}`;
    await post.queue({ unsubscribeUrl });
    await isEmpty(post);
    const raw = post.sink.mails[0]!.raw.replaceAll(/\r\n[ \t]+/g, ' ');
    expect(raw).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`);
    expect(raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  test('takes files along, and says where an answer goes', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    const text = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
    const attachments = [{ name: 'first-day.ics', type: 'text/calendar; charset=utf-8', text }];
    await post.queue({ attachments, replyTo: 'ana@example.org' });
    await isEmpty(post);
    const { raw } = post.sink.mails[0]!;
    expect(raw).toMatch(/^Reply-To: ana@example\.org\r$/m);
    expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8;\s+name=first-day\.ics\r$/m);
    expect(raw).toMatch(/^Content-Disposition: attachment; filename=first-day\.ics\r$/m);
    // Byte for byte.
    expect(raw).toContain(Buffer.from(text).toString('base64'));
  });

  test('is not sent when its transaction is rolled back', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    const undone = transaction(post.database.db, async (tx) => {
      await queueMail({ keys }, tx, receipt);
      throw new Error('undone');
    });
    await undone.catch(() => undefined);
    expect(await post.outbox()).toEqual([]);
    // A scheduled job may be there in the moment of its time.
    expect((await post.jobs()).filter(({ key }) => key?.startsWith('mail_'))).toEqual([]);
  });

  test('with the same dedupe key is sent once', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    await Promise.all(Array.from({ length: 5 }, () => post.queue({ dedupeKey: 'receipt-of-order-1' })));
    await post.queue({ dedupeKey: 'receipt-of-order-2' });
    await isEmpty(post);
    expect(post.sink.mails).toHaveLength(2);
  });

  test('that carries a code is emptied once it is sent, another one is kept', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    await post.queue({ sensitive: true, text: 'Your code is 123456', html: '<p>123456</p>', subject: 'Your code' });
    await post.queue();
    await isEmpty(post);
    expect(post.sink.mails.map(({ raw }) => raw).join()).toContain('123456');
    const kept = await post.outbox();
    expect(kept.map((mail) => [mail.body_text, mail.body_html])).toEqual([
      ['', ''],
      [receipt.text, receipt.html],
    ]);
    expect(JSON.stringify(kept)).not.toContain('123456');
  });

  test('that carries a code cannot be read in the database while the mail server is away, and arrives as it was', async ({
    onTestFinished,
  }) => {
    const post = await buildPost(onTestFinished);
    await post.line.cut();
    const link = 'https://intake.example/account/reset-password?token=Zm9yZ290dGVu';
    const secret = { text: `Your code is 123456: ${link}`, html: `<b>123456</b> <a href="${link}">Reset</a>` };
    await post.queue({ ...secret, sensitive: true, subject: 'Your code' });
    await post.queue({ subject: 'No secret' });
    await eventually(async () =>
      (await post.jobs()).every((job) => job.locked_at === null && job.run_at > new Date(Date.now() + 5_000)),
    );
    const dump = async () => JSON.stringify([await post.outbox(), await post.jobs()], showBytes);
    expect(await dump()).toContain('Your code');
    for (const word of ['123456', 'Zm9yZ290dGVu', 'reset-password']) expect(await dump()).not.toContain(word);
    // Negative control: a mail without a secret is found in the dump.
    expect(await dump()).toContain(receipt.text);
    await post.line.restore();
    await post.hurry();
    await isEmpty(post);
    const raw = post.sink.mails.find((mail) => mail.raw.includes('Subject: Your code'))!.raw;
    expect(raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(secret.text);
    expect((await post.outbox())[0]).toMatchObject({ sealed_body: null, body_text: '', sent_at: expect.any(Date) });
  });

  test('that an earlier version has queued is sent as it is, and one that is sealed is left to us by that version', async ({
    onTestFinished,
  }) => {
    const post = await buildPost(onTestFinished);
    await post.database.pool.query(
      `insert into mail_outbox (id, kind, recipient, subject, body_text, body_html, sensitive)
       values ('mail_old', 'reset-code', 'ana@example.org', 'Old', 'Your code is 654321', '', true)`,
    );
    await post.database.pool.query(`select graphile_worker.add_job('send-mail', '{"id": "mail_old"}')`);
    await isEmpty(post);
    expect(post.sink.mails[0]!.raw).toContain('654321');
    expect((await post.outbox())[0]).toMatchObject({ body_text: '', sent_at: expect.any(Date) });
    await post.line.cut();
    await post.queue({ sensitive: true });
    // Of one kind: the attempt that has just failed may still stand beside the next one.
    const { rows } = await post.database.pool.query('select distinct task_identifier from graphile_worker.jobs');
    expect(rows).toEqual([{ task_identifier: 'send-sealed-mail' }]);
  });

  test('is handed over when its time has come', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    await post.queue({ afterSeconds: 600, usefulMinutes: 10 });
    const [job] = await post.jobs();
    expect(job.run_at.getTime() - Date.now()).toBeGreaterThan(590_000);
    // Its useful minutes count from then.
    expect((await post.outbox())[0].send_before.getTime() - Date.now()).toBeGreaterThan(1_190_000);
    expect(post.sink.mails).toEqual([]);
    await post.hurry();
    await isEmpty(post);
    expect(post.sink.mails).toHaveLength(1);
  });

  test('that would arrive too late is dropped and emptied', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    await post.line.cut();
    await post.queue({ sensitive: true, usefulMinutes: 10, text: 'Your code is 123456' });
    await eventually(async () => (await post.jobs())[0]?.run_at > new Date(Date.now() + 5_000));
    await post.database.pool.query("update mail_outbox set send_before = now() - interval '1 second'");
    await post.line.restore();
    await post.hurry();
    await isEmpty(post);
    expect(post.sink.mails).toEqual([]);
    expect((await post.outbox())[0]).toMatchObject({ sent_at: null, dropped_at: expect.any(Date), body_text: '' });
  });

  test('handed over but not noted is repeated with the same Message-ID', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    await post.queue();
    await isEmpty(post);
    await post.database.pool.query('update mail_outbox set sent_at = null');
    const [{ id }] = await post.outbox();
    await post.sender.jobs[0]!.run({ id });
    const ids = post.sink.mails.map(({ raw }) => /^Message-ID: (.+)\r$/m.exec(raw)![1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  test('that is noted as sent is not sent again by a repeated job', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    await post.queue();
    await isEmpty(post);
    const [{ id }] = await post.outbox();
    await post.sender.jobs[0]!.run({ id });
    expect(post.sink.mails).toHaveLength(1);
  });

  test('that the server refuses is tried again later, and counted', async ({ onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    post.sink.onMail = async () => {
      throw Object.assign(new Error('try again later'), { responseCode: 451 });
    };
    await post.queue();
    await eventually(async () => (await post.jobs())[0]?.last_error != null);
    expect((await post.jobs())[0]).toMatchObject({ attempts: 1, max_attempts: 10 });
    post.sink.onMail = async () => undefined;
    await post.hurry();
    await isEmpty(post);
    expect(post.sink.mails).toHaveLength(1);
  });
});

describe.concurrent('while the mail server is', () => {
  test('down, mails wait without being counted as failed, and each arrives once within seconds of its return', async ({
    onTestFinished,
  }) => {
    const post = await buildPost(onTestFinished);
    await post.line.cut();
    for (const to of ['a@example.org', 'b@example.org', 'c@example.org']) await post.queue({ to });
    for (let asked = 0; asked < 3; asked++) {
      await post.hurry();
      await eventually(async () =>
        (await post.jobs()).every((job) => job.locked_at === null && job.run_at > new Date(Date.now() + 2_000)),
      );
    }
    for (const job of await post.jobs()) {
      expect(job).toMatchObject({ attempts: 0, last_error: null });
      expect(job.run_at.getTime() - Date.now()).toBeLessThan(30_000);
    }
    await post.line.restore();
    await post.hurry();
    await isEmpty(post);
    expect(post.sink.mails.flatMap(({ to }) => to).toSorted()).toEqual([
      'a@example.org',
      'b@example.org',
      'c@example.org',
    ]);
  });

  test('silent, other work goes on at once, and the mail arrives once when it speaks again', async ({
    onTestFinished,
  }) => {
    let paid = 0;
    const pay = handled('pay', async () => void paid++);
    const post = await buildPost(onTestFinished, [pay]);
    post.line.jam();
    for (let sent = 0; sent < 5; sent++) await post.queue({ to: `student-${sent}@example.org` });
    await post.database.pool.query("select graphile_worker.add_job('pay')");
    await eventually(async () => paid === 1);
    // Until the first has been given up for now.
    await eventually(async () => (await post.jobs()).some((job) => job.run_at > new Date(Date.now() + 5_000)));
    await post.line.restore();
    await eventually(async () => {
      await post.hurry();
      return (await post.jobs()).length === 0;
    });
    expect(new Set(post.sink.mails.flatMap(({ to }) => to)).size).toBe(5);
    expect(post.sink.mails).toHaveLength(5);
  });
});

/** What a site mailed to a mailbox. */
const forgotten = { siteId: 'app_demo', memberIds: [], addresses: ['ana@example.org'] };

test.concurrent('mails to a mailbox are forgotten at once if they left, and once they leave if they wait', async ({
  onTestFinished,
}) => {
  const post = await buildPost(onTestFinished);
  const queue = (to: string, key: string) =>
    post.queue({ to, siteId: 'app_demo', dedupeKey: key, attachments: [calendar] });
  await queue('ana@example.org', 'left');
  await isEmpty(post);
  await post.line.cut();
  await queue('ana@example.org', 'waiting');
  await queue('ben@example.org', 'of-another');
  await transaction(post.database.db, (tx) => forgetMails(tx, forgotten));
  const naming = async (name: string) =>
    (await post.outbox()).filter((mail) => JSON.stringify(mail).includes(name)).map(({ dedupe_key: key }) => key);
  expect(await naming('ana@')).toEqual(['waiting']);
  await post.line.restore();
  await post.hurry();
  await isEmpty(post);
  expect(post.sink.mails.flatMap(({ to }) => to).toSorted()).toEqual([
    'ana@example.org',
    'ana@example.org',
    'ben@example.org',
  ]);
  expect(await naming('ana@')).toEqual([]);
  expect(await naming(calendar.text)).toEqual(['of-another']);
});

test.concurrent('a mail whose mailbox is forgotten while it is handed over leaves nothing behind', async ({
  onTestFinished,
}) => {
  const post = await buildPost(onTestFinished);
  post.sink.onMail = () => transaction(post.database.db, (tx) => forgetMails(tx, forgotten));
  await post.queue({ siteId: 'app_demo', dedupeKey: 'crossing' });
  await isEmpty(post);
  expect(post.sink.mails).toHaveLength(1);
  const [mail] = await post.outbox();
  expect(mail).toMatchObject({ dedupe_key: 'crossing', recipient: '', sent_at: expect.any(Date) });
  expect(JSON.stringify(mail)).not.toMatch(/ana@|thank you/i);
});

test.concurrent('a mail server that never comes to an end is left, connection and all, before the job is cut off', async ({
  onTestFinished,
}) => {
  const slow = await startSlowMailServer(onTestFinished);
  const database = await createTestDatabase();
  const sender = createMailSender(database.db, { smtpUrl: `smtp://127.0.0.1:${slow.port}`, from, keys, log });
  onTestFinished(async () => {
    sender.close();
    await database.drop();
  });
  await transaction(database.db, (tx) => queueMail({ keys }, tx, receipt));
  const { rows } = await database.pool.query('select id from mail_outbox');
  await sender.jobs[0]!.run({ id: rows[0].id });
  expect(slow.asked).toBeGreaterThan(0);
  // The one that carried the mail is gone; the look whether the server is there may still wait.
  expect(slow.open.size).toBeLessThanOrEqual(1);
});

/** Answers a line each second, and each says that there is more to come. */
async function startSlowMailServer(onTestFinished: TestContext['onTestFinished']) {
  const slow = { port: 0, asked: 0, open: new Set<Socket>() };
  const server = createServer((socket) => {
    slow.open.add(socket);
    socket.write('220 slow\r\n');
    socket.once('data', () => {
      slow.asked++;
      const dripping = setInterval(() => socket.write('250-and more\r\n'), 1_000);
      socket.on('close', () => clearInterval(dripping));
    });
    socket.on('error', () => undefined).on('close', () => slow.open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  slow.port = (server.address() as { port: number }).port;
  onTestFinished(() => {
    for (const socket of slow.open) socket.destroy();
    server.close();
  });
  return slow;
}

describe.concurrent('a header cannot be added', () => {
  const evil = 'x\r\nBcc: victim@example.org\r\n\r\n<script>';
  test.for<[string, Partial<Mail>]>([
    ['by a subject', { subject: evil }],
    ['by a name', { senderName: evil }],
    ['by a name in quotes', { senderName: `"${evil}" <evil@example.org>` }],
    ['by a lone line feed', { subject: 'x\nBcc: victim@example.org' }],
    ['by a lone carriage return', { senderName: 'x\rBcc: victim@example.org' }],
  ])('%s', async ([, mail], { onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    await post.queue(mail);
    await isEmpty(post);
    const { to, raw } = post.sink.mails[0]!;
    expect(to).toEqual(['ana@example.org']);
    const [head] = raw.split('\r\n\r\n');
    expect(head).not.toMatch(/^(bcc|<script)/im);
    expect(raw).toContain('Thank you.');
  });

  test.for([
    'ana@example.org\r\nBcc: victim@example.org',
    'ana@example.org, victim@example.org',
    'ana@example.org>, <victim@example.org',
  ])('nor a second recipient: %j', async (to, { onTestFinished }) => {
    const post = await buildPost(onTestFinished);
    await post.queue({ to });
    await eventually(async () => (await post.jobs()).every((job) => job.last_error !== null));
    expect(post.sink.mails.flatMap((mail) => mail.to)).not.toContain('victim@example.org');
    expect(post.sink.mails.map(({ raw }) => raw.split('\r\n\r\n')[0]).join('\n')).not.toMatch(/^bcc/im);
  });
});
