import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { transaction } from './database/database.ts';
import { endReview, listReviewItems, noteForReviewOnce, resolveReviewsAbout } from './reviews.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const matterOf = (subject: string) => ({ kind: 'refund-disputed', subject, note: 'A test.' });
const isOpen = async (subject: string) => (await listReviewItems(database.db)).some((item) => item.subject === subject);

test('a review that ended by itself comes up again, one that staff resolved does not', async () => {
  for (const subject of ['ord_ended', 'ord_resolved'])
    expect(await noteForReviewOnce(database.db, matterOf(subject))).toBe(true);
  await transaction(database.db, async (tx) => {
    await endReview(tx, matterOf('ord_ended'));
    const seen = { by: 'Ana', staffId: null, way: 'seen', reason: null };
    await resolveReviewsAbout(tx, 'ord_resolved', ['refund-disputed'], seen);
  });
  expect(await isOpen('ord_ended')).toBe(false);
  expect(await noteForReviewOnce(database.db, matterOf('ord_ended'))).toBe(true);
  expect(await noteForReviewOnce(database.db, matterOf('ord_resolved'))).toBe(false);
  expect(await isOpen('ord_ended')).toBe(true);
});
