import type { PostgresPool } from 'kysely';
import type pg from 'pg';

type Values = readonly unknown[];
type IsLost = (error: unknown) => boolean;

const beginning = /^\s*(?:begin|start transaction)\b/i;
const reading = /^\s*(?:select|with|values|table)\b/i;

/**
 * A pool that asks a read once more when its connection is lost, as during a failover or a restart of the pooler. Never
 * within a transaction, whose earlier statements would be missing.
 *
 * @param isLost whether an error means that the connection was lost
 */
export const repeatReads = (pool: pg.Pool, isLost: IsLost): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = await pool.connect();
    let isReleased = false;
    const release = (error?: Error) => {
      if (!isReleased) client.release(error);
      isReleased = true;
    };
    return { query: askOrRepeat({ pool, client, release, isLost }), release } as unknown as pg.PoolClient;
  },
  end: () => pool.end(),
});

interface Asked {
  pool: pg.Pool;
  client: pg.PoolClient;
  release: (error: Error) => void;
  isLost: IsLost;
}

function askOrRepeat({ pool, client, release, isLost }: Asked) {
  let isTransaction = false;
  return async (text: string, values: Values) => {
    isTransaction ||= beginning.test(text);
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      if (isTransaction || !reading.test(text) || !isLost(error)) throw error;
      // First, because a lost connection counts as one of the pool's until it is returned: where all are lost at once, the
      // repeated reads would wait for one another.
      release(error as Error);
      return await readOnce(pool, text, values).catch(() => {
        throw error;
      });
    }
  };
}

/** In a read-only transaction, where the server refuses what a function in a `select` would write. */
async function readOnce(pool: pg.Pool, text: string, values: Values) {
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    const answer = await client.query(text, [...values]);
    await client.query('commit');
    client.release();
    return answer;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
