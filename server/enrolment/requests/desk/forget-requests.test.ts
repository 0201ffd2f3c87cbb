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

test('answers go with the member where their question was merged into a lead of their proved address', async () => {
  const student = await product.buildStudent();
  const ids = await mergedAway(student);
  await deleting.byOwnPress(student);
  expect(await left(...ids)).toEqual([]);
  expect(await answersIn(ids[2]!)).toBe(0);
});

test('a lead stays where the question of an account without a proof was merged into it', async () => {
  const claimed = await product.buildStudent({ proved: false });
  const [question, ...leads] = await mergedAway(claimed);
  await deleting.byOwnPress(claimed);
  expect((await left(question!, ...leads)).toSorted()).toEqual(leads.toSorted());
});

const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

async function withTime(student: Student): Promise<string> {
  const id = await desk.consultation(student, { partner: 'uts', date: soon, slot: 'afternoon' });
  expect((await desk.act(advisor, id, 'meeting', { startsAt: `${soon}T02:00:00.000Z` })).status).toBe(200);
  return id;
}
const withdrawals = () =>
  desk.rows(
    `select * from mail_outbox where recipient = $1 and kind = 'consultation-withdrawn-advisor'`,
    advisor.email,
  );

test('the advisor of a time to come is told that its student has gone, without who it was', async () => {
  const student = await product.buildStudent();
  const id = await withTime(student);
  const { reference } = await desk.show(advisor, id);
  await deleting.byOwnPress(student);
  const [mail, ...more] = await withdrawals();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ member_id: null, erase_once_sent: false, partner: 'uts' });
  expect(mail.subject).toContain(reference);
  expect(mail.attachments[0].text).toMatch(/METHOD:CANCEL[^]*SEQUENCE:1/);
  for (const text of [mail.subject, mail.body_text, mail.body_html, JSON.stringify(mail.attachments)])
    for (const personal of ['Silva', '555 0100', student.email]) expect(text).not.toContain(personal);
});

test('a time that is over, or was cancelled, is not told of', async () => {
  const [over, cancelled] = [await product.buildStudent(), await product.buildStudent()];
  const past = await withTime(over);
  await desk.rows(`update consultation set starts_at = now() - interval '1 day' where enquiry_id = $1`, past);
  await desk.act(advisor, await withTime(cancelled), 'meeting/cancel', {});
  const before = await withdrawals();
  for (const student of [over, cancelled]) await deleting.byOwnPress(student);
  expect(await withdrawals()).toEqual(before);
});
