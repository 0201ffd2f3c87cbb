import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { createDeleting, type Deleting } from '../../testing/deleting.ts';
import { letMailboxesRest } from '../../testing/mailboxes.ts';
import { eventually, startTestProduct, type Student, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let deleting: Deleting;
beforeAll(async () => {
  product = await startTestProduct();
  deleting = await createDeleting(product);
});
afterAll(() => product.stop());

const { enrolled } = createBuying(() => product);

interface ShownMail {
  subject: string;
  text: string;
  html: string;
  from: string;
  replyTo: string | null;
}
const mailsTo = async (email: string): Promise<ShownMail[]> =>
  (await product.call('GET', `/dev/mail.json?to=${email}`)).body;
const rows = async (text: string, ...values: unknown[]): Promise<any[]> =>
  (await product.database.pool.query(text, values)).rows;
const build = () => product.buildStudent({ proved: false });

async function mailAbout(reference: string, to: string): Promise<ShownMail> {
  let found: ShownMail | undefined;
  // A mailbox gets at most one mail in 30 seconds.
  await letMailboxesRest(product.database, 31);
  await eventually(async () => {
    found = (await mailsTo(to)).find(({ text }) => text.includes(reference));
    return found !== undefined;
  });
  return found!;
}

const dayAt = (timeZone: string, daysAhead: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(Date.now() + daysAhead * 86_400_000));
const wish = { partner: 'uc', date: dayAt('Pacific/Auckland', 3), topic: 'payment', slot: 'afternoon' };
const consult = (student: Student, change: object = {}) =>
  student.post('/enrolment/consultations', { ...wish, ...change });
const support = (student: Student, message: string) =>
  student.post('/enrolment/support-requests', { partner: 'vcu', message });
const settings = (student: Student, customFields: object) => student.post('/member', { customFields });

describe('a consultation', () => {
  test('is kept, mailed to the partner’s advisors, and to the student', async () => {
    const student = await build();
    const { reference } = (await consult(student)).body.data;
    expect(reference).toMatch(/^INT-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const [kept] = await rows(`select * from enquiry where reference = $1`, reference);
    expect(kept).toMatchObject({ kind: 'consultation', partner: 'uc', member_id: student.memberId, name: 'Ana Silva' });
    expect(kept.details).toEqual({ date: wish.date, topic: 'payment', slot: 'afternoon' });

    const toAdvisors = await mailAbout(reference, 'help@uc.example.org');
    expect(toAdvisors.replyTo).toBe(student.email);
    expect(toAdvisors.from).toMatch(/^UC Enrolment </);
    for (const said of ['Ana Silva', `${student.email} (not confirmed)`, '021 555 0100', 'Payment and fees'])
      expect(toAdvisors.text).toContain(said);
    const copy = await mailAbout(reference, student.email);
    expect(copy.text).toContain('will contact you within 24 hours');
    expect(copy.text).toContain('1:00 pm – 4:00 pm (Auckland time)');
  });

  test('asked for twice at once is one, and mailed once', async () => {
    const student = await build();
    const [one, other] = await Promise.all([consult(student), consult(student)]);
    expect(one.body).toEqual(other.body);
    const { reference } = one.body.data;
    await mailAbout(reference, student.email);
    expect((await mailsTo('help@uc.example.org')).filter(({ text }) => text.includes(reference))).toHaveLength(1);
    // Other details make another request.
    expect((await consult(student, { slot: 'morning' })).body.data.reference).not.toBe(reference);
  });

  test('can be today on the partner’s calendar and not before', async () => {
    const student = await build();
    // Time zones at both ends of UTC: at any moment their dates differ.
    for (const [partner, timeZone] of [
      ['uc', 'Pacific/Auckland'],
      ['unlv', 'America/Los_Angeles'],
    ] as const) {
      expect((await consult(student, { partner, date: dayAt(timeZone, 0) })).status).toBe(200);
      const refused = await consult(student, { partner, date: dayAt(timeZone, -1) });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'date-in-past']);
    }
  });

  test.each([[{ date: '2027-02-30' }], [{ date: 'soon' }], [{ topic: 'weather' }], [{ slot: 'night' }]])(
    'with %j is refused',
    async (change) => {
      expect((await consult(await build(), change)).body.error.code).toBe('invalid-request');
    },
  );

  test('needs a member', async () => {
    const answer = await product.call('POST', '/enrolment/consultations', { body: wish });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'login-required']);
  });

  test('is rate-limited per member, independently of others', async () => {
    const student = await build();
    for (let day = 4; day < 9; day++)
      expect((await consult(student, { date: dayAt('Pacific/Auckland', day) })).status).toBe(200);
    expect((await consult(student, { date: dayAt('Pacific/Auckland', 9) })).status).toBe(429);
    expect((await consult(await build())).status).toBe(200);
  });
});

describe('the copy of a request', () => {
  const words = 'Your account is locked. Open https://evil.example/uts and type your password.';
  const rename = (student: Student) =>
    settings(student, { 'first-name': 'Call +64 900 666 now', 'last-name': 'https://evil.example' });

  test('omits the member’s text where the address is unproved, and says that the request arrived', async () => {
    const student = await build();
    await rename(student);
    for (const asked of [await support(student, words), await consult(student)]) {
      const { reference } = asked.body.data;
      const { subject, text, html, replyTo } = await mailAbout(reference, student.email);
      for (const part of [subject, text, html, replyTo ?? ''])
        expect(part).not.toMatch(/evil|666|locked|type your password/);
      expect(text).toMatch(/^Thank you\. A member of our team will/m);
    }
    // The advisors get all of it.
    const { reference } = (await support(student, `${words} Again.`)).body.data;
    expect((await mailAbout(reference, 'help@vcu.example.org')).text).toContain(words);
  });

  test('repeats the message to a proved address', async () => {
    const student = await build();
    await rows(`update member set verified = true where id = $1`, student.memberId);
    const { reference } = (await support(student, words)).body.data;
    expect((await mailAbout(reference, student.email)).text).toContain(words);
  });
});

describe('a support request', () => {
  test('reaches the advisors as it was written, and no markup of it', async () => {
    const student = await build();
    const message = `I cannot open the outline.\n\n<script>alert(1)</script> "Why?" & more`;
    const { reference } = (await support(student, message)).body.data;
    const mail = await mailAbout(reference, 'help@vcu.example.org');
    expect(mail.text).toContain(message);
    expect(mail.html).not.toContain('<script>');
    expect(mail.subject).toContain(reference);
    expect((await mailAbout(reference, student.email)).text).toContain('will answer you within 24 hours');
  });

  test('of a paid member goes to the partner that was paid, whichever partner’s page it was sent from', async () => {
    const { student } = await enrolled();
    const { reference } = (await support(student, 'When do I start?')).body.data;
    expect(await rows(`select partner from enquiry where reference = $1`, reference)).toEqual([{ partner: 'uts' }]);
    await mailAbout(reference, 'help@uts.example.org');
    expect((await mailsTo('help@vcu.example.org')).filter(({ text }) => text.includes(reference))).toEqual([]);
    expect((await mailAbout(reference, student.email)).from).toMatch(/^UTS /);
  });

  test.each([['  '], ['x'.repeat(4_001)]])('of no words or too many is refused: %#', async (message) => {
    expect((await support(await build(), message)).body.error.code).toBe('invalid-request');
  });

  test('cannot inject text into the subject', async () => {
    const student = await build();
    await settings(student, { 'first-name': 'Ana\r\nBcc: eve@example.org\r\n\r\nHello', 'last-name': 'x'.repeat(500) });
    const { reference } = (await support(student, 'Hello')).body.data;
    const { subject } = await mailAbout(reference, 'help@vcu.example.org');
    expect(subject).toContain('Ana Bcc: eve@example.org Hello xxx');
    expect(subject.length).toBeLessThan(140);
    expect(await mailsTo('eve@example.org')).toEqual([]);
  });

  test('of a member who opted out of notices still reaches the advisors', async () => {
    const student = await build();
    await settings(student, { 'email-notifications': false });
    const { reference } = (await support(student, 'No copy, please')).body.data;
    await mailAbout(reference, 'help@vcu.example.org');
    const sent = await rows(`select 1 from mail_outbox where kind = 'support-copy' and recipient = $1`, student.email);
    expect(sent).toEqual([]);
  });
});

test('what the advisors were mailed is erased with the member who asked', async () => {
  const [student, other] = [await build(), await build()];
  const references: string[] = [];
  for (const each of [student, other]) references.push((await support(each, 'Are you there?')).body.data.reference);
  const saying = async (reference: string) =>
    rows(`select kind from mail_outbox where body_text like '%' || $1 || '%' and kind = 'support-request'`, reference);
  await rows(`update mail_outbox set sent_at = now() where sent_at is null`);
  await deleting.byOwnPress(student);
  expect(await Promise.all(references.map(saying))).toEqual([[], [{ kind: 'support-request' }]]);
});

test('a request is kept while no mail can be sent, and forgotten with its member', async () => {
  const student = await build();
  await rows(`update mail_outbox set sent_at = now() where sent_at is null`);
  const { reference } = (await support(student, 'Are you there?')).body.data;
  const kept = () => rows(`select 1 from enquiry where reference = $1`, reference);
  const queued = await rows(`select kind from mail_outbox where body_text like '%' || $1 || '%'`, reference);
  expect(queued.map(({ kind }) => kind).toSorted()).toEqual(['support-copy', 'support-request']);
  expect(await kept()).toHaveLength(1);
  await rows(`delete from member where id = $1`, student.memberId);
  expect(await kept()).toEqual([]);
});
