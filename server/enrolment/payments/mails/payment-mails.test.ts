import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../../testing/buying.ts';
import { letMailboxesRest } from '../../../testing/mailboxes.ts';
import { cards, eventually, startTestProduct, type TestProduct } from '../../../testing/product.ts';
import { settleNow, settlesByHand } from '../../../testing/settling.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { checkout, mailsTo, orderOf } = createBuying(() => product);

test.for([
  ['is not proved has no word of the member', false],
  ['is proved greets the member by name', true],
] as const)('news about money to an address that %s', async ([, isProved]) => {
  const student = await product.buildStudent({ proved: isProved });
  await student.post('/member', { customFields: { 'first-name': 'https://evil.example' } });
  const { url } = (await checkout(student, await product.buildCohort(20))).body.data;
  await product.pay(url);
  let mail: { subject: string; text: string } | undefined;
  await eventually(async () => {
    mail = (await mailsTo(student.email)).find(({ subject }) => subject.includes('confirmed'));
    return mail !== undefined;
  });
  expect(mail!.text.includes('evil.example')).toBe(isProved);
  // Read abroad, the first class may begin on another date.
  expect(mail!.text).toMatch(/Keep .+ \d{4} free \(the date in Auckland\)/);
});

/** The mails of one hour about three payments that the bank processes and then refuses. */
async function mailedOfFailures(proved: boolean): Promise<string[]> {
  const student = await product.buildStudent({ proved });
  await product.call('POST', '/dev/card/faults', { body: settlesByHand });
  for (let round = 0; round < 3; round++) {
    const { url } = (await checkout(student, await product.buildCohort(20))).body.data;
    await product.pay(url, cards.failsLater);
    // The page shows the state even if no mail is sent.
    await eventually(async () => (await orderOf(student)).state === 'processing');
    await letMailboxesRest(product.database, 31);
    await settleNow(product);
    await eventually(async () => (await orderOf(student)).state === 'failed');
    await letMailboxesRest(product.database, 31);
  }
  await product.call('DELETE', '/dev/card/faults');
  const { rows } = await product.database.pool.query<{ kind: string }>(
    'select kind from mail_outbox where recipient = $1',
    [student.email],
  );
  return rows.map(({ kind }) => kind).toSorted();
}

test('failed payments mail an unproved address three times an hour at most', async () => {
  const mailed = await mailedOfFailures(false);
  expect(mailed).toHaveLength(3);
  expect(mailed.every((kind) => kind === 'verification' || /^order-(processing|failed)$/.test(kind))).toBe(true);
});

test('each failed payment is mailed to a proved address', async () => {
  const mailed = (await mailedOfFailures(true)).filter((kind) => kind.startsWith('order-'));
  expect(mailed).toEqual([
    ...Array.from({ length: 3 }, () => 'order-failed'),
    ...Array.from({ length: 3 }, () => 'order-processing'),
  ]);
});
