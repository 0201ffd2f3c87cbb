import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTcpLine, type TcpLine } from '../../testing/tcp-line.ts';
import { createDatabase, createPool, isUnavailable, isUniqueViolation, ping, transaction } from './database.ts';
import type { Database, Pool, Transaction } from './database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
  await own.pool.query('create table place (id int primary key, taken int not null default 0)');
  await own.pool.query('insert into place values (1), (2)');
});
afterAll(() => own.drop());

const take = (tx: Transaction, id: number) => sql`update place set taken = taken + 1 where id = ${id}`.execute(tx);
const takenOf = async (id: number) => {
  const { rows } = await own.pool.query<{ taken: number }>('select taken from place where id = $1', [id]);
  return rows[0]!.taken;
};

/** Resolves for everybody once so many have arrived. */
function meetingOf(people: number) {
  let release: () => void;
  const complete = new Promise<void>((resolve) => (release = resolve));
  return () => {
    if (--people === 0) release();
    return complete;
  };
}

describe('a transaction', () => {
  test('keeps all of its work or none', async () => {
    const before = await takenOf(1);
    const failed = transaction(own.db, async (tx) => {
      await take(tx, 1);
      throw new Error('half way');
    });
    await expect(failed).rejects.toThrow('half way');
    expect(await takenOf(1)).toBe(before);
  });

  test('joins the one it is called in', async () => {
    const before = await takenOf(1);
    const outer = transaction(own.db, async (tx) => {
      await transaction(tx, (inner) => take(inner, 1));
      throw new Error('the outer one fails');
    });
    await expect(outer).rejects.toThrow('the outer one fails');
    expect(await takenOf(1)).toBe(before);
  });

  test('in a deadlock with another one is tried again, so both succeed', async () => {
    const [first, second] = [await takenOf(1), await takenOf(2)];
    const meet = meetingOf(2);
    let tries = 0;
    const inOrder = (ids: [number, number]) =>
      transaction(own.db, async (tx) => {
        tries++;
        await take(tx, ids[0]);
        await meet();
        await take(tx, ids[1]);
      });
    await Promise.all([inOrder([1, 2]), inOrder([2, 1])]);
    expect(tries).toBeGreaterThan(2);
    expect([await takenOf(1), await takenOf(2)]).toEqual([first + 2, second + 2]);
  });

  test('that cannot be serialized is tried again, and sees what the other one wrote', async () => {
    const before = await takenOf(1);
    const meet = meetingOf(2);
    const readThenWrite = () =>
      transaction(own.db, async (tx) => {
        await sql`set transaction isolation level repeatable read`.execute(tx);
        const { rows } = await sql<{ taken: number }>`select taken from place where id = 1`.execute(tx);
        await meet();
        await sql`update place set taken = ${rows[0]!.taken + 1} where id = 1`.execute(tx);
      });
    await Promise.all([readThenWrite(), readThenWrite()]);
    expect(await takenOf(1)).toBe(before + 2);
  });

  test('that always fails is given up after four tries, as a database that is busy', async () => {
    let tries = 0;
    const error = await transaction(own.db, async (tx) => {
      tries++;
      await sql`do $$ begin raise exception using errcode = 'serialization_failure'; end $$`.execute(tx);
    }).catch((fault: unknown) => fault);
    expect(tries).toBe(4);
    expect(isUnavailable(error)).toBe(true);
  });

  test('whose connection is ended half way is tried once more and counts once', async () => {
    const before = await takenOf(2);
    let tries = 0;
    await transaction(own.db, async (tx) => {
      await take(tx, 2);
      if (++tries === 1) await endConnectionOf(tx);
      await ping(tx);
    });
    expect(tries).toBe(2);
    expect(await takenOf(2)).toBe(before + 1);
  });

  test('whose connection is ended each time is given up after the second try', async () => {
    let tries = 0;
    const error = await transaction(own.db, async (tx) => {
      tries++;
      await endConnectionOf(tx);
      await ping(tx);
    }).catch((fault: unknown) => fault);
    expect(tries).toBe(2);
    expect(isUnavailable(error)).toBe(true);
  });

  test('that refuses is not tried again', async () => {
    let tries = 0;
    await transaction(own.db, async () => {
      tries++;
      throw new Error('no');
    }).catch(() => undefined);
    expect(tries).toBe(1);
  });
});

/** Ends a transaction's connection from another one, as an administrator may. */
async function endConnectionOf(tx: Transaction): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  await own.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
}

/** A pool of two connections over a line of its own. */
async function buildPool(
  onTestFinished: TestContext['onTestFinished'],
): Promise<{ pool: Pool; db: Database; line: TcpLine }> {
  const url = new URL(own.url);
  const line = await startTcpLine({ host: url.hostname, port: Number(url.port) });
  url.hostname = '127.0.0.1';
  url.port = String(line.port);
  const pool = createPool({ url: url.href, maxConnections: 2 });
  onTestFinished(async () => {
    await line.restore();
    await pool.end();
    await line.close();
  });
  return { pool, db: createDatabase(pool), line };
}

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (fault: unknown) => fault,
  );

describe('the pool', () => {
  test('says that the database is away, and works again when it is back', async ({ onTestFinished }) => {
    const { db, line } = await buildPool(onTestFinished);
    await ping(db);
    await line.cut();
    expect(isUnavailable(await faultOf(ping(db)))).toBe(true);
    await line.restore();
    await ping(db);
  });

  test.concurrent('gives up a silent database, in a transaction too, and keeps no dead connection', async ({
    onTestFinished,
  }) => {
    const { pool, db, line } = await buildPool(onTestFinished);
    await Promise.all([ping(db), ping(db)]);
    line.jam();
    // It stays silent until both have ended.
    for (const error of await Promise.all([faultOf(ping(db)), faultOf(transaction(db, (tx) => ping(tx)))]))
      expect(isUnavailable(error)).toBe(true);
    expect(pool.totalCount).toBe(0);
    await line.restore();
    await Promise.all([ping(db), ping(db)]);
  });

  test.concurrent('ends the wait for a connection while all stay busy', async ({ onTestFinished }) => {
    const { pool, db } = await buildPool(onTestFinished);
    const busy = [await pool.connect(), await pool.connect()];
    const error = await faultOf(ping(db));
    for (const client of busy) client.release();
    expect(isUnavailable(error)).toBe(true);
  });

  test.concurrent('ends a statement that takes too long', async ({ onTestFinished }) => {
    const { db } = await buildPool(onTestFinished);
    expect(await faultOf(sql`select pg_sleep(3600)`.execute(db))).toMatchObject({ code: '57014' });
  });
});

describe('an error means that the database is unavailable', () => {
  test.for([
    ['connection refused', { code: 'ECONNREFUSED' }],
    ['connection reset', { code: 'ECONNRESET' }],
    ['name not found', { code: 'ENOTFOUND' }],
    ['socket file missing', { code: 'ENOENT', syscall: 'connect' }],
    ['too many connections', { code: '53300' }],
    ['disk full', { code: '53100' }],
    ['shutting down', { code: '57P01' }],
    ['starting up', { code: '57P03' }],
    ['statement timeout', { code: '57014' }],
    ['standby', { code: '25006' }],
    ['deadlock after all tries', { code: '40P01' }],
    ['pool exhausted', new Error('timeout exceeded when trying to connect')],
    ['no answer', new Error('Query read timeout')],
    ['connection lost', new Error('Connection terminated unexpectedly')],
  ])('%s', ([, error]) => expect(isUnavailable(error)).toBe(true));
});

describe('an error is a fault of ours', () => {
  test.for([
    ['unique violation', { code: '23505' }],
    ['wrong statement', { code: '42601' }],
    ['a file that is missing', { code: 'ENOENT', syscall: 'open' }],
    ['any other error', new Error('x is not a function')],
    ['a text', 'ECONNREFUSED'],
    ['nothing', undefined],
    ['null', null],
    ['a number as code', { code: 42 }],
  ])('%s', ([, error]) => expect(isUnavailable(error)).toBe(false));
});

test('a unique violation is told by its constraint', async () => {
  const error = await own.pool.query('insert into place values (1)').catch((fault: unknown) => fault);
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, 'place_pkey')).toBe(true);
  expect(isUniqueViolation(error, 'another')).toBe(false);
});
