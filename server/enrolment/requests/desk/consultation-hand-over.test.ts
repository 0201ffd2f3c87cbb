import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdvising, type Advising } from '../../../testing/advising.ts';
import { forgetMails } from '../../../testing/mailboxes.ts';
import { startTestProduct, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let desk: Advising;
let owner: Employed;
let ana: Employed;
let ben: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  desk = createAdvising(product);
  owner = await desk.staffed.employ({ role: 'owner' });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await forgetMails(product.database);
  await product.database.pool.query('delete from rate_limit');
  ana = await desk.staffed.employ({ role: 'admissions', partners: ['uts'] });
  ben = await desk.staffed.employ({ role: 'admissions', partners: ['uts'] });
});

const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

/** A consultation to which Ana has given its time. */
async function confirmed(): Promise<string> {
  const student = await product.buildStudent();
  const id = await desk.consultation(student, { partner: 'uts', date, slot: 'afternoon' });
  expect((await desk.act(ana, id, 'meeting', { startsAt: `${date}T02:00:00.000Z` })).status).toBe(200);
  return id;
}
const assign = async (id: string, to: Employed) =>
  expect((await desk.act(owner, id, 'assignee', { staffId: to.id })).status).toBe(200);
const move = async (id: string) =>
  expect((await desk.act(ben, id, 'meeting', { startsAt: `${date}T03:30:00.000Z` })).status).toBe(200);
const cancel = async (id: string) => expect((await desk.act(ben, id, 'meeting/cancel', {})).status).toBe(200);
/** What an advisor is mailed, with the calendar entry. */
const mailed = async ({ email }: Employed) => {
  const mails = await desk.rows(
    `select kind, attachments from mail_outbox where recipient = $1 and kind like 'consultation-%-advisor' order by created_at`,
    email,
  );
  return mails.map(({ kind, attachments: [{ text }] }) => ({
    kind: kind as string,
    method: /METHOD:(\w+)/.exec(text)![1],
    sequence: Number(/SEQUENCE:(\d+)/.exec(text)![1]),
  }));
};
const remove = async ({ id }: Employed) =>
  expect((await desk.staffed.call('DELETE', `/staff/${id}`, { cookie: owner.cookie })).status).toBe(200);
const entry = (kind: string, sequence: number, method = 'PUBLISH') => ({
  kind: `consultation-${kind}-advisor`,
  method,
  sequence,
});

test('the time of a consultation goes to who the request is given to, out of the calendar of who had it', async () => {
  const id = await confirmed();
  await assign(id, ben);
  await move(id);
  await cancel(id);
  expect(await mailed(ana)).toEqual([entry('confirmed', 0), entry('handed-over', 1, 'CANCEL')]);
  expect(await mailed(ben)).toEqual([entry('confirmed', 1), entry('moved', 2), entry('cancelled', 3, 'CANCEL')]);
});

test('who was removed from the staff is mailed no more of a consultation that is given to another one', async () => {
  const id = await confirmed();
  await remove(ana);
  await assign(id, ben);
  await move(id);
  expect(await mailed(ana)).toEqual([entry('confirmed', 0)]);
  expect(await mailed(ben)).toEqual([entry('confirmed', 1), entry('moved', 2)]);
});

test('who moves a time has it once its advisor was removed from the staff', async () => {
  const id = await confirmed();
  await remove(ana);
  await move(id);
  await cancel(id);
  expect(await mailed(ana)).toEqual([entry('confirmed', 0)]);
  expect(await mailed(ben)).toEqual([entry('moved', 1), entry('cancelled', 2, 'CANCEL')]);
});

test('a request that goes back to who has the time mails no entry', async () => {
  const id = await confirmed();
  await desk.act(owner, id, 'assignee', { staffId: null });
  await assign(id, ana);
  expect(await mailed(ana)).toEqual([entry('confirmed', 0)]);
});

test('a request says whether the advisor who has its time is there to be mailed', async () => {
  const id = await confirmed();
  const hasAdvisor = async () => (await desk.show(ben, id)).meeting?.hasAdvisor;
  expect(await hasAdvisor()).toBe(true);
  await remove(ana);
  expect(await hasAdvisor()).toBe(false);
  await cancel(id);
  expect(await mailed(ana)).toEqual([entry('confirmed', 0)]);
});

test('who looks after a request has the time that a colleague confirms, and who presses where none does', async () => {
  const id = await desk.consultation(await product.buildStudent(), { partner: 'uts', date, slot: 'afternoon' });
  await assign(id, ana);
  await move(id);
  expect(await mailed(ana)).toEqual([entry('confirmed', 0)]);
  expect(await mailed(ben)).toEqual([]);
  await remove(ana);
  await cancel(id);
  await move(id);
  expect(await mailed(ben)).toEqual([entry('confirmed', 2)]);
});
