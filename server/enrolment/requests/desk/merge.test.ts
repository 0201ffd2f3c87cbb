import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAdvising, type Advising } from '../../../testing/advising.ts';
import { startTestProduct, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';

let product: TestProduct;
let desk: Advising;
let ofUts: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  desk = createAdvising(product);
  ofUts = await desk.staffed.employ({ role: 'admissions', partners: ['uts'] });
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from rate_limit'));

const codeOf = ({ status, body }: { status: number; body: any }) => body.error?.code ?? status;
const makeOld = (id: string, hours: number) =>
  desk.rows(`update enquiry set created_at = now() - make_interval(hours => $2) where id = $1`, id, hours);

describe('requests of one person', () => {
  test('are found and merged: one goes on with both threads, the other says where it went', async () => {
    const student = await product.buildStudent();
    const [one, two] = [await desk.support(student, 'First'), await desk.support(student, 'Second')];
    await makeOld(one, 30);
    await desk.act(ofUts, two, 'assignee', { staffId: ofUts.id });
    expect((await desk.show(ofUts, two)).others.map(({ id }) => id)).toEqual([one]);
    expect((await desk.act(ofUts, one, 'merge', { into: two })).status).toBe(200);
    const [gone, kept] = [await desk.show(ofUts, one), await desk.show(ofUts, two)];
    expect([gone.status, gone.mergedInto?.id]).toEqual(['resolved', two]);
    expect(kept.merged.map(({ details }) => details['message'])).toEqual(['First']);
    // The promise counts from when they asked first.
    expect(await desk.ids(ofUts, '?overdue=yes')).toContain(two);
    expect(await desk.ids(ofUts, '?status=resolved')).not.toContain(one);
    expect(codeOf(await desk.reply(ofUts, one, 'Late'))).toBe('request-merged');
    expect(codeOf(await desk.act(ofUts, two, 'merge', { into: two }))).toBe('not-the-same-person');
  });

  test('of two people are not', async () => {
    const [one, two] = [await product.buildStudent(), await product.buildStudent()];
    const [first, second] = [await desk.support(one, 'Hello'), await desk.support(two, 'Hello')];
    expect(codeOf(await desk.act(ofUts, first, 'merge', { into: second }))).toBe('not-the-same-person');
  });
});

describe('a consultation that waits for its time', () => {
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const startsAt = `${date}T02:00:00.000Z`;

  test('is merged into no question, which could be given none, and takes the question in', async () => {
    const student = await product.buildStudent();
    const question = await desk.support(student, 'Which laptop?');
    const wish = await desk.consultation(student, { partner: 'uts', date, slot: 'afternoon' });
    expect(codeOf(await desk.act(ofUts, wish, 'merge', { into: question }))).toBe('not-a-consultation');
    expect((await desk.show(ofUts, wish)).mergedInto).toBeNull();
    expect((await desk.act(ofUts, question, 'merge', { into: wish })).status).toBe(200);
    expect((await desk.act(ofUts, wish, 'meeting', { startsAt })).status).toBe(200);
  });

  test('is merged into another consultation, which gets the time', async () => {
    const student = await product.buildStudent();
    const wish = (slot: string) => desk.consultation(student, { partner: 'uts', date, slot });
    const [one, other] = [await wish('morning'), await wish('afternoon')];
    expect((await desk.act(ofUts, one, 'merge', { into: other })).status).toBe(200);
    expect((await desk.act(ofUts, other, 'meeting', { startsAt })).status).toBe(200);
  });
});
