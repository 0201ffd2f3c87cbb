import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/database.ts';
import { createDatabase, createPool } from '../../../database/database.ts';
import { listObjects } from './object.store.ts';

test('the session of a payment is found without reading those of all others', async ({ onTestFinished }) => {
  const database = await createTestDatabase();
  // One connection: index statistics of a backend are visible once it flushes them.
  const pool = createPool({ url: database.directUrl, maxConnections: 1 });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  await pool.query(
    `insert into card_sandbox_object (id, kind, data)
     select 'cs_' || n, 'session', jsonb_build_object('id', 'cs_' || n, 'payment_intent', 'pi_' || n)
     from generate_series(1, 1000) n`,
  );
  const filters = [{ path: ['payment_intent'], operator: '=' as const, value: 'pi_7' }];
  const found = await listObjects(createDatabase(pool), 'session', { limit: 11, filters });
  expect(found).toEqual([{ id: 'cs_7', payment_intent: 'pi_7' }]);
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    `select idx_scan::int as looks, idx_tup_read::int as read from pg_stat_user_indexes
     where indexrelname = 'card_sandbox_object_payment'`,
  );
  expect(rows).toEqual([{ looks: 1, read: 1 }]);
});
