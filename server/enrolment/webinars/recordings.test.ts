import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addLoneJob } from '../../platform/jobs.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';
import { newWebinar } from '../../testing/webinars.ts';
import { mailRecordingJob } from './after-webinars.ts';

let product: TestProduct;
let console: TestConsole;
let owner: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  owner = await console.employ({ role: 'owner' });
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

const rows = async (text: string, ...values: unknown[]): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const call = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await console.call(method, `/webinars${path}`, { cookie: owner.cookie, ...(body ? { body } : {}) });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data;
};
const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
/** Creates a webinar of all partners. @returns its id */
const create = async (): Promise<string> =>
  (await call('POST', '', newWebinar({ partner: null, date: { on: day } }))).id;
async function joined(id: string, partner: string): Promise<Student> {
  const student = await product.buildStudent({ preapproved: false });
  const wish = { partner, registeredWebinars: { add: id } };
  expect((await student.post('/enrolment/webinars', wish)).status).toBe(200);
  return student;
}
/** Lets a student's occasion have begun, as that of an earlier zone has. */
const begin = ({ memberId }: Student) =>
  rows(`update webinar_attendee set starts_at = now() - interval '1 hour' where member_id = $1`, memberId);
const keep = (id: string, link: string, mail: boolean) => call('PUT', `/${id}/recording`, { day, link, mail });
const recordingOf = async (id: string) => (await call('GET', `/${id}`)).occasions[0].recording;
/** Links that a student was mailed. */
const mailed = async ({ memberId }: Student): Promise<string[]> =>
  (
    await rows(
      `select body_text from mail_outbox where member_id = $1 and kind = 'webinar-recording' order by created_at`,
      memberId,
    )
  ).map(({ body_text: text }) => /https:\/\/video\S+/.exec(text)![0]);
const queued = (id: string) =>
  rows(
    `select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'mail-webinar-recording' and j.payload ->> 'webinarId' = $1 order by j.run_at`,
    id,
  );
/** Mails the recording as a job does that was queued before. */
async function mailNow(id: string): Promise<void> {
  await addLoneJob(product.database.db, mailRecordingJob, { webinarId: id, day });
  await eventually(async () => (await queued(id)).every(({ run_at: at }) => at > new Date()));
}
const [one, two] = ['https://video.example.org/1', 'https://video.example.org/2'] as const;

test('a recording is mailed to each once the webinar has begun on their clock', async () => {
  const id = await create();
  const [early, late] = [await joined(id, 'uc'), await joined(id, 'vcu')];
  await begin(early);
  await keep(id, one, true);
  await eventually(async () => (await mailed(early)).length === 1);
  // The job has ended, and goes on when the webinar begins elsewhere.
  await eventually(async () => (await queued(id)).some(({ run_at: at }) => at > new Date()));
  expect(await mailed(late)).toEqual([]);
  await begin(late);
  await mailNow(id);
  expect([await mailed(early), await mailed(late)]).toEqual([[one], [one]]);
});

test('another link that is kept without mailing it counts as not mailed, until it is', async () => {
  const id = await create();
  const student = await joined(id, 'uts');
  await begin(student);
  await keep(id, one, true);
  await eventually(async () => (await mailed(student)).length === 1);
  await keep(id, one, false);
  expect((await recordingOf(id)).mailedAt).not.toBeNull();
  await keep(id, two, false);
  expect(await recordingOf(id)).toEqual({ link: two, mailedAt: null });
  // What was still mailing the first link ends.
  await mailNow(id);
  expect(await mailed(student)).toEqual([one]);
  await keep(id, two, true);
  await eventually(async () => (await mailed(student)).length === 2);
  expect(await mailed(student)).toEqual([one, two]);
  expect((await recordingOf(id)).mailedAt).not.toBeNull();
});
