import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditConsoleSubject } from '../contract/console/audit.ts';
import { bounds, endedRows } from './growth.ts';
import { auditJobs } from './membership/audit/audit.jobs.ts';
import type { Services } from './membership/services.ts';
import { deletingJobs, handleInRounds, type EndedRows } from './platform/ended-rows.ts';
import {
  defaultRetention,
  readRetention,
  retentionTable,
  type Retention,
  type RetentionName,
} from './platform/retention.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { checkedColumns, fillTable, type Columns } from './testing/fill-table.ts';
import { runJob } from './testing/workers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function listTables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(`
    select case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker')`);
  return rows.map(({ name }) => name);
}

describe('every table', () => {
  test('says what bounds it', async () => {
    expect(
      (await listTables()).toSorted(),
      'say in server/growth.ts what bounds the table; what ends by itself is declared in the feature’s ended-rows.ts',
    ).toEqual(Object.keys(bounds).toSorted());
  });

  test('that nobody has answered for is found', async () => {
    await database.pool.query('create table unbounded_log (at timestamptz)');
    expect((await listTables()).filter((name) => !(name in bounds))).toEqual(['unbounded_log']);
    await database.pool.query('drop table unbounded_log');
  });
});

/** Longer than a batch, so that there are three. */
const endedCount = 2_100;
const batchSize = 1_000;
/** Other days than the product's, so that a number in place of the setting is found. */
const ownRetention = Object.fromEntries(
  Object.entries(defaultRetention).map(([name, days]) => [name, days + 40]),
) as unknown as Retention;

/** What else the rows of a table must be to end, and a row of the same age that must stay. */
const special: Record<string, { ended?: Columns; kept?: Columns }> = {
  plan_checkout: { kept: { state: `'completed'` } },
  enrolment_order: { kept: { state: `'paid'` } },
  provider_event: { ended: { processed_at: 'now()' }, kept: { processed_at: 'null' } },
  comment_typing: { ended: { until: `now() - interval '1 minute'` }, kept: { until: `now() + interval '1 hour'` } },
  rate_limit: { kept: { expire: 'null' } },
  'graphile_worker._private_jobs': { ended: { attempts: '10', max_attempts: '10' }, kept: { attempts: '0' } },
  'forget-old-mails': { ended: { sent_at: 'created' }, kept: { sent_at: 'now()' } },
  'forget-mail-keys': {
    ended: { sent_at: 'created', recipient: `''`, dedupe_key: `'k' || n` },
    kept: { recipient: `'ana@example.org'`, dedupe_key: `'k' || n` },
  },
};

const secondsKept = ({ keptFor = 0 }: EndedRows) =>
  typeof keptFor === 'number' ? keptFor : ownRetention[keptFor] * 86_400;

/** When a row has ended two days ago, or will in two days, in the type of its column. */
function timeOf(rows: EndedRows, daysAfterItsEnd: number): string {
  const seconds = secondsKept(rows) + daysAfterItsEnd * 86_400;
  if (rows.now !== undefined) return `(extract(epoch from now()) * 1000)::bigint - ${seconds * 1_000}`;
  return `now() - interval '${seconds} seconds'`;
}

const columnsOf = (rows: EndedRows, daysAfterItsEnd: number, which: 'ended' | 'kept') => {
  const time = timeOf(rows, daysAfterItsEnd);
  const own = special[rows.job.name] ?? special[rows.table] ?? {};
  const more = { ...own.ended, ...(which === 'kept' ? own.kept : {}) };
  return Object.fromEntries(
    Object.entries({ ...checkedColumns[rows.table], [rows.since]: time, ...more }).map(([column, value]) => [
      column,
      value === 'created' ? time : value,
    ]),
  );
};

/** The sizes of the deletions of a table, as a trigger saw them. */
async function watchDeletions(table: string): Promise<() => Promise<number[]>> {
  await database.pool.query(`
    create table if not exists watched (name text, deleted int);
    grant all on watched to public;
    create or replace function watch() returns trigger language plpgsql as $$
      begin insert into watched select tg_argv[0], count(*) from gone; return null; end $$;
    create trigger watch after delete on ${table} referencing old table as gone
      for each statement execute function watch('${table}')`);
  return async () => {
    await database.pool.query(`drop trigger watch on ${table}`);
    const { rows } = await database.pool.query<{ deleted: number }>('delete from watched returning deleted');
    return rows.map(({ deleted }) => deleted).filter((deleted) => deleted > 0);
  };
}

describe('rows that have ended', () => {
  test.for(endedRows.map((rows) => [rows.table, rows] as const))(
    'are deleted from %s in batches, and neither younger, nor locked, nor others',
    async ([table, rows]) => {
      const { pool, db } = database;
      await pool.query(`truncate ${table} cascade`);
      await fillTable(pool, table, { rows: endedCount, columns: columnsOf(rows, 2, 'ended') });
      await fillTable(pool, table, { rows: 1, first: 5_000, columns: columnsOf(rows, -2, 'ended') });
      const hasOthers = (special[rows.job.name] ?? special[table])?.kept !== undefined;
      if (hasOthers) await fillTable(pool, table, { rows: 1, first: 6_000, columns: columnsOf(rows, 2, 'kept') });
      const holder = await pool.connect();
      await holder.query('begin');
      await holder.query(`select from ${table} where ctid = '(0,3)' for update`);
      const readDeletions = await watchDeletions(table);

      const done = runJob(deletingJobs({ db, retention: ownRetention }, endedRows), rows.job.name);
      try {
        await done;
      } finally {
        await holder.query('rollback');
        holder.release();
      }
      const sizes = await readDeletions();
      expect(sizes).toEqual([batchSize, batchSize, endedCount - 1 - 2 * batchSize]);
      const { rows: left } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      // The younger one, the locked one, and the other one of the same age.
      expect(left[0]!.count).toBe(hasOthers ? 3 : 2);
      await pool.query(`truncate ${table} cascade`);
    },
  );

  test('that a run has no time for are deleted by another one soon', async () => {
    const { db, pool } = database;
    const { job } = endedRows[0]!;
    const next = `${job.name}-next`;
    const queued = async () => (await pool.query('select 1 from graphile_worker.jobs where key = $1', [next])).rowCount;
    let batches = 3;
    const run = async () => {
      await pool.query('select graphile_worker.remove_job($1)', [next]);
      await handleInRounds(db, job, [async () => --batches > 0], 0).run({});
    };
    await run();
    expect([batches, await queued()]).toEqual([2, 1]);
    await run();
    await run();
    expect([batches, await queued()]).toEqual([0, 0]);
  });

  test('are waited for by a deletion that does not skip what is locked', async () => {
    const { pool } = database;
    await fillTable(pool, 'session', { rows: 2, columns: { expires_at: `now() - interval '1 day'` } });
    const [holder, deleting] = [await pool.connect(), await pool.connect()];
    await holder.query('begin');
    await holder.query('select from session limit 1 for update');
    await deleting.query(`set lock_timeout = '100ms'`);
    await expect(deleting.query('delete from session where expires_at < now()')).rejects.toMatchObject({
      code: '55P03',
    });
    await holder.query('rollback');
    for (const client of [holder, deleting]) client.release(true);
  });

  test('an unpaid order goes with its claim on a seat, and stays while a payment is recorded for it', async () => {
    const { pool, db } = database;
    const columns = {
      ...checkedColumns['enrolment_order'],
      updated_at: `now() - interval '1 year'`,
      id: `'ord_' || n`,
    };
    await fillTable(pool, 'enrolment_order', { rows: 2, columns });
    await fillTable(pool, 'seat_claim', {
      rows: 2,
      columns: { ...checkedColumns['seat_claim'], order_id: `'ord_' || n` },
    });
    await fillTable(pool, 'payment', { rows: 1, columns: { order_id: `'ord_2'` } });
    await runJob(deletingJobs({ db, retention: defaultRetention }, endedRows), 'forget-unpaid-orders');
    const left = async (column: string, table: string) =>
      (await pool.query(`select ${column} as id from ${table}`)).rows.map(({ id }) => id);
    expect([await left('id', 'enrolment_order'), await left('order_id', 'seat_claim')]).toEqual([['ord_2'], ['ord_2']]);
  });
});

describe('the audit trail', () => {
  const forget = (retention: Retention) =>
    runJob(auditJobs({ db: database.db, retention } as Services), 'forget-old-acts');
  const count = async () => (await database.pool.query('select from audit_entry')).rowCount;

  test('is kept for the days that are set, by a function of the owner: the product’s account cannot delete', async () => {
    const age = (days: number) => ({ created_at: `now() - interval '${days} days'` });
    await fillTable(database.pool, 'audit_entry', { rows: 1_500, columns: age(1_000) });
    await fillTable(database.pool, 'audit_entry', { rows: 1, columns: age(100) });
    await forget({ ...defaultRetention, audit: 1_001 });
    expect(await count()).toBe(1_501);
    await forget(defaultRetention);
    expect(await count()).toBe(1);
    await expect(database.productPool.query('delete from audit_entry')).rejects.toMatchObject({ code: '42501' });
    await expect(database.productPool.query('select forget_audit_entries(89, 1)')).rejects.toThrow('90 days at least');
    expect(await count()).toBe(1);
  });
});

describe('RETENTION_DAYS', () => {
  test('sets some of the days, and the others stay', () => {
    expect(readRetention(['audit=1095', 'deliveries=14'])).toEqual({
      retention: { ...defaultRetention, audit: 1_095, deliveries: 14 },
      faults: [],
    });
  });

  test.for(Object.entries(retentionTable))('takes %s from its least number of days on', ([name, { least }]) => {
    expect(readRetention([`${name}=${least}`]).retention[name as RetentionName]).toBe(least);
    expect(readRetention([`${name}=${least - 1}`]).faults).toEqual([
      `RETENTION_DAYS must keep ${name} for ${least} to 36500 days`,
    ]);
  });

  test('of entries of the audit log is what is said of them', () => {
    expect(retentionTable.audit.days).toBe(2 * 365);
    expect(auditConsoleSubject.about).toContain('deleted after two years, unless the operator has set another time');
  });

  test('is refused with the names it takes when it names another, or no number', () => {
    for (const entry of ['sessions=3', 'audit', 'audit=many', 'audit=-1'])
      expect(readRetention([entry]).faults[0]).toMatch(/^RETENTION_DAYS takes audit=days, /);
  });
});
