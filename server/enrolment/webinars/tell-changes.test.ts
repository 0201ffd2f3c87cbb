import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLoneJob } from '../../platform/jobs.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';
import { newWebinar, webinarDraft } from '../../testing/webinars.ts';
import { endRegistrationsJob } from './webinars.jobs.ts';

let product: TestProduct;
let console: TestConsole;
let uts: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  uts = await console.employ({ role: 'admissions', partners: ['uts'] });
});
afterAll(() => product.stop());

const call = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await console.call(method, `/webinars${path}`, {
    cookie: uts.cookie,
    ...(body !== undefined && { body }),
  });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data;
};

/** Day and time on the clock of UTS, so many minutes from now. */
function inMinutes(minutes: number): { day: string; time: string } {
  const at = new Date(Date.now() + minutes * 60_000);
  const [day, time] = at
    .toLocaleString('sv', { timeZone: 'Australia/Sydney', dateStyle: 'short', timeStyle: 'short' })
    .split(' ');
  return { day: day!, time: time! };
}
const weekMinutes = 7 * 24 * 60;
const begun = inMinutes(-10);
const nextWeek = inMinutes(weekMinutes).day;

const said = webinarDraft({ date: { on: begun.day }, time: begun.time });
const create = (more: object = {}): Promise<any> => call('POST', '', newWebinar({ ...said, ...more }));
const change = ({ id, version }: any, more: object): Promise<any> =>
  call('PUT', `/${id}`, { ...said, version, ...more });
async function joined(id: string): Promise<Student> {
  const student = await product.buildStudent({ preapproved: false });
  const { status } = await student.post('/enrolment/webinars', { partner: 'uts', registeredWebinars: { add: id } });
  expect(status).toBe(200);
  return student;
}
const idsOf = async (student: Student): Promise<string[]> =>
  JSON.parse((await student.get('/member')).body.data.customFields.registeredWebinars);
async function mailTo({ email }: Student, subject: RegExp): Promise<{ text: string }> {
  let mail: { text: string; subject: string } | undefined;
  await eventually(async () => {
    const { body } = await product.call('GET', `/dev/mail.json?to=${email}`);
    mail = body.find((each: { subject: string }) => subject.test(each.subject));
    return mail !== undefined;
  });
  return mail!;
}
const attendances = async (id: string) =>
  (
    await product.database.pool.query(
      `select to_char(day, 'YYYY-MM-DD') as day from webinar_attendee where webinar_id = $1 order by day`,
      [id],
    )
  ).rows.map(({ day }) => day);

describe('those registered for a webinar that has begun and is not over', () => {
  test('are mailed its new link, and staff read how many they are', async () => {
    const webinar = await create();
    const student = await joined(webinar.id);
    expect((await call('GET', `/${webinar.id}`)).waiting).toBe(1);
    await change(webinar, { link: 'https://meet.example.org/another' });
    const mail = await mailTo(student, /^This webinar has changed: Phishing/);
    expect(mail.text).toContain('https://meet.example.org/another');
    expect(await attendances(webinar.id)).toEqual([begun.day]);
  });

  test('are mailed its new day and get a place at it, and stay listed at the occasion that had begun', async () => {
    const webinar = await create();
    const student = await joined(webinar.id);
    await change(webinar, { date: { on: nextWeek } });
    await mailTo(student, /^This webinar has changed: Phishing/);
    expect(await attendances(webinar.id)).toEqual([begun.day, nextWeek]);
    expect(await idsOf(student)).toEqual([webinar.id]);
    expect((await call('GET', `/${webinar.id}`)).waiting).toBe(1);
  });

  test('are mailed that it does not take place', async () => {
    const webinar = await create();
    const student = await joined(webinar.id);
    await call('POST', `/${webinar.id}/cancellation`, { version: webinar.version, reason: 'The host is ill.' });
    await mailTo(student, /^This webinar does not take place: Phishing/);
    expect(await idsOf(student)).toEqual([]);
    expect(await attendances(webinar.id)).toEqual([begun.day]);
  });
});

test('a webinar that is cancelled before it begins has no occasion, which could be said to be over', async () => {
  const webinar = await create({ date: { on: nextWeek } });
  const student = await joined(webinar.id);
  expect((await call('GET', `/${webinar.id}`)).occasions).toHaveLength(1);
  await call('POST', `/${webinar.id}/cancellation`, { version: webinar.version, reason: 'The host is ill.' });
  await mailTo(student, /^This webinar does not take place: Phishing/);
  expect((await call('GET', `/${webinar.id}`)).occasions).toEqual([]);
});

test('a registration for a webinar that is over ends when staff give it another day, and stays where they do not', async () => {
  const [moved, kept] = [await create({ minutes: 60 }), await create({ minutes: 60 })];
  const student = await joined(moved.id);
  await student.post('/enrolment/webinars', { partner: 'uts', registeredWebinars: { add: kept.id } });
  const over = inMinutes(-90);
  await product.database.pool.query(`update webinar set first_day = $1, start_time = $2 where id = any($3)`, [
    over.day,
    over.time,
    [moved.id, kept.id],
  ]);
  await product.database.pool.query(
    `update webinar_registration r set starts_at = (first_day + start_time::time) at time zone 'Australia/Sydney'
     from webinar w where w.id = r.webinar_id and w.id = any($1)`,
    [[moved.id, kept.id]],
  );
  await change(moved, { date: { on: nextWeek } });
  await addLoneJob(product.database.db, endRegistrationsJob, {});
  await eventually(async () => (await idsOf(student)).length === 1);
  expect(await idsOf(student)).toEqual([kept.id]);
});
