import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admissionsOf,
  builderOf,
  owner,
  startTestConsole,
  type TestConsole,
  type TestStaff,
} from '../testing/console.ts';
import { checkedColumns, fillTable, type Columns } from '../testing/fill-table.ts';
import { startTestMembership, type TestMembership } from '../testing/membership.ts';
import { enrolmentSite } from './enrolment-site.ts';
import { createEnrolment } from './enrolment.ts';
import { hasReached } from './member-steps.ts';
import { styleOfPage } from './mails/partner-mail.ts';
import { areOfPartners, idsOfPartners } from './partner-members.store.ts';
import { readFigures } from './console/figures.ts';

let product: TestMembership;
let staffed: TestConsole;

/** Monday in Sydney and still Sunday in UTC. */
const now = new Date('2026-11-22T14:30:00Z');
const judgedAt = now;

let row = 0;
/** Adds a row with these columns, as SQL. */
const add = (table: string, columns: Columns) =>
  fillTable(product.database.pool, table, {
    rows: 1,
    first: ++row,
    columns: { ...checkedColumns[table], ...columns },
  });
const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);

const addMember = (name: string, partner: string | null, at: string) =>
  product.database.pool.query(
    `insert into member (id, site_id, email, partner, created_at) values ('mem_' || $1, $2, $1 || '@student.example', $3, $4)`,
    [name, enrolmentSite, partner, at],
  );
interface Placed {
  member: string;
  partner: string;
  paid?: string;
  state?: string;
  created?: string;
}
const addOrder = (name: string, { member, partner, paid, state, created = paid ?? '2026-11-01' }: Placed) =>
  add('enrolment_order', {
    id: text(`ord_${name}`),
    reference: text(`INT-${name.toUpperCase().padEnd(4, 'X').slice(0, 4)}-2M9X`),
    member_id: text(`mem_${member}`),
    partner: text(partner),
    cohort_id: text('soon'),
    course: `'cyber'`,
    currency: `'NZD'`,
    amount_cents: '50000',
    state: text(state ?? (paid ? 'paid' : 'expired')),
    paid_at: paid ? `'${paid}'` : 'null',
    created_at: `'${created}'`,
    updated_at: `'${paid ?? created}'`,
  });
const addPayment = (order: string, cents: number, at: string, disputeLost = false) =>
  add('payment', {
    id: text(`pay_${order}`),
    order_id: text(`ord_${order}`),
    amount_cents: String(cents),
    currency: `'NZD'`,
    received_at: `'${at}'`,
    dispute_lost: String(disputeLost),
  });
const addRefund = (order: string, cents: number, at: string, state = 'succeeded') =>
  add('refund', {
    payment_id: text(`pay_${order}`),
    amount_cents: String(cents),
    created_at: `'${at}'`,
    state: text(state),
  });
const addSeat = (order: string, cohort: string, state = 'consumed') =>
  add('seat_claim', {
    cohort_id: text(cohort),
    order_id: text(`ord_${order}`),
    member_id: text(`m${row}`),
    state: text(state),
  });

beforeAll(async () => {
  product = await startTestMembership({
    optionsFor: () => ({
      mailStyle: styleOfPage,
      partnerMembers: { siteId: enrolmentSite, areOf: areOfPartners, idsOf: idsOfPartners, hasReached },
    }),
  });
  const { pool } = product.database;
  const platform = { ...product.services, clock: { now: () => judgedAt } };
  staffed = await startTestConsole(product.membership, createEnrolment(platform, product.membership));
  await pool.query('truncate cohort cascade');
  // Of UTS, by days of Sydney (UTC+11): today began at 13:00 UTC.
  await addMember('today', 'uts', '2026-11-22T13:00:00Z');
  await addMember('yesterday', 'uts', '2026-11-22T12:59:59Z');
  await addMember('then', 'uts', '2026-11-15T13:10:00Z');
  await addMember('thenlater', 'uts', '2026-11-15T20:00:00Z');
  await addMember('old', 'uts', '2026-10-01T00:00:00Z');
  await addMember('other', 'uc', '2026-11-22T13:10:00Z');
  await addMember('nobody', null, '2026-11-22T13:10:00Z');
  await pool.query(
    `insert into eligibility_check (id, member_id, education_level, outcome, claimed)
     values ('c1', 'mem_today', 'level7', 'preapproved', false), ('c2', 'mem_then', 'level4', 'advisor', false)`,
  );
  for (const [id, days, partners] of [
    ['soon', 20, null],
    ['late', 60, null],
    ['past', -5, null],
    ['closed', 10, '{uc}'],
    ['full', 10, '{uts}'],
  ] as const)
    await pool.query(
      `insert into cohort (id, course, name, mode, start_date, time_zone, capacity, partners)
       values ($1, 'cyber', 'Cyber ' || $1, 'full-time', ($2::timestamptz + make_interval(days => $3))::date, 'UTC', 3, $4)`,
      [id, now, days, partners],
    );
  await addOrder('a1', { member: 'yesterday', partner: 'uts', paid: '2026-11-22T13:30:00Z' });
  await addOrder('a2', { member: 'then', partner: 'uts', paid: '2026-11-15T13:30:00Z' });
  await addOrder('a3', { member: 'thenlater', partner: 'uts' });
  await addOrder('b1', { member: 'other', partner: 'uc', paid: '2026-11-22T13:40:00Z' });
  await addOrder('b2', { member: 'other2', partner: 'uc', paid: '2026-11-22T13:40:00Z', state: 'unseated' });
  await addOrder('a4', { member: 'gone', partner: 'uts', paid: '2026-11-10T13:40:00Z', state: 'refunded' });
  await addPayment('a1', 50_000, '2026-11-22T13:30:00Z');
  await addPayment('a2', 70_000, '2026-11-15T13:30:00Z');
  await addPayment('b1', 90_000, '2026-11-22T13:40:00Z');
  await addPayment('a4', 50_000, '2026-11-10T13:40:00Z', true);
  await addRefund('a2', 20_000, '2026-11-22T13:45:00Z');
  await addRefund('a2', 10_000, '2026-11-22T13:46:00Z', 'failed');
  await addSeat('a1', 'full');
  await addSeat('a2', 'full');
  await addSeat('b1', 'late');
  await pool.query(
    `insert into review_item (id, kind, subject, note) values
     ('rev_a', 'amount-differs', 'ord_a1', 'of UTS'), ('rev_b', 'amount-differs', 'ord_b1', 'of UC'),
     ('rev_none', 'invariant-broken', 'soon', 'of nobody'), ('rev_done', 'amount-differs', 'ord_a2', 'is done')`,
  );
  await pool.query(`update review_item set resolved_at = now() where id = 'rev_done'`);
  for (const [id, partner, kind] of [
    ['a', 'uts', 'lead'],
    ['b', 'uc', 'support'],
  ] as const)
    await pool.query(
      `insert into enquiry (id, reference, kind, partner, name, email, phone, details, digest)
       values ('enq_' || $1, 'INT-' || $1, $3, $2, 'Ana', 'ana@example.org', '', '{"message": "Hello"}', sha256($1::bytea))`,
      [id, partner, kind],
    );
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const scopeOf = (partners: 'all' | string[]) => ({ sites: partners === 'all' ? ('all' as const) : [], partners });
const figures = (partners: 'all' | string[], wish = {}) =>
  readFigures(product.database.db, scopeOf(partners), wish, { now, judgedAt });
const ask = (path: string, staff: TestStaff = owner) => staffed.ask(staff, 'GET', path);
const ids = async (path: string, staff?: TestStaff) =>
  (await ask(path, staff)).data.map(({ id }: { id: string }) => id);

describe('the figures of enrolment', () => {
  test('compare today with the same weekday of last week, by days of the partner', async () => {
    const { zone, today, lastWeekByNow, lastWeek } = await figures(['uts']);
    expect(zone).toBe('Australia/Sydney');
    expect(today).toEqual({
      from: '2026-11-22T13:00:00.000Z',
      until: now.toISOString(),
      registered: 1,
      enrolled: 1,
      moneyIn: [{ currency: 'NZD', cents: 50_000 }],
      moneyBack: [{ currency: 'NZD', cents: 20_000 }],
    });
    expect(lastWeekByNow).toEqual({
      from: '2026-11-15T13:00:00.000Z',
      until: '2026-11-15T14:30:00.000Z',
      registered: 1,
      enrolled: 1,
      moneyIn: [{ currency: 'NZD', cents: 70_000 }],
      moneyBack: [],
    });
    expect(lastWeek).toMatchObject({ until: '2026-11-16T13:00:00.000Z', registered: 2, enrolled: 1 });
  });

  test('are by days of UTC for several partners', async () => {
    const { zone, today, until } = await figures('all');
    expect([zone, until, today.from]).toEqual(['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z']);
    expect(today).toMatchObject({ registered: 3, enrolled: 3, moneyIn: [{ currency: 'NZD', cents: 140_000 }] });
  });

  test('follow those who registered from step to step, each among those before it', async () => {
    const { funnel } = await figures(['uts'], { from: '2026-11-01', until: '2026-11-23' });
    // Registered: today, yesterday, then, thenlater. Two of them paid, one chose only, one passed the check.
    expect(funnel).toEqual([{ partner: 'uts', registered: 4, eligible: 4, chosen: 3, paid: 2 }]);
    expect((await figures(['uts'], { from: '2026-11-17', until: '2026-11-21' })).funnel).toEqual([
      { partner: 'uts', registered: 0, eligible: 0, chosen: 0, paid: 0 },
    ]);
  });

  test('have a row for each partner and each day, those without anything too', async () => {
    const { funnel, days } = await figures('all', { days: '7' });
    expect(funnel.length).toBe(7);
    expect(days.map(({ day }) => day)).toEqual(
      ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`),
    );
    expect(days.at(-1)).toEqual({ day: '2026-11-22', registered: 3, enrolled: 3 });
    expect(days.at(1)).toEqual({ day: '2026-11-17', registered: 0, enrolled: 0 });
  });

  test('tell the seats of cohorts to come that the partner’s students may choose', async () => {
    const { cohorts } = await figures(['uts']);
    expect(cohorts.map(({ id, sold, soldHere }) => [id, sold, soldHere])).toEqual([
      ['full', 2, 2],
      ['soon', 0, 0],
      ['late', 1, 0],
    ]);
  });

  test('are those of the partners in scope alone', async () => {
    const { data } = await ask('/figures?from=2026-11-01&until=2026-11-23', admissionsOf('uc'));
    expect(data.funnel.map(({ partner }: { partner: string }) => partner)).toEqual(['uc']);
    const foreign = await ask('/figures?partner=uts&from=2026-11-01&until=2026-11-23', admissionsOf('uc'));
    expect(foreign.data.funnel).toEqual([]);
    expect(foreign.data.days.every((day: { registered: number }) => day.registered === 0)).toBe(true);
    // The negative control: without a limit to the scope the same question has an answer.
    const seen = await ask('/figures?partner=uts&from=2026-11-01&until=2026-11-23');
    expect(seen.data.funnel).toEqual([{ partner: 'uts', registered: 4, eligible: 4, chosen: 3, paid: 2 }]);
    expect((await ask('/figures', builderOf(enrolmentSite))).status).toBe(403);
  });

  test.for(['from=2026-11-23&until=2026-11-22', 'from=2024-01-01&until=2026-11-22', 'days=8', 'partner=nowhere'])(
    'refuse %s',
    async (query) => {
      expect((await ask(`/figures?${query}`)).error.code).toBe('invalid-request');
    },
  );

  test.for(['eligible', 'chosen', 'paid'] as const)('have the number of the list that “%s” leads to', async (step) => {
    const { funnel } = await figures(['uts'], { from: '2026-11-01', until: '2026-11-23' });
    const { json } = await ask(
      `/sites/${enrolmentSite}/members?origin=uts&reached=${step}&created.from=2026-10-31T13:00:00Z&created.until=2026-11-23T13:00:00Z`,
    );
    expect(json.count.rows).toBe(funnel[0]![step]);
  });
});

describe('orders', () => {
  test('are listed for the partners in scope, the newest first', async () => {
    expect((await ids('/orders')).toSorted()).toEqual(['ord_a1', 'ord_a2', 'ord_a3', 'ord_a4', 'ord_b1', 'ord_b2']);
    expect((await ids('/orders', admissionsOf('uc'))).toSorted()).toEqual(['ord_b1', 'ord_b2']);
    expect(await ids('/orders?partner=uts', admissionsOf('uc'))).toEqual([]);
    expect(await ids('/orders?search=INT-A1', admissionsOf('uc'))).toEqual([]);
    expect(await ids('/orders', admissionsOf())).toEqual([]);
  });

  test.for([
    ['search=int-a1', ['ord_a1']],
    ['search=a1xx2m', ['ord_a1']],
    ['search=%25', 'all'],
    ['state=unseated', ['ord_b2']],
    ['paid.from=2026-11-22T13:00:00Z&partner=uts', ['ord_a1']],
    ['received.from=2026-11-22T13:00:00Z', ['ord_b1', 'ord_a1']],
    ['returned.from=2026-11-22T13:00:00Z', ['ord_a2']],
    ['cohort=none', []],
  ] as const)('are found by %s', async ([query, expected]) => {
    const found = await ids(`/orders?${query}`);
    if (expected === 'all') expect(found.length).toBe(6);
    else expect(found).toEqual(expected);
  });
});

describe('what waits for a person', () => {
  const kindsOf = async (staff: TestStaff, query = '') =>
    (await ask(`/matters${query}`, staff)).data.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`);

  test('is money and cohorts of the partners in scope; what is of no order is for owners', async () => {
    expect((await kindsOf(owner)).toSorted()).toEqual([
      'cohort closed',
      'cohort soon',
      'dispute pay_a4',
      'payment rev_a',
      'payment rev_b',
      'payment rev_none',
      'unseated ord_b2',
    ]);
    expect((await kindsOf(admissionsOf('uts'))).toSorted()).toEqual(['cohort soon', 'dispute pay_a4', 'payment rev_a']);
    expect(await kindsOf(admissionsOf())).toEqual([]);
    expect(await kindsOf(admissionsOf('uts'), '?partner=uc')).toEqual(['cohort soon']);
  });

  test('is counted by kind by the list itself', async () => {
    const { json } = await ask('/matters?kind=payment&limit=1');
    expect(json.count).toEqual({ rows: 3, isExact: true });
    expect((await ask('/matters?kind=cohort', admissionsOf('uts'))).data).toEqual([
      expect.objectContaining({
        id: 'soon',
        reference: 'Cyber soon',
        seats: { sold: 0, capacity: 3, minimum: null },
        startDate: expect.stringMatching(/^2026-12-1[23]$/),
        partners: null,
      }),
    ]);
  });

  test('is requests of the partners in scope, for who answers them', async () => {
    expect(await ids('/requests')).toEqual(['enq_a', 'enq_b']);
    expect(await ids('/requests', admissionsOf('uc'))).toEqual(['enq_b']);
    expect(await ids('/requests?partner=uts', admissionsOf('uc'))).toEqual([]);
    expect((await ask('/requests', { name: 'Fin', role: 'finance', scope: scopeOf(['uts']) })).status).toBe(403);
  });
});

test('an account names the partner on whose page it was made, where the page is one of a partner', async () => {
  const partnerOf = async (siteKey: string, path: string) => {
    const { member } = await product.buildMember({ headers: { 'x-api-key': siteKey, 'referring-path': path } });
    const { rows } = await product.database.pool.query('select partner from member where id = $1', [member.id]);
    return rows[0].partner;
  };
  expect(await partnerOf('pk_sb_enrolment', '/uc/register')).toBe('uc');
  expect(await partnerOf('pk_sb_enrolment', '/nowhere/register')).toBeNull();
  expect(await partnerOf('pk_sb_demo', '/uc/register')).toBeNull();
});
