import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startProcess, type ProductProcess } from '../../testing/process.ts';
import { cards, createTestClient, eventually, freePort, type Answer } from '../../testing/product.ts';

const payers = 500;
const atOnce = 12;
/** The process is killed after this many payments. */
const killsAt = [125, 250, 375];
/** Seats of a cohort, and how many of them other members take at each kill. */
const seats = { ofClass: 100, takenAtKill: 3 };
/** Faults, one in this many: the hold expires before the payment; the payment settles later. */
const oneIn = { holdRunsOut: 12, bankSettlesLater: 25 };

let database: TestDatabase;
let running: ProductProcess;
let port: number;
beforeAll(async () => {
  database = await createTestDatabase();
  port = await freePort();
  running = await startProcess({ database: database.variables, port });
});
afterAll(async () => {
  await running.stop();
  await database.drop();
});

interface Payer {
  memberId: string;
  token: string;
  cohortId: string;
}

/** Inserts members who may pay, each with a session. */
async function buildPayers(cohortIds: string[]): Promise<Payer[]> {
  const payersToBe = Array.from({ length: payers }, (_, index) => {
    const name = randomBytes(8).toString('hex');
    return {
      memberId: `mem_${name}`,
      token: randomBytes(32).toString('base64url'),
      cohortId: cohortIds[index % cohortIds.length]!,
    };
  });
  for (const { memberId, token } of payersToBe) {
    await database.pool.query(
      `insert into member (id, site_id, email, verified, custom_fields) values ($1, 'app_enrolment', $1 || '@example.org', true, '{"stage": "2", "eligibility-status": "preapproved"}')`,
      [memberId],
    );
    await database.pool.query(
      `insert into session (token_hash, member_id, site_id, expires_at) values ($1, $2, 'app_enrolment', now() + interval '1 day')`,
      [createHash('sha256').update(token).digest(), memberId],
    );
  }
  return payersToBe;
}

/** Retries while the process is down or busy, as a person with a browser does; only the test's timeout ends it. */
async function persist(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test(
  `${payers} payments through lost, late, doubled and shuffled events and ${killsAt.length} kills: each is enrolled, refunded or visibly unseated`,
  { timeout: 1_800_000 },
  async () => {
    const client = createTestClient(`http://127.0.0.1:${port}`, database);
    // Fewer seats than payers, so that money also meets full classes.
    const cohortIds = await Promise.all(
      Array.from({ length: payers / seats.ofClass }, () => client.buildCohort(seats.ofClass)),
    );
    const people = await buildPayers(cohortIds);
    await client.call('POST', '/dev/card/faults', {
      body: { events: { drop: 0.1, duplicate: 2, delayMs: 300, shuffle: true }, settleSeconds: 2 },
    });

    let paid = 0;
    let turnedAway = 0;
    const pay = async (payer: Payer, index: number) => {
      const { body } = await persist(() =>
        client.call('POST', '/enrolment/checkout', {
          token: payer.token,
          // Of a network of their own: what one network may hold of a class is another rule.
          headers: { 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` },
          body: {
            partner: 'uc',
            cohortId: payer.cohortId,
            paymentType: index % 3 === 0 ? 'deposit' : 'full',
            acknowledged: true,
          },
        }),
      );
      if (body.error) {
        expect(body.error.code).toBe('cohort-full');
        turnedAway += 1;
        return;
      }
      if (index % oneIn.holdRunsOut === 0)
        await database.pool.query(
          `update seat_claim set expires_at = now() - interval '1 second' where member_id = $1`,
          [payer.memberId],
        );
      const card = index % oneIn.bankSettlesLater === 0 ? cards.settlesLater : cards.success;
      await persist(() => client.pay(body.data.url, card));
      paid += 1;
    };

    const killer = (async () => {
      for (const threshold of killsAt) {
        await eventually(async () => paid + turnedAway >= threshold, { withinMs: 1_200_000 });
        await running.kill();
        // Other members take seats whose holds expired.
        await database.pool.query(`update cohort set capacity = greatest(1, capacity - $2) where id = any($1)`, [
          cohortIds,
          seats.takenAtKill,
        ]);
        running = await startProcess({ database: database.variables, port });
      }
    })();
    const queue = people.map((payer, index) => () => pay(payer, index));
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await next();
      }),
    );
    await killer;

    // A start asks the provider about everything that is open.
    expect(await running.stop()).toBe(0);
    running = await startProcess({ database: database.variables, port });
    const count = async (query: string): Promise<number> => Number((await database.pool.query(query)).rows[0].n);
    await eventually(
      async () =>
        (await count(`select count(*) n from enrolment_order where state not in ('paid', 'unseated', 'refunded')`)) ===
        0,
      { withinMs: 600_000 },
    );

    // Half of those without a seat want their money back; the others wait, visibly.
    const { rows: unseated } = await database.pool.query<{ member_id: string }>(
      `select member_id from enrolment_order where state = 'unseated' order by id`,
    );
    const refunding = unseated.filter((_, index) => index % 2 === 0).map(({ member_id }) => member_id);
    for (const { token, memberId } of people)
      if (refunding.includes(memberId))
        await persist(() => client.call('POST', '/enrolment/order/resolve', { token, body: { choice: 'refund' } }));
    await eventually(
      async () => (await count(`select count(*) n from refund where state = 'succeeded'`)) === refunding.length,
      { withinMs: 600_000 },
    );
    expect(refunding.length).toBeGreaterThan(0);

    const states = (
      await database.pool.query(
        `select state, count(*)::int as orders from enrolment_order group by state order by state`,
      )
    ).rows;
    console.log('money under fire:', JSON.stringify([...states, { turnedAway }]));
    expect(turnedAway).toBeLessThan(payers / 10);
    expect(await count(`select count(*) n from enrolment_order`)).toBe(payers - turnedAway);
    expect(await count(`select count(*) n from payment`)).toBe(payers - turnedAway);
    // What the provider holds is what we have written down.
    const atProvider = (sum: string, object: string) =>
      count(
        `select coalesce(sum((data->>'${sum}')::int), 0) n from card_sandbox_object where data->>'object' = '${object}' and data->>'status' = 'succeeded'`,
      );
    expect(await count(`select coalesce(sum(amount_cents), 0) n from payment`)).toBe(
      await atProvider('amount_received', 'payment_intent'),
    );
    expect(await count(`select coalesce(sum(amount_cents), 0) n from refund where state = 'succeeded'`)).toBe(
      await atProvider('amount', 'refund'),
    );
    // Enrolled means everything at once: order, seat, stage, plan, one mail.
    const enrolled = await count(`select count(*) n from enrolment_order where state = 'paid'`);
    expect(await count(`select count(*) n from seat_claim where state = 'consumed'`)).toBe(enrolled);
    expect(
      await count(
        `select count(*) n from member where custom_fields->>'stage' = '3' and custom_fields->>'payment-status' = 'completed'`,
      ),
    ).toBe(enrolled);
    expect(
      await count(`select count(*) n from plan_connection where plan_id = 'pln_enrolled' and status = 'ACTIVE'`),
    ).toBe(enrolled);
    expect(await count(`select count(*) n from mail_outbox where kind = 'order-enrolled'`)).toBe(enrolled);
  },
);
