import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createDatabase, createPool, transaction, type Database, type Pool } from './database.ts';

let own: TestDatabase;
let pool: Pool;
let db: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  await own.pool.query('create table shelf (id int primary key)');
  await own.pool.query('insert into shelf values (1)');
  // One connection, so that every query meets the statements it has prepared.
  pool = createPool({ url: own.directUrl, maxConnections: 1 });
  db = createDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await own.drop();
});

const readShelf = (reader: Database, id: number) => sql<object>`select * from shelf where id = ${id}`.execute(reader);
const prepared = async () => {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map((row) => row.statement).filter((statement) => statement.includes('from shelf'));
};
const addColumn = (name: string) => own.pool.query(`alter table shelf add column ${name} int not null default 7`);

describe('a statement', () => {
  test('is prepared once, whatever values it is sent with', async () => {
    for (const id of [1, 2, 3, 1]) await readShelf(db, id);
    expect(await prepared()).toHaveLength(1);
  });

  test('is prepared where the pool itself is asked', async () => {
    for (const id of [1, 2]) await pool.query('select id from shelf where id = $1', [id]);
    expect((await prepared()).filter((text) => text.startsWith('select id'))).toHaveLength(1);
    await expect(pool.query('select id from shelf where id = $1', ['x'])).rejects.toThrow('invalid input syntax');
  });

  test('still works after a newer version has added a column', async () => {
    await readShelf(db, 1);
    await addColumn('width');
    expect((await readShelf(db, 1)).rows).toEqual([{ id: 1, width: 7 }]);
  });

  test('still works then inside a transaction, which is retried', async () => {
    await readShelf(db, 1);
    await addColumn('depth');
    const { rows } = await transaction(db, (tx) => readShelf(tx, 1));
    expect(rows).toEqual([{ id: 1, width: 7, depth: 7 }]);
  });

  test('fails then where it is prepared by hand, the negative control', async () => {
    const ask = () => pool.query({ name: 'by-hand', text: 'select * from shelf where id = $1', values: [1] });
    await ask();
    await addColumn('height');
    await expect(ask()).rejects.toThrow('cached plan must not change result type');
  });

  test('is prepared once more, however many queries find it outdated concurrently', async () => {
    const two = createPool({ url: own.directUrl, maxConnections: 2 });
    const clients = await Promise.all([two.connect(), two.connect()]);
    const askAll = () => Promise.all(clients.map((client) => client.query('select * from shelf where id = $1', [1])));
    await askAll();
    await addColumn('colour');
    await askAll();
    // The last query to notice must not have discarded the statement that the first had prepared anew.
    await askAll();
    const counts = clients.map(async (client) => {
      const { rows } = await client.query(`select from pg_prepared_statements where statement like '%from shelf%'`);
      return rows.length;
    });
    // The outdated one, and the new one.
    expect(await Promise.all(counts)).toEqual([2, 2]);
    for (const client of clients) client.release();
    await two.end();
  });

  test('is not prepared where texts vary without end', async () => {
    for (let index = 0; index < 520; index++) await sql`select ${1}::int + ${sql.lit(index)}`.execute(db);
    const { rows } = await pool.query('select from pg_prepared_statements');
    expect(rows.length).toBeGreaterThan(400);
    expect(rows.length).toBeLessThanOrEqual(500);
  });

  test('is prepared by a pool, although another has reached its bound', async () => {
    const other = createPool({ url: own.directUrl, maxConnections: 1 });
    await readShelf(createDatabase(other), 1);
    const { rows } = await other.query(`select from pg_prepared_statements where statement like '%from shelf%'`);
    await other.end();
    expect(rows).toHaveLength(1);
  });

  test('that is refused says why, as before', async () => {
    await expect(sql`select * from nowhere where id = ${1}`.execute(db)).rejects.toThrow('relation "nowhere"');
  });
});
