import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { formatInCurrency } from '../../../shared/format.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { amountInCurrency } from './amount.ts';

test('a statement writes amounts as pages do', async ({ onTestFinished }) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const amounts = [0, 5, 10, 99, 100, 37_550, 1_237_500, 123_456_789, 99_999_999_999, -5, -100_000];
  const { rows } = await sql<{ written: string }>`
    select ${amountInCurrency('a.currency', 'a.cents')} as written
    from (select 'NZD' as currency, unnest(${amounts}::bigint[]) as cents) a`.execute(database.db);
  expect(rows.map(({ written }) => written)).toEqual(amounts.map((cents) => formatInCurrency('NZD', cents)));
});
