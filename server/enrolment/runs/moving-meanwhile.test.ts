import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuying } from '../../testing/buying.ts';
import { createMoving, dayAhead } from '../../testing/moving.ts';
import { eventually, startTestProduct, type TestProduct } from '../../testing/product.ts';
import { testSeed } from '../../testing/random.ts';
import { createRunning, type Running } from '../../testing/running.ts';
import { createRushes, endedOf } from '../../testing/rushes.ts';

const buyers = 16;
/** Those who are enrolled before the run is moved. */
const early = 4;
/** Those who leave the card page open. */
const idle = 2;

let product: TestProduct;
let running: Running;
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
});
afterAll(() => product.stop());

const { orderOf } = createBuying(() => product);

test(
  `while ${buyers} people pay, nobody keeps a seat of a moved run unasked, and the provider's books agree with ours`,
  { timeout: 240_000 },
  async () => {
    const moving = createMoving(product, running);
    const rushes = createRushes(product, 'settle-moved-runs');
    const rush = await rushes.begin({ buyers, early });
    const { cohortId, students } = rush;
    const move = async () => expect((await moving.move(cohortId, dayAhead(90))).status).toBe(200);
    await rushes.payAround(rush, move, { idle });
    await rushes.untilSettled(cohortId);

    // Every order was placed before the move: who is enrolled is asked, all others have neither seat nor money here.
    const before = await rushes.statesOf(cohortId);
    console.log('moving meanwhile:', JSON.stringify({ seed: testSeed, ...before }));
    expect((before['paid'] ?? 0) + (before['refunded'] ?? 0) + endedOf(before)).toBe(buyers);
    expect(before['paid']).toBeGreaterThanOrEqual(early);
    expect(endedOf(before)).toBeGreaterThanOrEqual(idle);
    for (const student of students) {
      const order = await orderOf(student);
      expect(order.movedRun !== undefined).toBe(order.state === 'paid');
    }
    expect((await moving.answers(cohortId)).counts.waiting).toBe(before['paid']);

    await students[0]!.post('/enrolment/order/run-choice', { choice: 'keep', startDate: dayAhead(90) });
    await moving.endAnswers(cohortId);
    await eventually(async () => (await rushes.statesOf(cohortId))['paid'] === 1, { withinMs: 60_000 });
    await rushes.untilSettled(cohortId);
    const { received, returned, seats } = await rushes.booksOf(cohortId);
    expect(received - returned).toBe(1_237_500);
    expect(seats).toBe(1);
  },
);
