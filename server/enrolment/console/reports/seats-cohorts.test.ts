import { afterAll, beforeAll, expect, test } from 'vitest';
import { owner, startTestConsole, type TestConsole } from '../../../testing/console.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { createEnrolment } from '../../enrolment.ts';

let product: TestMembership;
let staffed: TestConsole;

/** Of one course and mode, by the day each starts. */
const cohorts = [
  { id: 'spring', starts: '2026-09-01' },
  { id: 'planned-before', starts: '2026-11-02', draft: true },
  { id: 'planned', starts: '2026-11-20', draft: true },
  { id: 'called-off', starts: '2026-12-07', cancelled: true },
  { id: 'summer', starts: '2026-12-14' },
  { id: 'called-off-later', starts: '2027-03-01', cancelled: true },
];

beforeAll(async () => {
  product = await startTestMembership({});
  const platform = { ...product.services, clock: { now: () => new Date('2026-11-04T12:00:00Z') } };
  staffed = await startTestConsole(product.membership, createEnrolment(platform, product.membership));
  await product.database.pool.query('truncate cohort cascade');
  for (const { id, starts, draft = false, cancelled = false } of cohorts)
    await product.database.pool.query(
      `insert into cohort (id, course, name, mode, start_date, time_zone, capacity, is_draft, cancelled_at)
       values ($1, 'data', $1, 'full-time', $2, 'UTC', 20, $3, case when $4 then now() end)`,
      [id, starts, draft, cancelled],
    );
});
afterAll(async () => {
  await staffed?.close();
  await product?.stop();
});

const readSeats = async (query: string) => (await staffed.ask(owner, 'GET', `/reports/seats?${query}`)).data;

test('seats sold are of the next cohort that runs, beside the last one that ran; a draft is none of them', async () => {
  const { cohort, lastCohort } = await readSeats('weeks=4');
  expect(cohort).toMatchObject({ id: 'summer', isCancelled: false });
  expect(lastCohort).toMatchObject({ id: 'spring' });
  expect((await readSeats('weeks=4&cohort=planned')).cohort).toMatchObject({ id: 'summer' });
});

test('a cancelled cohort may be chosen and says what it is; a draft may not', async () => {
  const report = await readSeats('weeks=4&cohort=called-off');
  expect(report.cohort).toMatchObject({ id: 'called-off', isCancelled: true });
  const offered = report.cohorts.map(({ id, isCancelled }: { id: string; isCancelled: boolean }) => [id, isCancelled]);
  expect(offered).toEqual([
    ['called-off-later', true],
    ['summer', false],
    ['called-off', true],
    ['spring', false],
  ]);
  const funnel = (await staffed.ask(owner, 'GET', '/reports/funnel?days=7')).data;
  expect(funnel.cohorts).toEqual(report.cohorts);
});
