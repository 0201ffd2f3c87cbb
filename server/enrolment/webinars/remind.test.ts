import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Job } from '../../platform/jobs.ts';
import { runJob } from '../../testing/workers.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { createEnrolment } from '../enrolment.ts';
import { findPassedReminder } from './registrations.ts';

let product: TestMembership;
let jobs: Job[];
beforeAll(async () => {
  product = await startTestMembership();
  jobs = createEnrolment(product.services, product.membership).jobs();
  await product.database.pool.query(
    `insert into webinar (id, course, state, title, description, host, category, minutes, attendees, first_day, start_time)
     values ('web_soon', 'cyber', 'published', 'Soon', 'Soon', 'Mira', 'info', 60, 10, current_date, '18:00')`,
  );
});
afterAll(() => product.stop());

let people = 0;
/** Members who are registered for an occasion that starts so soon. */
async function register(count: number, minutes: number): Promise<string[]> {
  const startsAt = new Date(Date.now() + minutes * 60_000);
  const ids = Array.from({ length: count }, () => `mem_remind${++people}`);
  for (const id of ids) {
    const { pool } = product.database;
    await pool.query(
      `insert into member (id, site_id, email, verified) values ($1, 'app_enrolment', lower($1) || '@example.org', true)`,
      [id],
    );
    await pool.query(
      `insert into webinar_registration (webinar_id, member_id, starts_at, partner, shown_version)
       values ('web_soon', $1, $2, 'uts', 1)`,
      [id, startsAt],
    );
    await pool.query(
      `insert into webinar_attendee (id, webinar_id, day, member_id, partner, starts_at)
       values ('atd_' || $1, 'web_soon', current_date, $1, 'uts', $2)`,
      [id, startsAt],
    );
  }
  return ids;
}
const run = () => runJob(jobs, 'remind-of-webinars');
const mailsTo = async (ids: readonly string[]): Promise<number> =>
  (
    await product.database.pool.query(
      `select count(*)::int as mails from mail_outbox where kind = 'webinar-reminder' and member_id = any($1)`,
      [ids],
    )
  ).rows[0].mails;

test('two workers at once send each reminder once', async () => {
  const ids = await register(12, 50);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await mailsTo(ids)).toBe(ids.length);
});

test('without the mark it would be sent again, the negative control', async () => {
  const ids = await register(2, 50);
  await run();
  await product.database.pool.query(`update webinar_attendee set reminded_hours = null where member_id = any($1)`, [
    ids,
  ]);
  await run();
  expect(await mailsTo(ids)).toBe(2 * ids.length);
});

test('of several that are due the last alone is sent, and none once it has begun', async () => {
  const [late, begun, far] = [await register(1, 10), await register(1, -1), await register(1, 25 * 60)];
  await run();
  expect([await mailsTo(late), await mailsTo(begun), await mailsTo(far)]).toEqual([1, 0, 0]);
});

test.each([
  ['days ahead', 49 * 60, null],
  ['within the last day', 23 * 60, 24],
  ['within the last hour', 59, 1],
  ['as it begins', 0, 1],
])('who registers %s gets what is still to come', (_when, minutes, passed) => {
  const now = new Date('2026-12-01T00:00:00Z');
  expect(findPassedReminder([24, 1], new Date(now.getTime() + minutes * 60_000), now)).toBe(passed);
});
