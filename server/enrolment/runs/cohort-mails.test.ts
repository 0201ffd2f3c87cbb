import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { failForOne } from '../../testing/failing-mails.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';
import { createRunning, type Running } from '../../testing/running.ts';
import type { Employed } from '../../testing/staff-console.ts';

let product: TestProduct;
let running: Running;
let uts: Employed;
let cohortId: string;
/** Two students of UTS, of whom the second has not proved the address, and one of MTU. */
let students: Student[];
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
  uts = await running.console.employ({ role: 'admissions', partners: ['uts'] });
  cohortId = await product.buildCohort(5);
  students = await Promise.all(['uts', 'uts', 'mtu'].map((partner) => running.seat(cohortId, { partner })));
  await query(`update member set verified = false where id = $1`, [students[1]!.memberId]);
});
afterAll(() => product.stop());

const { mailsTo } = createBuying(() => product);
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const recipients = async (by?: Employed): Promise<any[]> =>
  (await running.ask('GET', `${cohortId}/recipients`, by && { by })).body.data;
const letter = { subject: 'Your first day', text: 'Hello all,\n\nbring <b>your</b> laptop.\nIt starts at nine.' };
const draft = async (by?: Employed, change: Record<string, unknown> = {}) => {
  const orders = (await recipients()).map(({ orderId }) => orderId);
  return running.ask('POST', `${cohortId}/mails`, { body: { ...letter, orders, ...change }, ...(by && { by }) });
};
const sent = async (by?: Employed): Promise<any[]> =>
  (await running.ask('GET', `${cohortId}/mails`, by && { by })).body.data;
const countMails = async (student: Student, subject: string) =>
  (await mailsTo(student.email)).filter((mail) => mail.subject === subject).length;

describe('a mail to a cohort', () => {
  test('names its students of the partners in scope, and whose address is not proved', async () => {
    expect((await recipients()).map(({ isProved }) => isProved).toSorted()).toEqual([false, true, true]);
    expect((await recipients(uts)).map(({ memberId }) => memberId).toSorted()).toEqual(
      [students[0]!.memberId, students[1]!.memberId].toSorted(),
    );
  });

  test('is looked at as it will be, and nothing is sent by that', async () => {
    const { body } = await draft(uts);
    expect(body.data).toMatchObject({ sentAt: null, partners: ['uts'], recipients: [{ student: 'Ana Silva' }] });
    const seen = await running.ask('GET', `${cohortId}/mails/${body.data.id}/body?partner=uts`, { by: uts });
    expect(seen.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(seen.body).toContain('bring &lt;b&gt;your&lt;/b&gt; laptop.<br>It starts at nine.');
    expect(seen.body).toContain('UTS');
    expect(await sent(uts)).toEqual([]);
    expect(await countMails(students[0]!, letter.subject)).toBe(0);
    // Another person's draft, another partner's look.
    for (const [path, by] of [
      [`${body.data.id}/body?partner=uts`, undefined],
      [`${body.data.id}/body?partner=mtu`, uts],
    ] as const)
      expect((await running.ask('GET', `${cohortId}/mails/${path}`, by && { by })).body.error.code).toBe('not-found');
  });

  test('goes once to the proved addresses of the scope, however often it is pressed', async () => {
    const subject = 'Pressed twice';
    const { id } = (await draft(uts, { subject })).body.data;
    const press = () => running.ask('POST', `${cohortId}/mails/${id}/send`, { by: uts });
    const both = await Promise.all([press(), press()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await press();
    await eventually(async () => (await countMails(students[0]!, subject)) === 1);
    await eventually(async () => (await sent(uts)).find((mail) => mail.id === id)?.recipients[0]?.sentAt != null);
    expect(await countMails(students[0]!, subject)).toBe(1);
    expect(await countMails(students[1]!, subject)).toBe(0);
    expect(await countMails(students[2]!, subject)).toBe(0);
    const [outbox] = await query(`select reply_to, partner, member_id from mail_outbox where subject = $1`, [subject]);
    expect(outbox).toEqual({ reply_to: 'help@uts.example.org', partner: 'uts', member_id: students[0]!.memberId });
    const kept = await query(`select note, partner from audit_entry where action = 'cohort.mailed'`);
    expect(kept).toEqual([{ note: '1 recipients', partner: 'uts' }]);

    // As one that was refused for good, whose job is gone by now.
    await query('update mail_outbox set sent_at = null where subject = $1', [subject]);
    const recipient = async () => (await sent(uts)).find((mail) => mail.id === id)?.recipients[0];
    await eventually(async () => (await recipient())?.isRefused === true);
    expect(await recipient()).toMatchObject({ sentAt: null });
  });

  test('of all partners looks to each student like their own, and to other staff like their part of it', async () => {
    const subject = 'To everybody';
    const { id } = (await draft(undefined, { subject })).body.data;
    const answer = await running.ask('POST', `${cohortId}/mails/${id}/send`);
    expect(answer.body.data.partners.toSorted()).toEqual(['mtu', 'uts']);
    await eventually(async () => (await countMails(students[2]!, subject)) === 1);
    const seen = (await sent(uts)).find((mail) => mail.id === id);
    expect(seen.recipients.map(({ memberId }: { memberId: string }) => memberId)).toEqual([students[0]!.memberId]);
  });

  test('to nobody with a seat and a proved address is refused', async () => {
    const unproved = (await recipients()).filter(({ isProved }) => !isProved).map(({ orderId }) => orderId);
    expect((await draft(undefined, { orders: unproved })).body.error.code).toBe('no-recipients');
    const ofMtu = (await recipients()).filter(({ partner }) => partner === 'mtu').map(({ orderId }) => orderId);
    expect((await draft(uts, { orders: ofMtu })).body.error.code).toBe('no-recipients');
  });

  test('that fails for one student reaches that student later, and each student once', async () => {
    const subject = 'Through a failure';
    const { id } = (await draft(undefined, { subject })).body.data;
    const both = [students[0]!, students[2]!];
    await failForOne(product.database, {
      memberId: both[0]!.memberId,
      job: 'send-cohort-mail',
      act: () => running.ask('POST', `${cohortId}/mails/${id}/send`),
    });
    await eventually(async () => {
      const { recipients: told } = (await sent()).find((mail) => mail.id === id);
      return told.length === 2 && told.every(({ sentAt }: { sentAt: string | null }) => sentAt !== null);
    });
    for (const student of both) expect(await countMails(student, subject)).toBe(1);
  });

  test('has no recipient who lost the seat before it could be queued', async () => {
    const subject = 'Too late for one';
    const { id } = (await draft(undefined, { subject })).body.data;
    const release = `update seat_claim set state = 'released' where cohort_id = $1 and member_id = $2`;
    await failForOne(product.database, {
      memberId: students[2]!.memberId,
      job: 'send-cohort-mail',
      act: () => running.ask('POST', `${cohortId}/mails/${id}/send`),
      meanwhile: () => query(release, [cohortId, students[2]!.memberId]),
    });
    const told = async () => (await sent()).find((mail) => mail.id === id).recipients;
    await eventually(async () => (await told()).length === 1);
    expect(await told()).toMatchObject([{ memberId: students[0]!.memberId }]);
    expect(await countMails(students[2]!, subject)).toBe(0);
  });

  test('leaves out who has lost the seat meanwhile', async () => {
    const { id } = (await draft(undefined, { subject: 'Too late' })).body.data;
    await query(`update seat_claim set state = 'released' where cohort_id = $1`, [cohortId]);
    const answer = await running.ask('POST', `${cohortId}/mails/${id}/send`);
    expect(answer.body.error.code).toBe('no-recipients');
  });
});
