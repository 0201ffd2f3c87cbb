import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdvising, type Advising } from '../../../testing/advising.ts';
import { startTestProduct, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let desk: Advising;
let advisor: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  desk = createAdvising(product);
  advisor = await desk.staffed.employ({ role: 'admissions', partners: ['uts'] });
});
afterAll(() => product.stop());

/** How long requests waited for an answer at most, in full hours; null where none has one. */
async function hoursWaited(): Promise<number | null> {
  const { cookie } = advisor;
  const { body } = await desk.staffed.call('GET', '/reports/answers?days=7', { cookie });
  const [{ rows }] = body.data.tables;
  const longest: number | null = rows[0].cells.at(-1).value;
  return longest === null ? null : Math.floor(longest / 3600);
}
const make = (id: string, hoursAgo: { asked: number; answered: number | null }) =>
  desk.rows(
    `update enquiry set created_at = now() - make_interval(hours => $2),
       answered_at = now() - make_interval(hours => $3) where id = $1`,
    id,
    hoursAgo.asked,
    hoursAgo.answered,
  );

test('a request has waited until its first answer, whatever follows, unless it waits anew', async () => {
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const id = await desk.consultation(await product.buildStudent(), { partner: 'uts', date, slot: 'afternoon' });
  expect((await desk.reply(advisor, id, 'Which time suits you?')).status).toBe(200);
  await make(id, { asked: 48, answered: 47 });
  expect(await hoursWaited()).toBe(1);
  expect((await desk.reply(advisor, id, 'One more thing.')).status).toBe(200);
  expect((await desk.act(advisor, id, 'meeting', { startsAt: `${date}T02:00:00.000Z` })).status).toBe(200);
  expect(await hoursWaited()).toBe(1);
  expect((await desk.act(advisor, id, 'meeting/cancel', {})).status).toBe(200);
  expect(await hoursWaited()).toBeNull();
  expect((await desk.reply(advisor, id, 'Another day?')).status).toBe(200);
  expect(await hoursWaited()).toBe(48);
});
