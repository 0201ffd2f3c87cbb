import fc from 'fast-check';
import { requestKinds } from '../../contract/console/requests-schemas.ts';
import { orderStates, type OrderState } from '../../contract/payments.ts';
import { courseCodes, type CourseCode } from '../../shared/courses.ts';
import { partners, type PartnerCode } from '../../shared/partners.ts';
import { enrolmentSite } from '../enrolment/enrolment-site.ts';
import type { Pool } from '../platform/database/database.ts';

/** What happened to an enrolment desk, made up: what its reports tell of it can be counted by hand. */

/** Partners of these histories: two with daylight saving, in opposite halves of the year, and one without. */
export const historyPartners = ['uts', 'vcu', 'sg'] as const satisfies readonly PartnerCode[];
/** Days around changes of the clocks: of Sydney in April and October, of New York in March and November; and the year before. */
export const historyRanges = [
  { from: '2026-03-28', until: '2026-04-09' },
  { from: '2026-10-01', until: '2026-10-08' },
  { from: '2026-10-25', until: '2026-11-04' },
] as const;

export type HistoryRange = (typeof historyRanges)[number];

export interface HistoryRefund {
  cents: number;
  at: number;
  state: 'requested' | 'pending' | 'succeeded' | 'failed' | 'canceled';
}
export interface HistoryPayment {
  cents: number;
  currency: string;
  at: number;
  refunds: HistoryRefund[];
}
export interface HistoryOrder {
  partner: PartnerCode;
  cohort: string;
  course: CourseCode;
  state: OrderState;
  currency: string;
  created: number;
  /** null for one that was never paid. */
  paid: number | null;
  payments: HistoryPayment[];
}
export interface HistoryMember {
  partner: PartnerCode | null;
  /** A member of another site with the same address must change no number. */
  site: string;
  created: number;
  checks: { at: number; outcome: 'preapproved' | 'advisor' }[];
  orders: HistoryOrder[];
}
export interface HistoryRequest {
  partner: PartnerCode;
  kind: (typeof requestKinds)[number];
  course: CourseCode;
  /** The number of the member whose address it names; one that is no member's gives an address without an account. */
  member: number;
  created: number;
  settled: number | null;
}
export interface History {
  members: HistoryMember[];
  requests: HistoryRequest[];
  views: { path: string; day: string; count: number }[];
}

/** Cohorts that orders of a history are of: id, course, first day. */
export const historyCohorts = [
  { id: 'cyber-2026-07', course: 'cyber', start: '2026-07-06' },
  { id: 'cyber-2026-11', course: 'cyber', start: '2026-11-02' },
  { id: 'data-2026-11', course: 'data', start: '2026-11-09' },
] as const;

const dayMs = 86_400_000;
const hourMs = dayMs / 24;

/** When a day begins in a zone, found by asking what the clocks there say. */
export function startOfDay(day: string, zone: string): number {
  const wanted = Date.parse(day);
  const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  for (let at = wanted - 15 * hourMs; at <= wanted + 15 * hourMs; at += hourMs / 4)
    if (clock.format(at) === `${day} 00:00:00`) return at;
  throw new Error(`${day} begins at no quarter of an hour in ${zone}.`);
}

/** The last days, which Home compares. */
const lately = fc.integer({ min: 0, max: 9 * dayMs }).map((ago) => began - ago);
const began = Date.now();

/** Moments in and around a range: many at the very beginning of a day in some zone, or a millisecond before it. */
const around = (range: HistoryRange): fc.Arbitrary<number> =>
  fc
    .record({
      yearsAgo: fc.constantFrom(0, 0, 0, 1),
      day: fc.noBias(fc.integer({ min: -13, max: 13 })),
      zone: fc.constantFrom('UTC', ...historyPartners.map((code) => partners[code].timeZone)),
      offset: fc.oneof(fc.constantFrom(0, -1), fc.integer({ min: 0, max: dayMs })),
    })
    .map(({ yearsAgo, day, zone, offset }) => {
      const [year, ...rest] = range.from.split('-');
      const first = Date.parse([Number(year) - yearsAgo, ...rest].join('-')) + day * dayMs;
      return startOfDay(new Date(first).toISOString().slice(0, 10), zone) + offset;
    });

const cents = fc.integer({ min: 1, max: 2_000_000 });
const partner = fc.constantFrom(...historyPartners);
const course = fc.constantFrom(...courseCodes);

/** Histories of a time, before it, after it and a year before. */
export function historyOf(range: HistoryRange): fc.Arbitrary<History> {
  const moment = fc.oneof({ arbitrary: around(range), weight: 8 }, { arbitrary: lately, weight: 1 });
  const payment: fc.Arbitrary<HistoryPayment> = fc.record({
    cents,
    currency: fc.constantFrom('AUD', 'AUD', 'USD', 'SGD'),
    at: moment,
    refunds: fc.array(
      fc.record({
        cents,
        at: moment,
        state: fc.constantFrom('requested', 'pending', 'succeeded', 'failed', 'canceled'),
      }),
      { maxLength: 2 },
    ),
  });

  const order: fc.Arbitrary<HistoryOrder> = fc
    .record({
      partner,
      of: fc.constantFrom(...historyCohorts),
      state: fc.constantFrom(...orderStates),
      currency: fc.constantFrom('AUD', 'USD', 'SGD'),
      created: moment,
      paid: fc.option(moment),
      payments: fc.array(payment, { maxLength: 2 }),
    })
    .map(({ of, paid, ...rest }) => ({
      ...rest,
      cohort: of.id,
      course: of.course,
      paid: rest.state === 'paid' ? (paid ?? rest.created) : paid,
    }));

  /** At most one paid order a member, as the database demands. */
  const orders = fc
    .array(order, { maxLength: 3 })
    .map((all) =>
      all.map((each, at) =>
        all.findIndex(({ state }) => state === 'paid') < at && each.state === 'paid'
          ? { ...each, state: 'refunded' as const }
          : each,
      ),
    );

  const member: fc.Arbitrary<HistoryMember> = fc.record({
    partner: fc.option(partner, { freq: 6 }),
    site: fc.constantFrom(enrolmentSite, enrolmentSite, enrolmentSite, 'app_demo'),
    created: moment,
    checks: fc.array(fc.record({ at: moment, outcome: fc.constantFrom('preapproved', 'advisor') }), { maxLength: 2 }),
    orders,
  });

  const request: fc.Arbitrary<HistoryRequest> = fc
    .record({
      partner,
      kind: fc.constantFrom(...requestKinds),
      course,
      member: fc.nat(30),
      created: moment,
      waited: fc.option(fc.oneof(fc.constant(dayMs), fc.integer({ min: 0, max: 3 * dayMs }))),
    })
    .map(({ waited, ...rest }) => ({ ...rest, settled: waited === null ? null : rest.created + waited }));

  const view = fc.record({
    path: fc.constantFrom('/uts/register', '/uts/login', '/vcu/eligibility', '/sg/login', '/utsx/register', '(other)'),
    day: moment.map((at) => new Date(at).toISOString().slice(0, 10)),
    count: fc.integer({ min: 1, max: 30 }),
  });
  return fc.record({
    members: fc.array(member, { minLength: 20, maxLength: 40, size: 'max' }),
    requests: fc.array(request, { minLength: 12, maxLength: 30, size: 'max' }),
    views: fc.uniqueArray(view, { selector: ({ path, day }) => `${path} ${day}`, maxLength: 25 }),
  });
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const emailOf = (number: number) => `student${number}@example.org`;

/** Puts a history in the place of whatever a database has of these things. */
export async function writeHistory(pool: Pool, { members, requests, views }: History): Promise<void> {
  const fill = (table: string, columns: string, rows: readonly object[]) =>
    pool.query(
      `insert into ${table} (${columns
        .split(', ')
        .map((column) => column.split(' ', 1)[0])
        .join(', ')}) select * from jsonb_to_recordset($1) as r (${columns})`,
      [JSON.stringify(rows)],
    );
  await pool.query(
    'truncate member, eligibility_check, enrolment_order, payment, refund, seat_claim, enquiry, page_count cascade',
  );
  const placed = members.flatMap((of, number) =>
    of.orders.map((each, at) => ({ ...each, number, id: `${number}_${at}` })),
  );
  const paid = placed.flatMap((of) => of.payments.map((each, at) => ({ ...each, order: of.id, id: `${of.id}_${at}` })));
  await fill(
    'member',
    'id text, site_id text, email text, partner text, created_at timestamptz',
    members.map(({ site, partner: at, created }, number) => ({
      id: `mem_${number}`,
      site_id: site,
      email: emailOf(number),
      partner: at,
      created_at: iso(created),
    })),
  );
  await fill(
    'eligibility_check',
    'id text, member_id text, education_level text, outcome text, claimed boolean, created_at timestamptz',
    members.flatMap(({ checks }, number) =>
      checks.map(({ at, outcome }, place) => ({
        id: `chk_${number}_${place}`,
        member_id: `mem_${number}`,
        education_level: 'level7',
        outcome,
        claimed: false,
        created_at: iso(at),
      })),
    ),
  );
  await fill(
    'enrolment_order',
    'id text, reference text, member_id text, partner text, cohort_id text, course text, payment_type text, currency text, amount_cents int, balance_cents int, state text, session_expires_at timestamptz, acknowledged_at timestamptz, paid_at timestamptz, created_at timestamptz, updated_at timestamptz',
    placed.map((each) => ({
      id: `ord_${each.id}`,
      reference: `INT-${each.id}`,
      member_id: `mem_${each.number}`,
      partner: each.partner,
      cohort_id: each.cohort,
      course: each.course,
      payment_type: 'full',
      currency: each.currency,
      amount_cents: 1,
      balance_cents: 0,
      state: each.state,
      session_expires_at: iso(each.created),
      acknowledged_at: iso(each.created),
      paid_at: iso(each.paid),
      created_at: iso(each.created),
      updated_at: iso(each.created),
    })),
  );
  await fill(
    'seat_claim',
    'id text, cohort_id text, member_id text, order_id text, state text',
    placed.map((each) => ({
      id: `clm_${each.id}`,
      cohort_id: each.cohort,
      member_id: `mem_${each.number}`,
      order_id: `ord_${each.id}`,
      state: each.state === 'paid' ? 'consumed' : 'released',
    })),
  );
  await fill(
    'payment',
    'id text, order_id text, provider_payment_id text, session_id text, amount_cents int, currency text, received_at timestamptz',
    paid.map((each) => ({
      id: `pay_${each.id}`,
      order_id: `ord_${each.order}`,
      provider_payment_id: `pi_${each.id}`,
      session_id: `cs_${each.id}`,
      amount_cents: each.cents,
      currency: each.currency,
      received_at: iso(each.at),
    })),
  );
  await fill(
    'refund',
    'id text, payment_id text, amount_cents int, state text, source text, reason text, created_at timestamptz',
    paid.flatMap((of) =>
      of.refunds.map((each, at) => ({
        id: `ref_${of.id}_${at}`,
        payment_id: `pay_${of.id}`,
        amount_cents: each.cents,
        state: each.state,
        source: 'member',
        reason: 'made up',
        created_at: iso(each.at),
      })),
    ),
  );
  await fill(
    'enquiry',
    'id text, reference text, kind text, partner text, name text, email text, phone text, details jsonb, digest bytea, created_at timestamptz, resolved_at timestamptz',
    requests.map((each, number) => ({
      id: `enq_${number}`,
      reference: `INT-E${number}`,
      kind: each.kind,
      partner: each.partner,
      name: 'Ana Silva',
      email: emailOf(each.member),
      phone: '',
      details: each.kind === 'lead' ? { course: each.course } : { message: 'Hello' },
      digest: `\\x${number.toString(16).padStart(4, '0')}`,
      created_at: iso(each.created),
      resolved_at: iso(each.settled),
    })),
  );
  await fill(
    'page_count',
    'site_id text, day date, kind text, value text, count bigint',
    views.map(({ path, day, count }) => ({ site_id: enrolmentSite, day, kind: 'path', value: path, count })),
  );
}
