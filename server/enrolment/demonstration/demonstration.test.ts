import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderState } from '../../../contract/payments.ts';
import { partnerCodes } from '../../../shared/partners.ts';
import { readEnv } from '../../platform/env.ts';
import { findBookDifferences } from '../../testing/books.ts';
import { production } from '../../testing/environment.ts';
import { eventually, startTestProduct, type TestProduct } from '../../testing/product.ts';
import { planStudents, studentDomain } from './intake-plan.ts';
import { queueStudents } from './demonstration.jobs.ts';

/** Enough for each partner to have a student in every state. */
const students = partnerCodes.length * 40;

describe('the plan of the demonstration', () => {
  test('is the same each time, and that of one student the same in any batch', () => {
    expect(planStudents(0, students)).toEqual(planStudents(0, students));
    expect(planStudents(40, 60)).toEqual(planStudents(0, students).slice(40, 60));
  });

  test('gives every student an address of their own', () => {
    const addresses = planStudents(0, 1_000).map(({ email }) => email);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test('lets nobody order before they register, or later than today', () => {
    const faults = planStudents(0, 1_000).filter(
      ({ daysToOrder, registeredDaysAgo }) => daysToOrder < 0 || daysToOrder > registeredDaysAgo,
    );
    expect(faults).toEqual([]);
  });
});

describe('an installation with some students', () => {
  let product: TestProduct;
  const some = partnerCodes.length * 4;
  beforeAll(async () => {
    product = await startTestProduct({ envFor: () => ({ DEMO_STUDENTS: String(some) }) });
  });
  afterAll(() => product.stop());

  const rows = async <Row extends object>(statement: string) =>
    (await product.database.pool.query<Row>(statement)).rows;
  const made = `select * from member where email like '%@${studentDomain}'`;
  const waiting = `select id from graphile_worker.jobs where task_identifier = 'make-demonstration-students'`;
  const untilMade = () => eventually(async () => (await rows(waiting)).length === 0);

  test('has them of every partner, in the past, with money and seats that agree with the card provider', async () => {
    await untilMade();
    const members = await rows<{ partner: string; created_at: Date }>(made);
    expect(new Set(members.map(({ partner }) => partner))).toEqual(new Set(partnerCodes));
    expect(members.length).toBe(planStudents(0, some).filter(({ end }) => end !== 'lead').length);
    expect(Math.min(...members.map(({ created_at }) => created_at.getTime()))).toBeLessThan(
      Date.now() - 30 * 86_400_000,
    );
    const paid = await rows<{ state: OrderState; paid_at: Date; started: Date }>(
      `select o.state, o.paid_at, c.start_date as started from enrolment_order o join cohort c on c.id = o.cohort_id
       where o.state = 'paid'`,
    );
    expect(paid.length).toBeGreaterThan(partnerCodes.length);
    // By the clock of then each cohort was open: a seat is paid for before its first day.
    expect(paid.filter(({ paid_at, started }) => paid_at > started)).toEqual([]);
    expect(await findBookDifferences(product.database)).toEqual([]);
    // On the same day, by which staff compare both.
    expect(
      await rows(`select p.id from payment p join enrolment_order o on o.id = p.order_id and o.state = 'paid'
        join card_sandbox_object c on c.kind = 'charge' and c.data ->> 'payment_intent' = p.provider_payment_id
        where to_timestamp((c.data ->> 'created')::bigint)::date <> p.received_at::date`),
    ).toEqual([]);
    expect(
      await rows(`select c.id from cohort c where c.capacity < (select count(*) from seat_claim s
        where s.cohort_id = c.id and s.state = 'consumed')`),
    ).toEqual([]);
  });

  test('has the same ones after another start', async () => {
    await untilMade();
    const count = async () => (await rows(made)).length;
    const before = await count();
    await queueStudents(product.database.db, some);
    await untilMade();
    expect(await count()).toBe(before);
  });
});

test('a product in production has none', () => {
  expect(readEnv({ ...production, DEMO_STUDENTS: '320' }).demonstrationStudents).toBe(0);
});
