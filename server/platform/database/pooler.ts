import pg from 'pg';

/** PgBouncer's words; the code, 08P01, is that of a timeout too. */
const statementMode = /statement pooling mode/;

/**
 * Whether a pooler keeps a connection to the server for the length of a transaction. In statement mode PgBouncer refuses
 * it.
 *
 * @throws the driver's error when it does not answer
 */
export async function keepsTransactions(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Alone: a transaction that begins and ends within one message passes in statement mode too.
    await client.query('begin');
    return true;
  } catch (error) {
    if (statementMode.test((error as Error).message)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
