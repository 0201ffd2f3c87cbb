import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTcpLine, type TcpLine } from '../../testing/tcp-line.ts';
import {
  createDatabase,
  createPool,
  isUnavailable,
  isUniqueViolation,
  onCommit,
  ping,
  transaction,
  verifyWorking,
} from './database.ts';
import { dryRun } from './dry-run.ts';
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

/** A barrier: resolves for all once `people` have arrived. */
function meetingOf(people: number) {
  let release: () => void;
  const complete = new Promise<void>((resolve) => (release = resolve));
  return () => {
    if (--people === 0) release();
    return complete;
  };
}

describe('a transaction', () => {
  test('is atomic', async () => {
    const before = await takenOf(1);
    const failed = transaction(own.db, async (tx) => {
      await take(tx, 1);
      throw new Error('half way');
    });
    await expect(failed).rejects.toThrow('half way');
    expect(await takenOf(1)).toBe(before);
  });

  test('joins an outer one', async () => {
    const before = await takenOf(1);
    const outer = transaction(own.db, async (tx) => {
      await transaction(tx, (inner) => take(inner, 1));
      throw new Error('the outer one fails');
    });
    await expect(outer).rejects.toThrow('the outer one fails');
    expect(await takenOf(1)).toBe(before);
  });

  test('does what follows its commit once, although it was retried, and nothing where it is rolled back', async () => {
    const done: string[] = [];
    let tries = 0;
    await transaction(own.db, async (outer) => {
      await transaction(outer, async (tx) => onCommit(tx, () => done.push('inner')));
      onCommit(outer, () => done.push('outer'));
      expect(done).toEqual([]);
      if (++tries === 1) throw Object.assign(new Error('once more'), { code: '40001' });
    });
    expect([tries, done]).toEqual([2, ['inner', 'outer']]);
    const fail = transaction(own.db, async (tx) => {
      onCommit(tx, () => done.push('never'));
      throw new Error('half way');
    });
    await expect(fail).rejects.toThrow('half way');
    await dryRun(own.db, async (tx) => onCommit(tx, () => done.push('never')));
    expect(done).toEqual(['inner', 'outer']);
  });

  test('in a deadlock with another one is retried, so both succeed', async () => {
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

  test('with a serialization failure is retried, and sees what the other one wrote', async () => {
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

  test('whose connection is lost half way is retried once and takes effect once', async () => {
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

  test('whose connection is lost each time fails after the second attempt', async () => {
    let tries = 0;
    const error = await transaction(own.db, async (tx) => {
      tries++;
      await endConnectionOf(tx);
      await ping(tx);
    }).catch((fault: unknown) => fault);
    expect(tries).toBe(2);
    expect(isUnavailable(error)).toBe(true);
  });

  test('whose server vanished behind PgBouncer is retried once', async () => {
    let tries = 0;
    const crashed = async (tx: Transaction, said: string) => {
      tries++;
      await sql.raw(`do $$ begin raise exception '${said}' using errcode = '08P01'; end $$`).execute(tx);
    };
    await faultOf(transaction(own.db, (tx) => crashed(tx, 'server conn crashed?')));
    expect(tries).toBe(2);
    // The negative control: of another fault with this code.
    await faultOf(transaction(own.db, (tx) => crashed(tx, 'broken client')));
    expect(tries).toBe(3);
  });

  test('that throws a refusal is not retried', async () => {
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

/** A pool of two connections over its own TCP proxy. */
async function buildPool(
  onTestFinished: TestContext['onTestFinished'],
): Promise<{ pool: Pool; db: Database; line: TcpLine }> {
  const url = new URL(own.directUrl);
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

describe('a statement outside a transaction whose connection is lost while it runs', () => {
  const asking = async (text: string) => {
    const { rowCount } = await own.pool.query(
      `select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and strpos(query, $1) > 0`,
      [text],
    );
    return rowCount;
  };

  /** Ends the connection that the first such statement runs on. */
  async function loseFirst(text: string): Promise<void> {
    await eventually(async () => {
      const { rowCount } = await own.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where state = 'active' and pid <> pg_backend_pid() and strpos(query, $1) > 0`,
        [text],
      );
      return rowCount === 1;
    });
  }

  test('is asked once more when it reads', async () => {
    const read = sql<{ answer: number }>`select 41 + 1 as answer, pg_sleep(2)`.execute(own.db);
    await loseFirst('41 + 1');
    expect((await read).rows[0]!.answer).toBe(42);
  });

  test('is asked once more where every connection of the pool is lost at once', async ({ onTestFinished }) => {
    const { pool, db, line } = await buildPool(onTestFinished);
    // Connections that are open already: to open one may take longer than the other's read does.
    await Promise.all([ping(db), ping(db)]);
    const read = () => sql<{ answer: number }>`select 42 + 1 as answer, pg_sleep(2)`.execute(db);
    const reads = Promise.all([read(), read()]);
    await eventually(async () => (await asking('42 + 1')) === 2);
    await line.cut();
    await line.restore();
    expect((await reads).map(({ rows }) => rows[0]!.answer)).toEqual([43, 43]);
    expect([pool.totalCount, pool.idleCount]).toEqual([2, 2]);
  });

  test('is not done once more when it writes, in a function too', async () => {
    await own.pool.query(`create function taken_slowly() returns int language sql as
      'update place set taken = taken + 1 where id = 1; select pg_sleep(4); select 1'`);
    const before = await takenOf(1);
    // Told apart by their texts: the first's connection is listed as active until it has died.
    for (const [text, write] of [
      ['select taken_slowly', sql`select taken_slowly()`],
      [
        'with took',
        sql`with took as (update place set taken = taken + 1 where id = 1 returning pg_sleep(4)) select 1 from took`,
      ],
    ] as const) {
      const failed = faultOf(write.execute(own.db));
      await loseFirst(text);
      expect(isUnavailable(await failed)).toBe(true);
    }
    expect(await takenOf(1)).toBe(before);
  });
});

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

  test.concurrent('takes idle connections out with the one on which a silent database was noticed', async ({
    onTestFinished,
  }) => {
    const { db, line } = await buildPool(onTestFinished);
    const backends = async () => {
      const one = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.2)`.execute(db);
      return (await Promise.all([one(), one()])).map(({ rows }) => rows[0]!.pid);
    };
    const before = await backends();
    line.jam();
    expect(isUnavailable(await faultOf(ping(db)))).toBe(true);
    await line.restore();
    expect((await backends()).filter((pid) => before.includes(pid))).toEqual([]);
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

describe('a database works for a name', () => {
  const isWorking = (db: Database, name: string) =>
    verifyWorking(db, name).then(
      () => true,
      () => false,
    );

  test('while it runs a statement of another connection under it, and not once that is idle', async ({
    onTestFinished,
  }) => {
    const open = (applicationName: string) => createPool({ url: own.url, maxConnections: 2, applicationName });
    const [pool, other] = [open('test-works'), open('test-works-too')];
    onTestFinished(async () => void (await Promise.all([pool.end(), other.end()])));
    const db = createDatabase(pool);
    const isAtWork = () => isWorking(db, 'test-works');
    const theirs = other.query('select pg_sleep(4)');
    expect(await isAtWork()).toBe(false);
    const ours = pool.query('select pg_sleep(2)');
    await eventually(isAtWork);
    await ours;
    await eventually(async () => !(await isAtWork()));
    await theirs;
  });

  test('between two short statements as well', async ({ onTestFinished }) => {
    const pool = createPool({ url: own.url, maxConnections: 2, applicationName: 'test-between' });
    onTestFinished(() => pool.end());
    const worker = await pool.connect();
    onTestFinished(() => worker.release());
    const works = eventually(async () => {
      await worker.query('select 1');
      return isWorking(createDatabase(pool), 'test-between');
    });
    await expect(works).resolves.toBeUndefined();
  });

  test('where the server does not show what sessions do', async ({ onTestFinished }) => {
    const url = new URL(own.url);
    url.searchParams.set('application_name', 'test-renamed');
    const pool = createPool({ url: url.href, maxConnections: 2, applicationName: 'test-works' });
    onTestFinished(() => pool.end());
    await expect(verifyWorking(createDatabase(pool), 'test-works')).resolves.toBeUndefined();
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

test('a unique violation is recognized by its constraint', async () => {
  const error = await own.pool.query('insert into place values (1)').catch((fault: unknown) => fault);
  expect(isUniqueViolation(error)).toBe(true);
  expect(isUniqueViolation(error, 'place_pkey')).toBe(true);
  expect(isUniqueViolation(error, 'another')).toBe(false);
});
