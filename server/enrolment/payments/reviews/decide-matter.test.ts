import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { withoutLocks } from '../../../testing/without-locks.ts';
import type { EnrolmentServices } from '../../services.ts';
import { decideMatter } from './decide-matter.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const rounds = 20;

/** Two people decide one matter at once, each in another way. @returns how often both were told that they had */
async function countDoubles(db: PooledDatabase): Promise<number> {
  const services = { ...product.services, db, membership: product.membership } as unknown as EnrolmentServices;
  let doubles = 0;
  for (let round = 0; round < rounds; round++) {
    const { rows } = await product.database.pool.query<{ id: string }>(
      `insert into review_item (id, kind, subject, note) values ('rev_' || gen_random_uuid(), 'invariant-broken', gen_random_uuid(), '')
       returning id`,
    );
    const answers = await Promise.allSettled(
      ['stf_ana', 'stf_ben'].map((staffId) =>
        decideMatter(
          services,
          { scope: { partners: 'all' }, role: 'finance', actor: staffId, staffId },
          { id: rows[0]!.id, decision: { way: 'note', reason: 'Looked at.' } },
        ),
      ),
    );
    if (answers.every(({ status }) => status === 'fulfilled')) doubles++;
  }
  return doubles;
}

test('of two people who decide at once, one is told that the other did', async () => {
  expect(await countDoubles(product.database.db)).toBe(0);
});

test('the negative control: without the lock both would believe that they had decided', async () => {
  expect(await countDoubles(product.database.db.withPlugin(withoutLocks))).toBeGreaterThan(0);
});
