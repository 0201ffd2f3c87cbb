import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { educationLevelCodes } from '../../../shared/education-levels.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { judgeLevel } from './progress.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const answers = {
  firstName: 'Ana',
  lastName: 'Maria Silva',
  phone: '021 555 0100',
  course: 'cyber',
  educationLevel: 'level7',
};

test('every level but the lowest is pre-approved', () => {
  expect(educationLevelCodes.filter((level) => judgeLevel(level) === 'advisor')).toEqual(['level4']);
});

describe('the eligibility check', () => {
  test('starts at stage 1, pre-approves to stage 2 and clears the cohort of another course', async () => {
    const student = await product.buildStudent({ preapproved: false });
    expect((await student.get('/member')).body.data.customFields.stage).toBe('1');
    await student.post('/member', { customFields: { 'course-selected': 'data', 'selected-cohort': 'data-next-ft' } });
    const { body } = await student.post('/enrolment/eligibility', answers);
    expect(body.data.outcome).toBe('preapproved');
    expect(body.data.member.customFields).toMatchObject({
      'first-name': 'Ana',
      'last-name': 'Maria Silva',
      'phone-number': '021 555 0100',
      'course-selected': 'cyber',
      'selected-cohort': '',
      'education-level': 'level7',
      'eligibility-status': 'preapproved',
      stage: '2',
    });
  });

  test('lets a student pass who has not chosen a course, and chooses none for them', async () => {
    const student = await product.buildStudent({ preapproved: false });
    const { course: _, ...withoutCourse } = answers;
    const { body } = await student.post('/enrolment/eligibility', withoutCourse);
    expect(body.data.member.customFields).toMatchObject({ 'eligibility-status': 'preapproved', stage: '2' });
    expect(body.data.member.customFields['course-selected'] ?? '').toBe('');
  });

  test('sends the lowest level to an advisor, and a retake forgets outcome and level', async () => {
    const student = await product.buildStudent({ preapproved: false });
    const first = await student.post('/enrolment/eligibility', { ...answers, educationLevel: 'level4' });
    expect(first.body.data.member.customFields).toMatchObject({ 'eligibility-status': 'advisor', stage: '1' });
    const retaken = await student.post('/enrolment/eligibility/retake');
    expect(retaken.body.data.customFields).toMatchObject({
      'eligibility-status': '',
      'education-level': '',
      stage: '1',
    });
  });

  test('keeps the last ten checks of a student, and those of others', async () => {
    const [student, other] = [
      await product.buildStudent({ preapproved: false }),
      await product.buildStudent({ preapproved: false }),
    ];
    await other.post('/enrolment/eligibility', answers);
    const levels = ['level5', ...Array.from({ length: 10 }, () => 'level7')];
    for (const educationLevel of levels) await student.post('/enrolment/eligibility', { ...answers, educationLevel });
    const levelsOf = async ({ memberId }: { memberId: string }) => {
      const { rows } = await product.database.pool.query<{ education_level: string }>(
        'select education_level from eligibility_check where member_id = $1',
        [memberId],
      );
      return rows.map((row) => row.education_level);
    };
    expect(await levelsOf(student)).toEqual(levels.slice(1));
    expect(await levelsOf(other)).toEqual(['level7']);
  });

  test('a recheck goes back to stage 1 and clears the outcome', async () => {
    const student = await product.buildStudent();
    const { body } = await student.post('/enrolment/eligibility/recheck');
    expect(body.data.customFields).toMatchObject({ 'eligibility-status': '', stage: '1' });
  });

  test.each([
    ['no phone', { phone: ' ' }],
    ['no first name', { firstName: '' }],
    ['an unknown level', { educationLevel: 'level12' }],
    ['an unknown course', { course: 'cooking' }],
    ['an outcome of its own', { outcome: 'preapproved' }],
    ['a stage of its own', { stage: '3' }],
    ['a number for a name', { firstName: 7 }],
  ])('refuses %s and changes nothing', async (_what, change) => {
    const student = await product.buildStudent({ preapproved: false });
    const before = (await student.get('/member')).body;
    const answer = await student.post('/enrolment/eligibility', { ...answers, ...change });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid-request']);
    expect((await student.get('/member')).body).toEqual(before);
  });

  test('refuses visitors and members of other sites', async () => {
    const visitor = await product.call('POST', '/enrolment/eligibility', { body: answers });
    expect(visitor.status).toBe(401);
    const elsewhere = await product.call('POST', '/enrolment/eligibility', {
      body: answers,
      headers: { 'x-api-key': 'pk_sb_demo' },
    });
    expect(elsewhere.status).toBe(404);
  });
});

describe('stages', () => {
  const set = (memberId: string, fields: Record<string, string>) =>
    product.database.pool.query(`update member set custom_fields = custom_fields || $2::jsonb where id = $1`, [
      memberId,
      JSON.stringify(fields),
    ]);

  test.each([
    ['load', 'preapproved', '', '2'],
    ['load', 'preapproved', '0', '2'],
    ['load', 'preapproved', '1', '2'],
    ['load', 'eligible', '1', '1'],
    ['enrol', 'eligible', '1', '2'],
  ])('at %s, status %j with stage %j leads to %j', async (at, status, stage, expected) => {
    const student = await product.buildStudent({ preapproved: false });
    await set(student.memberId, { 'eligibility-status': status, stage });
    const { body } = await student.post('/enrolment/resume', { at });
    expect(body.data.customFields.stage).toBe(expected);
  });

  test.each(['advisor', ''])('the enrol page is closed to status %j', async (status) => {
    const student = await product.buildStudent({ preapproved: false });
    await set(student.memberId, { 'eligibility-status': status });
    const answer = await student.post('/enrolment/resume', { at: 'enrol' });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'eligibility-required']);
  });

  test.each(['stage', 'eligibility-status', 'payment-status', 'payment-info'])(
    '%s is not the member’s to write',
    async (field) => {
      const student = await product.buildStudent({ preapproved: false });
      const before = (await student.get('/member')).body;
      const answer = await student.post('/member', { customFields: { 'first-name': 'Eve', [field]: '3' } });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'field-not-writable']);
      expect((await student.get('/member')).body).toEqual(before);
    },
  );
});
