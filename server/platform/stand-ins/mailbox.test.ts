import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createHttpServer } from '../http/server.ts';
import type { Http } from '../http/typed.ts';
import { createLog } from '../log.ts';
import { startMailbox, type Mailbox } from './mailbox.ts';
import { trimMailbox } from './mailbox.jobs.ts';

let database: TestDatabase;
let mailbox: Mailbox;
let app: Http;
let transport: ReturnType<typeof createTransport>;
beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLog('silent');
  mailbox = await startMailbox(database.db, log);
  app = createHttpServer({ log, trustedProxies: [] });
  await mailbox.routes(app);
  transport = createTransport({ url: mailbox.smtpUrl });
});
afterAll(async () => {
  transport.close();
  await app.close();
  await mailbox.close();
  await database.drop();
});
beforeEach(async () => {
  await app.inject({ method: 'DELETE', url: '/dev/mail.json' });
});

const mail = {
  from: { name: 'University of Canterbury', address: 'no-reply@intake.example' },
  to: 'ana@example.org',
  subject: 'Ihr Code — 12,5 %',
  text: 'Grüße',
  html: '<p>Grüße</p>',
};
const list = async (query = '') => (await app.inject(`/dev/mail.json${query}`)).json();

test('a mail is kept as it was sent, with the fields scripts rely on', async () => {
  await transport.sendMail(mail);
  expect(await list()).toEqual([
    {
      id: expect.any(String),
      to: 'ana@example.org',
      from: 'University of Canterbury <no-reply@intake.example>',
      subject: 'Ihr Code — 12,5 %',
      text: expect.stringContaining('Grüße'),
      html: expect.stringContaining('<p>Grüße</p>'),
      replyTo: null,
      attachments: [],
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ]);
});

test("the newest mail comes first, and one person's mails can be asked for in any letter case", async () => {
  for (const [to, subject] of [
    ['ana@example.org', 'first'],
    ['eve@example.org', 'second'],
    ['ana@example.org', 'third'],
  ])
    await transport.sendMail({ ...mail, to, subject });
  const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject);
  expect(subjects(await list())).toEqual(['third', 'second', 'first']);
  expect(subjects(await list('?to=ANA@example.org'))).toEqual(['third', 'first']);
  expect(await list('?to=nobody@example.org')).toEqual([]);
});

test('attachments of a mail are kept', async () => {
  const calendar = 'BEGIN:VCALENDAR\nSUMMARY:Grüße\nEND:VCALENDAR\n';
  await transport.sendMail({
    ...mail,
    replyTo: 'eve@example.org',
    attachments: [{ filename: 'first-day.ics', contentType: 'text/calendar; charset=utf-8', content: calendar }],
  });
  expect((await list())[0]).toMatchObject({
    replyTo: 'eve@example.org',
    attachments: [{ name: 'first-day.ics', type: 'text/calendar', text: calendar }],
  });
  expect((await app.inject('/dev/mail')).payload).toContain('BEGIN:VCALENDAR');
});

test('a mail handed over twice is kept once', async () => {
  for (let sent = 0; sent < 2; sent++) await transport.sendMail({ ...mail, messageId: '<one@intake.example>' });
  expect(await list()).toHaveLength(1);
});

test('emptying removes everything', async () => {
  await transport.sendMail(mail);
  expect((await app.inject({ method: 'DELETE', url: '/dev/mail.json' })).json()).toEqual({ emptied: true });
  expect(await list()).toEqual([]);
  expect((await app.inject('/dev/mail')).body).toContain('No mail yet');
});

test('the page shows a mail’s text, and its markup in a sandboxed frame', async () => {
  const evil = `<script>alert(1)</script>`;
  await transport.sendMail({ ...mail, subject: evil, text: evil, html: `<p>Hello</p>${evil}` });
  const page = await app.inject('/dev/mail');
  expect(page.body).not.toContain('<script');
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; frame-src 'self'/,
  );
  const frame = /<iframe[^>]+src="([^"]+)"/.exec(page.body)![1]!.replaceAll('&amp;', '&');
  const body = await app.inject(frame);
  expect(body.body).toContain('<p>Hello</p>');
  expect(body.headers['content-security-policy']).toMatch(
    /default-src 'none'.*sandbox allow-popups; frame-ancestors 'self'/,
  );
});

test('a mail that is gone says so', async () => {
  expect((await app.inject('/dev/mail/body?id=gone')).body).toContain('This mail is gone.');
});

test('the mail server listens on the loopback address only', () => {
  expect(mailbox.smtpUrl).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
});

test('the oldest mails go when there are more than five thousand', async () => {
  await database.pool.query(
    `insert into development_mail (id, recipient, sender, subject, body_text, body_html, sent_at)
     select n::text, 'ana@example.org', '', '', '', '', now() - make_interval(secs => n) from generate_series(1, 5003) n`,
  );
  await trimMailbox(database.db).run({});
  const { rows } = await database.pool.query('select count(*)::int as n, max(id::int) as oldest from development_mail');
  expect(rows).toEqual([{ n: 5_000, oldest: 5_000 }]);
});
