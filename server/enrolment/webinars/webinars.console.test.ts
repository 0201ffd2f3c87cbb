import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addLoneJob } from '../../platform/jobs.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';
import { newWebinar, webinarDraft } from '../../testing/webinars.ts';
import { importWebinars } from './import-webinars.ts';
import { remindJob } from './remind.ts';

let product: TestProduct;
let console: TestConsole;
let owner: Employed;
let uts: Employed;
let uc: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  owner = await console.employ({ role: 'owner' });
  uts = await console.employ({ role: 'admissions', partners: ['uts'] });
  uc = await console.employ({ role: 'admissions', partners: ['uc'] });
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

const rows = async (text: string, ...values: unknown[]): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const call = (by: Employed, method: string, path: string, body?: unknown) =>
  console.call(method, `/webinars${path}`, { cookie: by.cookie, ...(body !== undefined && { body }) });
const codeOf = ({ status, body }: { status: number; body: any }) => body?.error?.code ?? status;

const dayMs = 86_400_000;
/** A day so far from today, in UTC. */
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
async function create(by: Employed, more: object = {}): Promise<any> {
  const { status, body } = await call(by, 'POST', '', newWebinar(more));
  expect([status, body?.error]).toEqual([200, undefined]);
  return body.data;
}
const change = (by: Employed, webinar: any, more: object) =>
  call(by, 'PUT', `/${webinar.id}`, { ...webinarDraft(), version: webinar.version, ...more });
const join = (student: Student, id: string, partner = 'uts') =>
  student.post('/enrolment/webinars', { partner, registeredWebinars: { add: id } });
const leave = (student: Student, id: string) =>
  student.post('/enrolment/webinars', { partner: 'uts', registeredWebinars: { remove: id } });
async function joined(id: string, partner = 'uts'): Promise<Student> {
  const student = await product.buildStudent({ preapproved: false });
  expect((await join(student, id, partner)).status).toBe(200);
  return student;
}
const listed = async (partner: string): Promise<any[]> =>
  (await product.call('GET', `/enrolment/webinars?partner=${partner}`)).body.data;
const idsOf = async (student: Student): Promise<string[]> =>
  JSON.parse((await student.get('/member')).body.data.customFields.registeredWebinars);

interface ShownMail {
  subject: string;
  text: string;
  attachments: { text: string }[];
}
const mailsTo = async ({ email }: Student, subject: RegExp): Promise<ShownMail[]> =>
  ((await product.call('GET', `/dev/mail.json?to=${email}`)).body as ShownMail[]).filter((mail) =>
    subject.test(mail.subject),
  );
async function mailTo(student: Student, subject: RegExp): Promise<ShownMail> {
  await eventually(async () => (await mailsTo(student, subject)).length > 0);
  return (await mailsTo(student, subject))[0]!;
}
const kindsTo = async ({ email }: Student): Promise<string[]> =>
  (
    await rows(`select kind from mail_outbox where recipient = $1 and kind like 'webinar%' order by created_at`, email)
  ).map(({ kind }) => kind);
const lineOf = (mail: ShownMail, name: string) =>
  new RegExp(`^${name}:(.*)$`, 'm').exec(mail.attachments[0]!.text)?.[1];

/** Lets the occasion that a webinar's people are registered for start so far from now. */
async function startIn(id: string, minutes: number): Promise<void> {
  const startsAt = new Date(Date.now() + minutes * 60_000);
  for (const table of ['webinar_attendee', 'webinar_registration'])
    await rows(`update ${table} set starts_at = $2 where webinar_id = $1`, id, startsAt);
}
const remind = () => addLoneJob(product.database.db, remindJob, {});

describe('the webinars of content/webinars.yaml', () => {
  test('are imported once, and what staff change stays when the product starts again', async () => {
    expect((await listed('uts')).map(({ course }) => course).toSorted()).toEqual(
      ['cyber', 'data', 'software'].flatMap((course) => [course, course, course]),
    );
    const { body } = await call(owner, 'GET', '/data-careers');
    const { course, title, description, host, category, minutes, attendees, date, time, version } = body.data;
    const said = { course, title, description, host, category, minutes, attendees, date, time };
    const more = { version, link: null, reminderHours: [24], isPublished: true };
    const saved = await call(owner, 'PUT', '/data-careers', { ...said, ...more, title: 'Another title' });
    expect(saved.status).toBe(200);
    await importWebinars({ db: product.database.db });
    expect((await listed('uts')).find(({ id }) => id === 'data-careers').title).toBe('Another title');
    expect(await rows('select count(*)::int as all from webinar')).toEqual([{ all: 9 }]);
  });

  test('are told in the words of each partner, with the time on its own clock', async () => {
    const textOf = async (partner: string) =>
      (await listed(partner)).find(({ id }) => id === 'cyber-questions').description;
    expect(await textOf('uts')).not.toBe(await textOf('vcu'));
    expect(await textOf('vcu')).not.toMatch(/\{/);
    expect((await listed('uts')).find(({ id }) => id === 'cyber-first-attack')).toMatchObject({ time: '18:00' });
  });
});

describe('a webinar that staff create', () => {
  test('is on the events page of its partner alone, without the link', async () => {
    const { id } = await create(uts);
    const shown = (await listed('uts')).find((webinar) => webinar.id === id);
    expect(shown).toMatchObject({ title: 'Phishing, live', description: 'How an enrolled student finds the bait.' });
    expect(JSON.stringify(shown)).not.toContain('meet.example.org');
    expect((await listed('uc')).some((webinar) => webinar.id === id)).toBe(false);
    const stranger = await product.buildStudent({ preapproved: false, proved: false });
    expect(codeOf(await join(stranger, id, 'uc'))).toBe('webinar-not-found');
  });

  test('is the same one for a second call with its key, another one for a colleague', async () => {
    const key = randomUUID();
    const { id } = await create(uts, { key });
    expect((await create(uts, { key, title: 'Sent again' })).title).toBe('Phishing, live');
    expect((await create(owner, { key })).id).not.toBe(id);
    const created = `select count(*)::int as all from audit_entry where action = 'webinar.created' and subject = $1`;
    expect(await rows(created, id)).toEqual([{ all: 1 }]);
  });

  test('is seen by nobody while it is a draft, and is no draft again once published', async () => {
    const webinar = await create(uts, { isPublished: false });
    expect((await listed('uts')).some(({ id }) => id === webinar.id)).toBe(false);
    const student = await product.buildStudent({ preapproved: false, proved: false });
    expect(codeOf(await join(student, webinar.id))).toBe('webinar-not-found');
    const published = await change(uts, webinar, {});
    expect(published.body.data).toMatchObject({ state: 'published', standing: 'upcoming' });
    expect((await join(student, webinar.id)).status).toBe(200);
    expect(codeOf(await change(uts, published.body.data, { isPublished: false }))).toBe('webinar-settled');
  });

  test('needs words that are right for every partner, and a day to come', async () => {
    const refused = async (more: object) => (await call(uts, 'POST', '', newWebinar(more))).body.error;
    expect(await refused({ title: 'How to enroll' })).toMatchObject({ code: 'webinar-text-invalid', field: 'title' });
    expect(await refused({ host: '{nobody}' })).toMatchObject({ code: 'webinar-text-invalid', field: 'host' });
    expect(await refused({ description: 'It costs {price.full}' })).toMatchObject({ code: 'webinar-text-invalid' });
    expect(await refused({ date: { on: dayIn(-3) } })).toMatchObject({ code: 'date-in-past', field: 'day' });
    expect(await refused({ link: 'javascript:alert(1)' })).toMatchObject({ code: 'invalid-request' });
  });
});

test('an act upon a webinar stands in the audit log under the address of who did it, then the name they chose', async () => {
  const { id } = await create(uts);
  expect(await rows('select action, actor from audit_entry where subject = $1', id)).toEqual([
    { action: 'webinar.created', actor: `${uts.email} (Test)` },
  ]);
});

describe('a change of a webinar', () => {
  test('of its time reaches mails and calendars of those registered, and the number of the entry rises', async () => {
    const webinar = await create(uts);
    const student = await joined(webinar.id);
    const first = await mailTo(student, /^You are registered: Phishing/);
    expect(first.text).toContain('https://meet.example.org/phishing');
    const { body } = await change(uts, webinar, { date: { on: dayIn(12) }, time: '12:30' });
    const second = await mailTo(student, /^This webinar has changed: Phishing/);
    expect([lineOf(first, 'SEQUENCE'), lineOf(second, 'SEQUENCE')]).toEqual(['0', '1']);
    expect(lineOf(second, 'UID')).toBe(lineOf(first, 'UID'));
    expect(lineOf(second, 'DTSTART')).toMatch(new RegExp(`^${dayIn(12).replaceAll('-', '')}T01|T02`));
    expect(second.text).toContain('12:30 pm (Sydney time)');
    expect(await idsOf(student)).toEqual([webinar.id]);
    const attendees = await call(uts, 'GET', `/${webinar.id}/attendees`);
    expect(attendees.body.data).toMatchObject([{ email: student.email, day: dayIn(12), attended: false }]);

    await expectCancelled(body.data, student);
  });

  /** The same student, whose calendar entry goes again. */
  async function expectCancelled(webinar: any, student: Student): Promise<void> {
    const { body } = await call(uts, 'POST', `/${webinar.id}/cancellation`, {
      version: webinar.version,
      reason: 'The host is ill.',
    });
    expect(body.data).toMatchObject({ state: 'cancelled', standing: 'cancelled' });
    const mail = await mailTo(student, /^This webinar does not take place: Phishing/);
    expect([lineOf(mail, 'SEQUENCE'), lineOf(mail, 'METHOD'), lineOf(mail, 'STATUS')]).toEqual([
      '2',
      'CANCEL',
      'CANCELLED',
    ]);
    expect(await idsOf(student)).toEqual([]);
    expect((await listed('uts')).some(({ id }) => id === webinar.id)).toBe(false);
    expect(codeOf(await change(uts, body.data, {}))).toBe('webinar-settled');
    expect(await rows(`select reason, partner from audit_entry where action = 'webinar.cancelled'`)).toEqual([
      { reason: 'The host is ill.', partner: 'uts' },
    ]);
  }

  test('of the description alone mails nothing', async () => {
    const webinar = await create(uts);
    const student = await joined(webinar.id);
    expect((await change(uts, webinar, { description: 'Bring questions.' })).body.data.version).toBe(2);
    expect(await rows('select calendar_version as v from webinar where id = $1', webinar.id)).toEqual([{ v: 1 }]);
    expect(await kindsTo(student)).toEqual(['webinar-registered']);
  });

  test('from a version that somebody else has changed meanwhile is refused', async () => {
    const webinar = await create(uts);
    expect((await change(uts, webinar, { host: 'Noa' })).status).toBe(200);
    const late = await change(owner, webinar, { host: 'Tomas' });
    expect([codeOf(late), late.body.error.version]).toEqual(['changed-meanwhile', '2']);
    expect((await call(uts, 'GET', `/${webinar.id}`)).body.data.host).toBe('Noa');
  });

  test('while people register leaves each of them with the time as it is now', async () => {
    const webinar = await create(uts);
    const students = await Promise.all(Array.from({ length: 8 }, () => product.buildStudent({ preapproved: false })));
    const [moved] = await Promise.all([
      change(uts, webinar, { time: '09:30' }),
      ...students.map((student) => join(student, webinar.id)),
    ]);
    expect(moved.status).toBe(200);
    const stale = () =>
      rows(
        `select r.member_id from webinar_registration r join webinar w on w.id = r.webinar_id
         join webinar_attendee a on a.webinar_id = w.id and a.member_id = r.member_id
         where w.id = $1 and (r.shown_version <> w.calendar_version or a.starts_at <> r.starts_at
           or to_char(r.starts_at at time zone 'Australia/Sydney', 'HH24:MI') <> '09:30')`,
        webinar.id,
      );
    await eventually(async () => (await stale()).length === 0);
    expect(await rows('select 1 from webinar_attendee where webinar_id = $1', webinar.id)).toHaveLength(8);
  });
});

describe('a reminder', () => {
  test('comes the day before and the hour before, once each', async () => {
    const { id } = await create(uts);
    const student = await joined(id);
    await startIn(id, 23 * 60);
    for (const _ of [1, 2]) await remind();
    await mailTo(student, /^Coming up: Phishing/);
    await startIn(id, 55);
    for (const _ of [1, 2]) await remind();
    const mail = await mailTo(student, /^Starts soon: Phishing/);
    expect(mail.text).toContain('https://meet.example.org/phishing');
    expect(mail.attachments).toEqual([]);
    const done = await joined(id);
    await startIn(id, 50);
    await remind();
    await eventually(
      async () =>
        (
          await rows(`select 1 from graphile_worker._private_jobs j join
      graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'remind-of-webinars'`)
        ).length === 0,
    );
    expect(await kindsTo(student)).toEqual(['webinar-registered', 'webinar-reminder', 'webinar-reminder']);
    // Registered ten days ahead by its own record: both are still to come, and the last alone is sent.
    expect(await kindsTo(done)).toEqual(['webinar-registered', 'webinar-reminder']);
  });

  test('comes neither to who has withdrawn, nor to who wants no notices, nor of a cancelled webinar', async () => {
    const { id } = await create(uts);
    const [gone, quiet] = [await joined(id), await joined(id)];
    await leave(gone, id);
    await quiet.post('/member', { customFields: { 'email-notifications': false } });
    const cancelled = await create(uts);
    const sad = await joined(cancelled.id);
    await call(uts, 'POST', `/${cancelled.id}/cancellation`, { version: 1, reason: 'Too few.' });
    const heard = await create(uts);
    const control = await joined(heard.id);
    for (const each of [id, cancelled.id, heard.id]) await startIn(each, 30);
    await remind();
    await mailTo(control, /^Starts soon/);
    expect(await kindsTo(gone)).toEqual(['webinar-registered', 'webinar-unregistered']);
    expect(await kindsTo(quiet)).toEqual(['webinar-registered']);
    expect(await kindsTo(sad)).not.toContain('webinar-reminder');
  });
});

describe('once an occasion has begun', () => {
  test('staff note who came, by rows and by pasted addresses, and those unknown are named', async () => {
    const { id } = await create(uts);
    const [one, other] = [await joined(id), await joined(id)];
    const day = dayIn(10);
    const note = (who: object, attended = true) => call(uts, 'POST', `/${id}/attendance`, { day, attended, who });
    expect((await note({ emails: [one.email] })).body.data).toEqual({ marked: 0, unknown: [one.email] });
    await startIn(id, -10);
    const stranger = 'nobody@example.org';
    expect((await note({ emails: [one.email.toUpperCase(), stranger] })).body.data).toEqual({
      marked: 1,
      unknown: [stranger],
    });
    const list = async () => (await call(uts, 'GET', `/${id}/attendees?attended=yes`)).body.data;
    expect((await list()).map(({ email }: any) => email)).toEqual([one.email]);
    const { body } = await call(uts, 'GET', `/${id}/attendees?search=${other.email}`);
    await note({ attendeeIds: [body.data[0].id] });
    expect(await list()).toHaveLength(2);
    await note({ emails: [one.email] }, false);
    expect((await list()).map(({ email }: any) => email)).toEqual([other.email]);
    expect((await call(uts, 'GET', `/${id}`)).body.data.occasions).toMatchObject([{ registered: 2, attended: 1 }]);
    const csv = await call(uts, 'GET', `/${id}/attendees.csv?day=${day}`);
    expect(csv.body).toContain(other.email);
  });

  test('the recording is mailed once to each who was registered, and another link anew', async () => {
    const { id } = await create(uts);
    const student = await joined(id);
    const keep = (link: string, mail = true) => call(uts, 'PUT', `/${id}/recording`, { day: dayIn(10), link, mail });
    expect(codeOf(await keep('https://video.example.org/1'))).toBe('webinar-not-over');
    await startIn(id, -120);
    const recordings = async () => (await kindsTo(student)).filter((kind) => kind === 'webinar-recording').length;
    await keep('https://video.example.org/1', false);
    expect(await recordings()).toBe(0);
    await keep('https://video.example.org/1');
    expect((await mailTo(student, /^The recording: Phishing/)).text).toContain('https://video.example.org/1');
    await keep('https://video.example.org/1');
    await keep('https://video.example.org/2');
    await eventually(async () => (await recordings()) === 2);
    const { body } = await call(uts, 'GET', `/${id}`);
    expect(body.data.occasions[0].recording.link).toBe('https://video.example.org/2');
  });

  test('a recording does not replace one that a colleague has kept since it was read', async () => {
    const { id } = await create(uts);
    await joined(id);
    await startIn(id, -120);
    const keep = (link: string, readLink: string | null) =>
      call(uts, 'PUT', `/${id}/recording`, { day: dayIn(10), link, readLink, mail: false });
    const [one, two, other] = [1, 2, 3].map((n) => `https://video.example.org/${n}`) as [string, string, string];
    expect((await keep(one, null)).status).toBe(200);
    const late = await keep(two, null);
    expect([codeOf(late), late.body.error.changed]).toEqual(['changed-meanwhile', [{ name: 'link', value: one }]]);
    expect((await call(uts, 'GET', `/${id}`)).body.data.occasions[0].recording.link).toBe(one);
    // The same link loses nothing, and one that was looked at may be replaced.
    expect((await keep(one, null)).status).toBe(200);
    expect((await keep(two, one)).status).toBe(200);
    expect(codeOf(await keep(other, one))).toBe('changed-meanwhile');
  });
});

describe('staff of one partner', () => {
  test('find nothing of another partner’s webinar', async () => {
    const { id } = await create(uts);
    await joined(id);
    for (const [method, path, body] of [
      ['GET', `/${id}`, undefined],
      ['GET', `/${id}/attendees`, undefined],
      ['GET', `/${id}/attendees.csv`, undefined],
      ['PUT', `/${id}`, { ...webinarDraft(), version: 1 }],
      ['POST', `/${id}/cancellation`, { version: 1, reason: 'Mine.' }],
      ['POST', `/${id}/attendance`, { day: dayIn(10), attended: true, who: { emails: ['a@example.org'] } }],
      ['PUT', `/${id}/recording`, { day: dayIn(10), link: 'https://video.example.org', mail: true }],
    ] as const)
      expect(codeOf(await call(uc, method, path, body))).toBe('webinar-not-found');
    const ids = (await call(uc, 'GET', '?limit=100')).body.data.map((row: any) => row.id);
    expect(ids).not.toContain(id);
    expect(codeOf(await call(uc, 'POST', '', newWebinar()))).toBe('not-found');
  });

  test('see webinars of all partners with their own people alone, and do not change them', async () => {
    const { id } = await create(owner, { partner: null });
    await joined(id, 'uc');
    const mine = await joined(id, 'uts');
    const { body } = await call(uts, 'GET', `/${id}`);
    expect(body.data).toMatchObject({ mayChange: false, waiting: 1, occasions: [{ registered: 1 }] });
    const list = await call(uts, 'GET', `/${id}/attendees`);
    expect(list.body.data.map(({ email }: any) => email)).toEqual([mine.email]);
    // An export of them is found by the partner's staff; one of everybody's by those who have all.
    for (const by of [uts, owner]) await call(by, 'GET', `/${id}/attendees.csv`);
    const exported = `select partner from audit_entry where subject = $1 and action = 'webinar.attendees-exported' order by id`;
    expect(await rows(exported, id)).toEqual([{ partner: 'uts' }, { partner: null }]);
    expect(codeOf(await change(uts, body.data, { title: 'Ours' }))).toBe('webinar-of-all-partners');
    expect(codeOf(await call(uts, 'POST', '', newWebinar({ partner: null })))).toBe('webinar-of-all-partners');
    expect((await call(owner, 'GET', `/${id}`)).body.data).toMatchObject({ mayChange: true, waiting: 2 });
  });
});

test('the list tells upcoming, past, drafts and cancelled ones apart, by the day they take place', async () => {
  const upcoming = await create(uts, { date: { everyWeeks: 2, from: dayIn(-15) } });
  const past = await create(uts);
  await rows(`update webinar set first_day = current_date - 5 where id = $1`, past.id);
  const planned = await create(uts, { isPublished: false });
  const of = async (standing: string): Promise<any[]> =>
    (await call(uts, 'GET', `?standing=${standing}&partner=uts&limit=100`)).body.data;
  expect((await of('draft')).map(({ id }) => id)).toContain(planned.id);
  expect((await of('past')).map(({ id }) => id)).toEqual([past.id]);
  const next = (await of('upcoming')).find(({ id }) => id === upcoming.id);
  expect([dayIn(-1), dayIn(13), dayIn(14)]).toContain(next.day);
  const days = (await of('upcoming')).map(({ day }) => day);
  expect(days).toEqual(days.toSorted());
  expect((await call(uts, 'GET', '?search=PHISH&limit=100')).body.data.length).toBeGreaterThan(3);
});
