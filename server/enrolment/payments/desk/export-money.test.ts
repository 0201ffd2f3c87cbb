import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDesk } from '../../../testing/desk.ts';
import { checkedColumns, fillTable } from '../../../testing/fill-table.ts';
import { findFormulas } from '../../../testing/console-probes.ts';
import { startTestProduct, type TestProduct } from '../../../testing/product.ts';
import type { Employed } from '../../../testing/staff-console.ts';
import { readMovements } from './movements.store.ts';

let product: TestProduct;
let finance: Employed;
const desk = openDesk(() => product);
beforeAll(async () => {
  product = await startTestProduct();
  finance = await desk.console.employ({ role: 'finance', partners: ['uts', 'uc'] });
});
afterAll(() => product.stop());

const year = { from: '2026-01-01', until: '2026-12-31' };
const read = async (query: Record<string, string>, cookie = finance.cookie) =>
  desk.console.call('GET', `/money.csv?${new URLSearchParams(query).toString()}`, { cookie });

/** Lines as objects by the head's words. */
async function linesOf(query: Record<string, string>, cookie?: string): Promise<Record<string, string>[]> {
  const [head, ...lines] = String((await read(query, cookie)).body)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return lines.map((cells) => Object.fromEntries(head!.map((column, at) => [column, cells[at]!])));
}
const centsOf = (lines: readonly Record<string, string>[]) =>
  lines.reduce((sum, line) => sum + Math.round(Number(line['Amount']) * 100), 0);

let row = 0;
/** What happened to one order. */
const History = fc.record({
  partner: fc.constantFrom('uts', 'uc', 'vcu'),
  day: fc.integer({ min: 1, max: 300 }),
  paid: fc.array(fc.integer({ min: 1, max: 2_000_000 }), { maxLength: 2 }),
  refunds: fc.array(
    fc.record({
      part: fc.double({ min: 0.01, max: 0.3, noNaN: true }),
      state: fc.constantFrom('requested', 'pending', 'succeeded', 'failed', 'canceled', 'returned', 'before'),
      later: fc.integer({ min: 0, max: 30 }),
    }),
    { maxLength: 3 },
  ),
  isDisputed: fc.boolean(),
  isInPart: fc.boolean(),
});
type History = typeof History extends fc.Arbitrary<infer T> ? T : never;

const text = (value: string) => `'${value}'`;
const moment = (day: number) => text(new Date(Date.UTC(2026, 0, day, 12)).toISOString());
const add = (table: string, columns: Record<string, string>) =>
  fillTable(product.database.pool, table, {
    rows: 1,
    first: ++row,
    columns: { ...checkedColumns[table], ...columns },
  });

async function write({ partner, day, paid, refunds, isDisputed, isInPart }: History): Promise<void> {
  const order = `ord_x${++row}`;
  await add('enrolment_order', {
    id: text(order),
    reference: text(`INT-${2222 + row}-2M9X`),
    member_id: text(`mem_x${row}`),
    partner: text(partner),
    cohort_id: `(select id from cohort order by id limit 1)`,
    course: text('cyber'),
    currency: text('NZD'),
    amount_cents: '50000',
    state: text('paid'),
    updated_at: moment(day + 40),
  });
  for (const [at, cents] of paid.entries()) {
    const payment = `pay_${order}_${at}`;
    const isLost = isDisputed && at === 0;
    await add('payment', {
      id: text(payment),
      order_id: text(order),
      amount_cents: String(cents),
      currency: text('NZD'),
      received_at: moment(day),
      dispute_lost: String(isLost),
      dispute_part_cents: isLost && isInPart ? String(Math.floor(cents / 10)) : 'null',
      dispute_lost_at: isLost && day % 2 === 0 ? moment(day + 35) : 'null',
    });
    for (const [nth, { part, state, later }] of refunds.entries()) {
      const id = `rfd_${payment}_${nth}`;
      await add('refund', {
        id: text(id),
        payment_id: text(payment),
        amount_cents: String(Math.max(1, Math.floor(cents * part))),
        created_at: moment(day + 1),
        state: text(state === 'returned' ? 'failed' : state === 'before' ? 'succeeded' : state),
      });
      if (state === 'succeeded' || state === 'returned')
        await product.database.pool.query(
          `insert into refund_settlement (refund_id, settled_at, returned_at)
           values ($1, ${moment(day + 1 + later)}, ${state === 'returned' ? moment(day + 5 + later) : 'null'})`,
          [id],
        );
    }
  }
}

/** Payments less what went back, by SQL that has nothing in common with the export. */
async function balanceOf(partners: string[]): Promise<number> {
  const [found] = await desk.query(
    `select coalesce(sum(case when p.dispute_lost and p.dispute_part_cents is null then 0
       else p.amount_cents - coalesce(p.dispute_part_cents, 0) - back.cents end), 0)::float8 as cents
     from payment p join enrolment_order o on o.id = p.order_id,
       lateral (select coalesce(sum(amount_cents), 0) as cents from refund r where r.payment_id = p.id and state = 'succeeded') back
     where o.partner = any($1)`,
    partners,
  );
  return found.cents as number;
}

describe('money exported for accounting', () => {
  test(
    'sums to payments less refunds and disputes, for any history, and by any cut of the year',
    { timeout: 240_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(History, { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 364 }),
          async (histories, cut) => {
            for (const history of histories) await write(history);
            const lines = await linesOf(year);
            expect(centsOf(lines)).toBe(await balanceOf(['uts', 'uc']));
            expect(lines.map((line) => line['Date'])).toEqual(lines.map((line) => line['Date']).toSorted());
            expect(new Set(lines.map((line) => line['Partner'])).has('vcu')).toBe(false);
            // Each line stands on one day: two parts of the year have all lines, each once.
            const day = (at: number) => new Date(Date.UTC(2026, 0, at)).toISOString().slice(0, 10);
            const parts = [
              ...(await linesOf({ from: year.from, until: day(cut) })),
              ...(await linesOf({ from: day(cut + 1), until: year.until })),
            ];
            expect(parts).toEqual(lines);
            const uts = await linesOf({ ...year, partner: 'uts' });
            expect(centsOf(uts)).toBe(await balanceOf(['uts']));
          },
        ),
        { numRuns: 12 },
      );
    },
  );

  test('is read page by page without a loss where pages end among equal times', async () => {
    await write({ partner: 'uts', day: 7, paid: [100], refunds: [], isDisputed: false, isInPart: false });
    await product.database.pool.query(
      `insert into payment (id, order_id, provider_payment_id, session_id, amount_cents, currency, received_at)
       select 'pay_many' || n, order_id, 'pi_many' || n, 'cs', 1, 'NZD', received_at from payment p, generate_series(1, 4500) n
       where p.id = (select max(id) from payment where amount_cents = 100)`,
    );
    const span = { partners: ['uts', 'uc'] as const, from: year.from, until: year.until, zone: 'UTC' };
    const ids: string[] = [];
    let most = 0;
    for await (const page of readMovements(product.database.db, span)) {
      ids.push(...page.map(({ id }) => id));
      most = Math.max(most, page.length);
    }
    expect(most).toBe(2_000);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('pay_many'))).toHaveLength(4_500);
  });

  test('holds no formula, and signs what went back', async () => {
    await write({
      partner: 'uts',
      day: 9,
      paid: [10_050],
      refunds: [{ part: 0.1, state: 'succeeded', later: 1 }],
      isDisputed: false,
      isInPart: false,
    });
    await product.database.pool.query(
      `update enrolment_order set reference = '=1+1' where id = (select max(id) from enrolment_order)`,
    );
    await product.database.pool.query(`update payment set provider_payment_id = '=cmd()' where amount_cents = 10050`);
    const { body } = await read(year);
    expect(findFormulas(String(body)).filter((cell) => !/^-\d+(\.\d{1,2})?$/.test(cell))).toEqual([]);
    expect(String(body)).toContain("'=cmd()");
    expect(String(body)).toContain(',Refund,-10.05,NZD,0,');
    expect(String(body)).toContain(',Payment,100.5,NZD,0,');
  });

  test('is for who may export money, in their scope, and stands in the audit trail', async () => {
    expect((await read(year)).status).toBe(200);
    const acts = await desk.query(
      `select action, note from audit_entry where staff_id = $1 order by id desc limit 1`,
      finance.id,
    );
    expect(acts).toEqual([{ action: 'money.exported', note: '2026-01-01 to 2026-12-31' }]);
    const ofTwo = await desk.console.employ({ role: 'finance', partners: ['uts', 'unlv'] });
    await read(year, ofTwo.cookie);
    const partners = await desk.query(
      `select partner from audit_entry where action = 'money.exported' and staff_id = $1 order by partner`,
      ofTwo.id,
    );
    expect(partners).toEqual([{ partner: 'unlv' }, { partner: 'uts' }]);
    const admissions = await desk.console.employ({ role: 'admissions', partners: ['uts'] });
    expect((await read(year, admissions.cookie)).body.error.code).toBe('access-denied');
    const elsewhere = await desk.console.employ({ role: 'finance', partners: ['unlv'] });
    expect(await linesOf({ ...year, partner: 'uts' }, elsewhere.cookie)).toEqual([]);
    for (const query of ['from=2026-02-01&until=2026-01-01', 'from=x&until=y', 'unknown=1'])
      expect((await desk.console.call('GET', `/money.csv?${query}`, { cookie: finance.cookie })).body.error.code).toBe(
        'invalid-request',
      );
  });
});
