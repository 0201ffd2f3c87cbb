import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cohort } from '../../../contract/cohorts.ts';
import { courseCodes, studyModes } from '../../../shared/courses.ts';
import { partnerCodes, partners, type PartnerCode } from '../../../shared/partners.ts';
import { createBuying } from '../../testing/buying.ts';
import { eventually, startTestProduct, type TestProduct } from '../../testing/product.ts';
import { listDaysOff } from './class-days.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { checkout } = createBuying(() => product);
const cohorts = async (partner = 'uts'): Promise<Cohort[]> =>
  (await product.call('GET', `/enrolment/catalogue?partner=${partner}`)).body.data.cohorts;

test.for(partnerCodes)('a fresh installation has two dated cohorts of every course and mode for %s', async (code) => {
  const listed = (await cohorts(code)).filter(({ state, endDate }) => state === 'open' && endDate);
  for (const course of courseCodes)
    for (const mode of studyModes)
      expect(listed.filter((cohort) => cohort.course === course && cohort.mode === mode).length).toBe(2);
  // In the evening and on the days of the place where its students live.
  for (const { timeZone, partners: offeredTo, startDate, mode, noClassOn = [] } of listed) {
    expect([timeZone, offeredTo]).toEqual([partners[code].timeZone, [code]]);
    expect(new Date(startDate).getUTCDay()).toBe(mode === 'full-time' ? 1 : 2);
    expect(noClassOn.map(({ date }) => date)).not.toContain(startDate);
  }
});

test('a cohort of one partner is shown to its students alone, and cannot be bought by others', async () => {
  const cohortId = await product.buildCohort(5);
  await product.database.pool.query(`update cohort set partners = '{vcu,mtu}' where id = $1`, [cohortId]);
  const idsFor = async (partner: string) => (await cohorts(partner)).map(({ id }) => id);
  expect([await idsFor('uts'), await idsFor('vcu')].map((ids) => ids.includes(cohortId))).toEqual([false, true]);
  const student = await product.buildStudent();
  const refused = await checkout(student, cohortId);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'cohort-elsewhere']);
  expect((await checkout(student, cohortId, { partner: 'mtu' })).status).toBe(200);
});

test.for([
  ['a draft', 'is_draft = true'],
  ['a cancelled cohort', 'cancelled_at = now()'],
] as const)('%s is not shown to students, and cannot be bought', async ([, change]) => {
  const cohortId = await product.buildCohort(5);
  expect((await cohorts()).map(({ id }) => id)).toContain(cohortId);
  await product.database.pool.query(`update cohort set ${change} where id = $1`, [cohortId]);
  expect((await cohorts()).map(({ id }) => id)).not.toContain(cohortId);
  const refused = await checkout(await product.buildStudent(), cohortId);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'cohort-not-open']);
});

test('a cohort names the public holidays on its days of class, and those alone', () => {
  const run = { from: '2027-01-04', until: '2027-03-26' };
  const daysOff = (mode: 'full-time' | 'part-time', codes: PartnerCode[] | null) =>
    listDaysOff({ mode, partners: codes }, run).map(({ date }) => date);
  // Monday; Christmas and New Year's Day lie before.
  expect(daysOff('full-time', ['vcu'])).toEqual(['2027-01-18', '2027-02-15']);
  // Tuesday, and a Saturday that is none in Sydney.
  expect(daysOff('part-time', ['uts'])).toEqual(['2027-01-26']);
  expect(daysOff('part-time', ['uc'])).toEqual(['2027-02-06']);
  expect(daysOff('full-time', null)).toEqual([]);
});

test('an unknown partner is refused with 400', async () => {
  expect((await product.call('GET', '/enrolment/catalogue?partner=nope')).status).toBe(400);
});

test('the fixed cohorts keep their months and have started', async () => {
  const listed = await cohorts();
  const fixed = listed
    .filter((cohort) => /^[3-8]$/.test(cohort.id))
    .map(({ id, course, mode, startDate, state }) => [id, course, mode, startDate, state]);
  expect(fixed.toSorted()).toEqual([
    ['3', 'data', 'full-time', '2025-11', 'started'],
    ['4', 'data', 'part-time', '2025-11', 'started'],
    ['5', 'software', 'full-time', '2025-10', 'started'],
    ['6', 'software', 'part-time', '2025-10', 'started'],
    ['7', 'cyber', 'full-time', '2025-12', 'started'],
    ['8', 'cyber', 'part-time', '2025-12', 'started'],
  ]);
});

test('an intake without a date says "Future" and can be chosen', async () => {
  const next = (await cohorts()).filter((cohort) => cohort.startDate === 'Future');
  expect(next.map((cohort) => cohort.name).toSorted()).toEqual([
    'Next Available Cyber Security (Full-Time)',
    'Next Available Cyber Security (Part-Time)',
    'Next Available Data Science & AI (Full-Time)',
    'Next Available Data Science & AI (Part-Time)',
    'Next Available Software Engineering (Full-Time)',
    'Next Available Software Engineering (Part-Time)',
  ]);
  for (const cohort of next)
    expect(cohort).toMatchObject({ state: 'open', endDate: null, seats: { state: 'available' } });
});

test('full-time ends after 12 weeks and part-time after 24', async () => {
  for (const cohort of (await cohorts()).filter(({ endDate }) => endDate)) {
    const days = (Date.parse(cohort.endDate!) - Date.parse(cohort.startDate)) / 86_400_000;
    expect(days).toBe((cohort.mode === 'full-time' ? 12 : 24) * 7 - 3);
  }
});

test('the exact number of seats shows only when few are left', async () => {
  const [few, many, none] = [await product.buildCohort(5), await product.buildCohort(6), await product.buildCohort(0)];
  const listed = await cohorts();
  const seatsOf = (id: string) => listed.find((cohort) => cohort.id === id)!.seats;
  expect([seatsOf(few), seatsOf(many), seatsOf(none)]).toEqual([
    { state: 'few', left: 5 },
    { state: 'available', left: null },
    { state: 'full', left: null },
  ]);
});

test('a cohort without a free seat says whether one may come back', async () => {
  const cohortId = await product.buildCohort(1);
  const shown = async () => (await cohorts()).find(({ id }) => id === cohortId)!.seats;
  expect(await shown()).toEqual({ state: 'few', left: 1 });
  const { url } = (await checkout(await product.buildStudent(), cohortId)).body.data;
  expect(await shown()).toEqual({ state: 'full', left: null, mayComeBack: true });
  await product.pay(url);
  await eventually(async () => (await shown()).mayComeBack === undefined);
  expect(await shown()).toEqual({ state: 'full', left: null });
});

test('the site’s plan costs what the price book says', async () => {
  const { prices } = (await product.call('GET', '/enrolment/catalogue')).body.data;
  const { plans } = (await product.call('GET', '/app')).body.data;
  const amountOf = (priceId: string) =>
    plans.flatMap((plan: any) => plan.prices).find((price: any) => price.id === priceId).amount * 100;
  expect([amountOf('prc_enrolled_full'), amountOf('prc_enrolled_deposit')]).toEqual([
    prices.fullCents,
    prices.depositCents,
  ]);
});
