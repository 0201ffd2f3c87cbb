import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLoneJob } from '../../platform/jobs.ts';
import { endRegistrationsJob } from './webinars.jobs.ts';
import { forgetMails, letMailboxesRest } from '../../testing/mailboxes.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

interface ShownMail {
  subject: string;
  text: string;
  attachments: { name: string; type: string; text: string }[];
}
const webinar = 'cyber-first-attack';
const change = (student: Student, registeredWebinars: object, partner = 'uts') =>
  student.post('/enrolment/webinars', { partner, registeredWebinars });
const add = (student: Student, id = webinar) => change(student, { add: id });
const remove = (student: Student, id = webinar) => change(student, { remove: id });
const idsOf = async (student: Student): Promise<string[]> =>
  JSON.parse((await student.get('/member')).body.data.customFields.registeredWebinars);
const rows = async (text: string, ...values: unknown[]): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;

/** Mails about webinars, the oldest first. */
async function mailsOf(student: Student, count: number): Promise<ShownMail[]> {
  let mails: ShownMail[] = [];
  await eventually(async () => {
    const all: ShownMail[] = (await product.call('GET', `/dev/mail.json?to=${student.email}`)).body;
    mails = all.filter(({ attachments }) => attachments.length > 0).toReversed();
    return mails.length >= count;
  });
  return mails;
}

const lineOf = (file: string, name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(file)?.[1];

test('registering writes the member’s field and mails a calendar file', async () => {
  const student = await product.buildStudent({ preapproved: false });
  const { status, body } = await add(student);
  expect([status, body.mailed]).toEqual([200, true]);
  expect(JSON.parse(body.data.customFields.registeredWebinars)).toEqual([webinar]);
  const [mail] = await mailsOf(student, 1);
  expect(mail!.subject).toMatch(/^You are registered: /);
  expect(mail!.text).toContain('6:00 pm (Sydney time)');
  const [file] = mail!.attachments;
  expect(file).toMatchObject({ name: 'webinar.ics', type: 'text/calendar' });
  const [registration] = await rows(`select * from webinar_registration where member_id = $1`, student.memberId);
  const start = registration.starts_at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  expect(file!.text).toContain(`DTSTART:${start}`);
  expect(lineOf(file!.text, 'SEQUENCE')).toBe('0');
  expect(lineOf(file!.text, 'METHOD')).toBe('PUBLISH');
});

test('unregistering cancels the calendar entry, and registering again restores it', async () => {
  const student = await product.buildStudent({ preapproved: false });
  for (const step of [add, remove, add]) expect((await step(student)).status).toBe(200);
  const files = (await mailsOf(student, 3)).map(({ attachments }) => attachments[0]!.text);
  const inOrder = files.toSorted((one, other) => Number(lineOf(one, 'SEQUENCE')) - Number(lineOf(other, 'SEQUENCE')));
  expect(inOrder.map((file) => [lineOf(file, 'SEQUENCE'), lineOf(file, 'METHOD'), lineOf(file, 'STATUS')])).toEqual([
    ['0', 'PUBLISH', 'CONFIRMED'],
    ['1', 'CANCEL', 'CANCELLED'],
    ['2', 'PUBLISH', 'CONFIRMED'],
  ]);
  expect(new Set(files.map((file) => lineOf(file, 'UID'))).size).toBe(1);
  expect(await idsOf(student)).toEqual([webinar]);
});

test('a withdrawal on the pages of another partner ends the entry of the one under whose name it was made', async () => {
  const student = await product.buildStudent({ preapproved: false });
  await add(student);
  expect((await change(student, { remove: webinar }, 'vcu')).body.mailed).toBe(true);
  const mails = await mailsOf(student, 2);
  const organizerOf = (method: string) => {
    const file = mails.map(({ attachments }) => attachments[0]!.text).find((text) => lineOf(text, 'METHOD') === method);
    return /^ORGANIZER.*$/m.exec(file!)![0];
  };
  expect(organizerOf('CANCEL')).toBe(organizerOf('PUBLISH'));
  expect(mails.every(({ text }) => text.includes('6:00 pm (Sydney time)'))).toBe(true);
});

test('of two concurrent registrations for one webinar one counts, and concurrent ones for two webinars both do', async () => {
  const student = await product.buildStudent({ preapproved: false });
  const answers = await Promise.all([add(student), add(student), add(student, 'data-careers')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  expect(answers.find(({ status }) => status === 409)!.body.error).toMatchObject({
    code: 'already-registered',
    message: "You're already registered for this webinar.",
  });
  expect((await idsOf(student)).toSorted()).toEqual([webinar, 'data-careers'].toSorted());
  await mailsOf(student, 2);
  const kinds = await rows(`select kind from mail_outbox where recipient = $1 and kind like 'webinar%'`, student.email);
  expect(kinds).toHaveLength(2);
});

test('unregistering without a registration changes nothing and mails nothing', async () => {
  const student = await product.buildStudent({ preapproved: false, proved: false });
  expect((await remove(student)).status).toBe(200);
  // Written by the member alone: there is no entry to take out of a calendar.
  await student.post('/member', { customFields: { registeredWebinars: `["${webinar}"]` } });
  expect((await remove(student)).status).toBe(200);
  expect(await idsOf(student)).toEqual([]);
  expect(await rows(`select 1 from mail_outbox where recipient = $1 and kind like 'webinar%'`, student.email)).toEqual(
    [],
  );
});

test('a webinar that takes place again can be registered for again once its day is over', async () => {
  const student = await product.buildStudent({ preapproved: false, proved: false });
  await add(student);
  await rows(
    `update webinar_registration set starts_at = now() - interval '5 weeks' where member_id = $1`,
    student.memberId,
  );
  expect((await add(student)).status).toBe(200);
  expect(await idsOf(student)).toEqual([webinar]);
  expect((await add(student)).status).toBe(409);
});

test('a registration ends with its occasion, and does not carry over to the next one', async () => {
  const [been, sitting] = [
    await product.buildStudent({ preapproved: false, proved: false }),
    await product.buildStudent({ preapproved: false, proved: false }),
  ];
  for (const student of [been, sitting]) for (const id of [webinar, 'data-careers']) await add(student, id);
  const begin = (student: Student, ago: string) =>
    rows(
      `update webinar_registration set starts_at = now() - $2::interval where member_id = $1 and webinar_id = $3`,
      student.memberId,
      ago,
      webinar,
    );
  await begin(been, '91 minutes');
  await begin(sitting, '80 minutes');
  await addLoneJob(product.database.db, endRegistrationsJob, {});
  await eventually(async () => (await idsOf(been)).length === 1);
  expect(await idsOf(been)).toEqual(['data-careers']);
  expect(await idsOf(sitting)).toEqual([webinar, 'data-careers']);
  expect((await add(been)).status).toBe(200);
});

test('a registration that the version before wrote, without partner and occasion, is given both', async () => {
  const student = await product.buildStudent({ preapproved: false, proved: false });
  await add(student);
  await rows(`delete from webinar_attendee where member_id = $1`, student.memberId);
  await rows(
    `update webinar_registration set partner = null, shown_version = null where member_id = $1`,
    student.memberId,
  );
  await addLoneJob(product.database.db, endRegistrationsJob, {});
  const places = () =>
    rows(
      `select a.partner, a.starts_at = r.starts_at as "isSame" from webinar_attendee a
       join webinar_registration r using (member_id, webinar_id) where a.member_id = $1`,
      student.memberId,
    );
  await eventually(async () => (await places()).length > 0);
  expect(await places()).toEqual([{ partner: 'uts', isSame: true }]);
});

test('an unknown webinar is refused, and a malformed field counts as empty', async () => {
  const student = await product.buildStudent({ preapproved: false, proved: false });
  expect((await add(student, 'cooking')).body.error.code).toBe('webinar-not-found');
  await student.post('/member', { customFields: { registeredWebinars: '{broken' } });
  expect((await add(student)).status).toBe(200);
  expect(await idsOf(student)).toEqual([webinar]);
});

test('a member who opted out of notices is registered without a mail', async () => {
  const student = await product.buildStudent({ preapproved: false, proved: false });
  await student.post('/member', { customFields: { 'email-notifications': false } });
  await add(student);
  expect(await idsOf(student)).toEqual([webinar]);
  expect(await rows(`select 1 from mail_outbox where recipient = $1 and kind like 'webinar%'`, student.email)).toEqual(
    [],
  );
});

test('an address that is not proved gets three such mails an hour, apart, and the answer says when none follows', async () => {
  const student = await product.buildStudent({ preapproved: false, proved: false });
  await mailsOf(student, 0);
  await eventually(
    async () => (await rows(`select 1 from mail_outbox where recipient = $1`, student.email)).length > 0,
  );
  await forgetMails(product.database);
  const mailed: boolean[] = [];
  for (let round = 0; round < 3; round++)
    for (const step of [add, remove]) mailed.push((await step(student)).body.mailed);
  expect(mailed).toEqual([true, true, true, false, false, false]);
  const left = async () =>
    (
      await rows(
        `select 1 from mail_outbox where recipient = $1 and kind like 'webinar%' and sent_at is not null`,
        student.email,
      )
    ).length;
  await eventually(async () => (await left()) === 1);
  await letMailboxesRest(product.database, 30);
  await eventually(async () => (await left()) === 2);
  await letMailboxesRest(product.database, 60 * 60);
  expect((await add(student)).body.mailed).toBe(true);
});
