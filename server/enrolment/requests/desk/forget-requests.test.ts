import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdvising, newLeadAddress, type Advising } from '../../../testing/advising.ts';
import { createDeleting, type Deleting } from '../../../testing/deleting.ts';
import { forgetMails } from '../../../testing/mailboxes.ts';
import { randomAddress, startTestProduct, type Student, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let desk: Advising;
let deleting: Deleting;
let advisor: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  desk = createAdvising(product);
  deleting = await createDeleting(product);
  advisor = await desk.staffed.employ({ role: 'admissions', partners: ['uts'] });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await forgetMails(product.database);
  await product.database.pool.query('delete from rate_limit');
});

const left = async (...ids: string[]): Promise<string[]> =>
  (await desk.rows('select id from enquiry where id = any($1) order by created_at', ids)).map(({ id }) => id as string);
const answersIn = async (id: string) =>
  (await desk.rows(`select body from enquiry_entry where enquiry_id = $1 and kind = 'replied'`, id)).length;
const merge = async (from: string, into: string) =>
  expect((await desk.act(advisor, from, 'merge', { into })).status).toBe(200);

test('a lead goes with the member who has proved its address, and those of others stay', async () => {
  const [student, another] = [await product.buildStudent(), await product.buildStudent()];
  const [lead, others] = [await desk.lead(student.email), await desk.lead(another.email)];
  await desk.reply(advisor, lead, 'The outline is on its way.');
  await deleting.byOwnPress(student);
  expect(await left(lead, others)).toEqual([others]);
  expect(await answersIn(lead)).toBe(0);
});

test('a lead stays where an account has its address without a proof', async () => {
  const claimed = await product.buildStudent({ proved: false });
  const lead = await desk.lead(claimed.email);
  await deleting.byOwnPress(claimed);
  expect(await left(lead)).toEqual([lead]);
});

test('a lead stays where a member of another site goes who has proved its address', async () => {
  const email = newLeadAddress();
  const lead = await desk.lead(email);
  const headers = { 'x-api-key': 'pk_sb_demo', 'x-forwarded-for': randomAddress() };
  const body = { email, password: 'Correct-horse-battery-9' };
  const { member, tokens } = (await product.call('POST', '/auth/signup', { headers, body })).body.data;
  await desk.rows('update member set verified = true where id = $1', member.id);
  const deleted = await product.call('DELETE', '/member', { headers, token: tokens.accessToken });
  expect(deleted.status).toBe(200);
  expect(await left(lead)).toEqual([lead]);
});

/** A question that was answered, and merged into the lead of the same address, which is merged into another one. */
async function mergedAway(student: Student) {
  const question = await desk.support(student, 'Which laptop?');
  await forgetMails(product.database);
  expect((await desk.reply(advisor, question, 'Any.')).status).toBe(200);
  const [lead, later] = [await desk.lead(student.email), await desk.lead(student.email, { course: 'cyber' })];
  await merge(question, lead);
  await merge(lead, later);
  expect(await answersIn(later)).toBe(1);
  return [question, lead, later];
}

test('answers go with the member where their question was merged into a lead, proved or not', async () => {
  const student = await product.buildStudent({ proved: false });
  const ids = await mergedAway(student);
  await deleting.byOwnPress(student);
  expect(await left(...ids)).toEqual([]);
  expect(await answersIn(ids[2]!)).toBe(0);
});
