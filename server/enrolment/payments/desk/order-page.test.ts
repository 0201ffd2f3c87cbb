import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderEntry } from '../../../../contract/console/order-care-schemas.ts';
import { createBuying } from '../../../testing/buying.ts';
import { openDesk } from '../../../testing/desk.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let finance: Employed;
const desk = openDesk(() => product);
const { checkout, mailsTo, orderOf, sessionOf } = createBuying(() => product);
beforeAll(async () => {
  product = await startTestProduct();
  finance = await desk.console.employ({ role: 'finance', partners: ['uts'] });
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

const codeOf = ({ status, body }: { status: number; body: any }) => body?.error?.code ?? String(status);
const call = (method: string, path: string, body?: unknown, cookie = finance.cookie) =>
  desk.console.call(method, `/orders/${path}`, { cookie, ...(body !== undefined && { body }) });

describe('one order', () => {
  test('shows whose it is, the seat, the money and what was accepted', async () => {
    const { student, orderId, cohortId } = await desk.bought();
    await student.post('/member', { customFields: { 'first-name': '<b>Ana</b>' } });
    expect((await desk.show(orderId, finance.cookie)).body.data).toMatchObject({
      id: orderId,
      memberId: student.memberId,
      student: expect.stringContaining('<b>Ana</b>'),
      partner: 'uts',
      cohort: { id: cohortId },
      state: 'paid',
      seat: 'taken',
      amountCents: 1_237_500,
      paidCents: 1_237_500,
      refundedCents: 0,
      acknowledgedAt: expect.any(String),
      acknowledgedCents: 1_237_500,
      payments: [{ amountCents: 1_237_500, isDisputeLost: false }],
      refunds: [],
      allows: { refund: true, transfer: true, receipt: true },
    });
  });

  test.for([
    ['full', 1_000_000, 1_237_500],
    ['deposit', 60_000, null],
  ] as const)(
    'in %s of which staff took %s cents says what the student had accepted before',
    async ([paymentType, paidCents, acknowledgedCents]) => {
      const student = await product.buildStudent();
      const { url, orderId } = (await checkout(student, await product.buildCohort(1), { paymentType })).body.data;
      await product.call('POST', `/dev/card/sessions/${sessionOf(url)}/amount`, { body: { amount: paidCents } });
      await product.pay(url);
      await eventually(async () => (await orderOf(student)).state === 'review');
      const asked = (await desk.show(orderId, finance.cookie)).body.data;
      expect(asked.acknowledgedCents).toBe(asked.amountCents);
      const find = `select id from review_item where subject = $1 and kind = 'amount-differs'`;
      await eventually(async () => (await desk.query(find, orderId)).length === 1);
      const [{ id }] = await desk.query(find, orderId);
      const decided = await desk.console.call('POST', `/matters/${id}/decision`, {
        cookie: finance.cookie,
        body: { way: 'accept', reason: 'Agreed.' },
      });
      expect(codeOf(decided)).toBe('200');
      expect((await desk.show(orderId, finance.cookie)).body.data).toMatchObject({
        amountCents: paidCents,
        acknowledgedCents,
      });
    },
  );

  test('tells what happened in order: placed, paid, the provider’s events, mails, acts and matters', async () => {
    const { student, orderId } = await desk.bought();
    await call('POST', `${orderId}/notes`, { body: 'Called.' });
    await desk.refund(orderId, finance.cookie, { amountCents: 5_000 });
    await eventually(async () => (await orderOf(student)).refundedCents === 5_000);
    const read = async () =>
      (await call('GET', `${orderId}/timeline?sort=at&limit=100`)).body.data as { kind: string; title: string }[];
    await eventually(async () => (await read()).filter(({ kind }) => kind === 'event').length >= 2);
    const told = await read();
    const titles = told.map(({ title }) => title);
    expect(titles[0]).toBe('order.placed');
    expect(titles).toEqual(
      expect.arrayContaining([
        'payment.received',
        'checkout.session.completed',
        'charge.refunded',
        'note.added',
        'refund.staff',
        'refund.settled',
        'A part of your payment is on its way back',
      ]),
    );
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['order', 'money', 'event', 'mail', 'act']));
  });

  test('says who paid money back another way, and why, where a refund had failed', async () => {
    await product.call('POST', '/dev/card/faults', { body: { settleSeconds: 0 } });
    const { orderId } = await desk.bought(cards.refundFails);
    await desk.refund(orderId, finance.cookie);
    const find = `select id from review_item where subject = $1 and kind = 'refund-failed'`;
    await eventually(async () => (await desk.query(find, orderId)).length === 1);
    const [{ id }] = await desk.query(find, orderId);
    const decided = await desk.console.call('POST', `/matters/${id}/money`, {
      cookie: finance.cookie,
      body: { way: 'returned-elsewhere', reference: 'ANZ 4471', reason: 'The card is closed.' },
    });
    expect(codeOf(decided)).toBe('200');
    const by = expect.stringMatching(/ \(Test\)$/);
    const why = 'ANZ 4471: The card is closed.';
    expect((await desk.show(orderId, finance.cookie)).body.data.refunds).toMatchObject([
      { state: 'failed' },
      { state: 'succeeded', reason: 'returned-elsewhere', decidedBy: by, note: why },
    ]);
    const told = (await call('GET', `${orderId}/timeline?kind=money&sort=at&limit=100`)).body.data as OrderEntry[];
    expect(told.at(-1)).toMatchObject({ title: 'refund.elsewhere', actor: by, reason: why });
  });

  test('tells of a mail that the mail server has refused for good', async () => {
    const { orderId } = await desk.bought();
    const mails = async () => {
      const { data } = (await call('GET', `${orderId}/timeline?kind=mail&limit=100`)).body;
      return data as { id: string; detail: string }[];
    };
    await eventually(async () => (await mails()).some(({ detail }) => detail === 'sent'));
    const { id } = (await mails()).find(({ detail }) => detail === 'sent')!;
    // Its job is gone, as one that was given up is after a month.
    await product.database.pool.query('update mail_outbox set sent_at = null where id = $1', [id]);
    await expect.poll(async () => (await mails()).find((each) => each.id === id)?.detail).toBe('refused');
  });

  test('has nothing of another order of the same student', async () => {
    const { student, orderId } = await desk.bought();
    await desk.refund(orderId, finance.cookie);
    await eventually(async () => (await orderOf(student)).state === 'refunded');
    const { url } = (await createBuying(() => product).checkout(student, await product.buildCohort(2))).body.data;
    await product.pay(url);
    await eventually(async () => (await orderOf(student)).state === 'paid');
    const { id: second } = await orderOf(student);
    const { data } = (await call('GET', `${second}/timeline?limit=100`)).body;
    const titles = (data as { title: string }[]).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('refund') || title.includes('refunded'))).toEqual([]);
    expect(titles).toContain('payment.received');
  });

  test.for(['', '/timeline', '/refund', '/transfer', '/notes'])(
    'of another partner is as one that is absent: GET …%s',
    async (path) => {
      const { orderId } = await desk.bought();
      const elsewhere = await desk.console.employ({ role: 'finance', partners: ['uc'] });
      const [foreign, absent] = await Promise.all(
        [orderId, 'ord_none'].map((id) => call('GET', `${id}${path}`, undefined, elsewhere.cookie)),
      );
      const { requestId: _, ...error } = foreign!.body.error;
      const { requestId: __, ...none } = absent!.body.error;
      expect([foreign!.status, error]).toEqual([absent!.status, none]);
      expect(error.code).toBe('order-not-found');
      // The negative control.
      expect((await call('GET', `${orderId}${path}`)).status).toBe(200);
    },
  );

  test('is found by reference, name and address of its student, in scope alone', async () => {
    const { student, orderId } = await desk.bought();
    await student.post('/member', { customFields: { 'last-name': 'Quixotegomez' } });
    const { reference } = await orderOf(student);
    const find = async (search: string, cookie = finance.cookie) =>
      (await desk.console.call('GET', `/orders?search=${encodeURIComponent(search)}`, { cookie })).body.data.map(
        ({ id }: { id: string }) => id,
      );
    for (const search of [reference, reference.toLowerCase().replaceAll('-', ' '), student.email, 'quixoteg'])
      expect({ search, found: await find(search) }).toEqual({ search, found: [orderId] });
    expect(await find('nobodyhasthisname')).toEqual([]);
    const elsewhere = await desk.console.employ({ role: 'finance', partners: ['uc'] });
    expect(await find('quixoteg', elsewhere.cookie)).toEqual([]);
  });
});

describe('a receipt', () => {
  test('is mailed again to the student, three times an hour at most', async () => {
    const { student, orderId } = await desk.bought();
    const answers = [];
    for (let press = 0; press < 4; press++) answers.push(await call('POST', `${orderId}/receipt`, {}));
    expect(answers.map(codeOf)).toEqual(['200', '200', '200', 'too-many-requests']);
    expect(answers[0]!.body.data).toEqual({ to: student.email });
    const { reference } = await orderOf(student);
    await eventually(
      async () =>
        (await mailsTo(student.email)).filter(({ subject }) => subject === `Your receipt ${reference}`).length === 3,
    );
    const mail = (await mailsTo(student.email)).find(({ subject }) => subject === `Your receipt ${reference}`);
    expect(mail!.text).toContain('12,375.00');
  });

  test('says what of it went back', async () => {
    const { student, orderId } = await desk.bought();
    await desk.refund(orderId, finance.cookie, { amountCents: 12_300 });
    await eventually(async () => (await orderOf(student)).refundedCents === 12_300);
    await call('POST', `${orderId}/receipt`, {});
    const { reference } = await orderOf(student);
    const receipt = async () =>
      (await mailsTo(student.email)).find(({ subject }) => subject === `Your receipt ${reference}`);
    await eventually(async () => (await receipt()) !== undefined);
    expect((await receipt())!.text).toMatch(/Refunded.*123\.00/);
  });

  test('of what was not paid is refused', async () => {
    const { orderId } = await desk.bought();
    await desk.query(`update enrolment_order set state = 'expired' where id = $1`, orderId);
    expect(codeOf(await call('POST', `${orderId}/receipt`, {}))).toBe('receipt-not-possible');
  });
});

describe('a note about an order', () => {
  test('is read by colleagues, changed and deleted by its author alone, and goes with the member', async () => {
    const { student, orderId } = await desk.bought();
    const { data: note } = (await call('POST', `${orderId}/notes`, { body: 'Pays by invoice.' })).body;
    const other = await desk.console.employ({ role: 'admissions', partners: ['uts'] });
    const seen = (await call('GET', `${orderId}/notes`, undefined, other.cookie)).body.data;
    expect(seen).toMatchObject([{ body: 'Pays by invoice.', isOwn: false }]);
    const change = { body: 'Pays later.', version: 1 };
    const at = `${orderId}/notes/${note.id}`;
    expect(codeOf(await call('PATCH', at, change, other.cookie))).toBe('note-not-found');
    expect(codeOf(await call('PATCH', at, change))).toBe('200');
    expect(codeOf(await call('PATCH', at, change))).toBe('changed-meanwhile');
    const elsewhere = (await desk.bought()).orderId;
    expect(codeOf(await call('DELETE', `${elsewhere}/notes/${note.id}`))).toBe('note-not-found');
    const reader = await desk.console.employ({ role: 'reader', partners: ['uts'] });
    expect(codeOf(await call('POST', `${orderId}/notes`, { body: 'x' }, reader.cookie))).toBe('access-denied');
    const owner = await desk.console.employ({ role: 'owner' });
    const erased = await desk.console.call('POST', `/sites/app_enrolment/members/${student.memberId}/erasure`, {
      cookie: owner.cookie,
      body: { reason: 'Asked.', email: student.email },
    });
    expect(erased.status).toBe(200);
    expect(await desk.query('select body from order_note where order_id = $1', orderId)).toEqual([]);
    // The order stays for the books, without its student.
    expect((await desk.show(orderId, finance.cookie)).body.data).toMatchObject({ student: null });
  });
});
