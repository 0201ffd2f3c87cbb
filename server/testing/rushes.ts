import { findBookDifferences } from './books.ts';
import { createBuying } from './buying.ts';
import { cards, eventually, type Student, type TestProduct } from './product.ts';
import { createRandom, testSeed } from './random.ts';

/** Students of one cohort at the card page, the first of whom are enrolled already. */
export interface Rush {
  cohortId: string;
  students: readonly Student[];
  /** Their checkouts, in the same order. */
  urls: readonly string[];
  /** How many are enrolled. */
  early: number;
}

/** How many orders are in each state. */
export type OrderStates = Readonly<Record<string, number>>;

/** What tests do while many students pay at once. */
export interface Rushes {
  /** Fills a cohort with `buyers` checkouts, of which the first `early` are paid. */
  begin(options: { buyers: number; early: number }): Promise<Rush>;
  /** Pays the checkouts that are open, except the last `idle`, and calls `act` once three of them are paid. */
  payAround(rush: Rush, act: () => Promise<void>, options?: { idle?: number }): Promise<void>;
  /** The states of a cohort's orders. */
  statesOf(cohortId: string): Promise<OrderStates>;
  /** Runs the jobs until no order of a cohort is open and the provider's books agree with ours. */
  untilSettled(cohortId: string): Promise<void>;
  /** What was received and returned of all orders, in cents, and how many seats of a cohort are taken. */
  booksOf(cohortId: string): Promise<{ received: number; returned: number; seats: number }>;
}

/** How many orders ended unpaid: cancelled where we ended the checkout first, expired where its event came first. */
export const endedOf = ({ cancelled = 0, expired = 0 }: OrderStates): number => cancelled + expired;

/**
 * Rushes at a product whose card events come late, twice and in any order, and where a bank settles some payments later.
 *
 * @param job that settles the runs which the test cancels or moves
 */
export function createRushes(product: TestProduct, job: string): Rushes {
  const { pool } = product.database;
  const buying = createBuying(() => product);
  const random = createRandom(testSeed);
  const rushes: Rushes = {
    async begin({ buyers, early }) {
      const cohortId = await product.buildCohort(buyers);
      await product.call('POST', '/dev/card/faults', {
        body: { events: { duplicate: 2, delayMs: 150, shuffle: true }, settleSeconds: 1 },
      });
      const students: Student[] = [];
      const urls: string[] = [];
      for (let n = 0; n < buyers; n++) {
        const student = await product.buildStudent();
        students.push(student);
        urls.push((await buying.checkout(student, cohortId)).body.data.url);
      }
      await Promise.all(urls.slice(0, early).map((url) => product.pay(url)));
      await eventually(async () => (await rushes.statesOf(cohortId))['paid'] === early);
      return { cohortId, students, urls, early };
    },
    async payAround({ students, urls, early }, act, { idle = 0 } = {}) {
      let paid = 0;
      const paying = urls.slice(early, urls.length - idle).map(async (url, n) => {
        await product.pay(url, random.pick([cards.success, cards.success, cards.settlesLater]));
        paid += 1;
        // The success page asks at once, the others are left to the card events.
        const body = { sessionId: buying.sessionOf(url) };
        if (n % 2 === 0) await students[early + n]!.post('/enrolment/payments/confirm', body);
      });
      await eventually(async () => paid > 2);
      await act();
      await Promise.all(paying);
      await product.call('DELETE', '/dev/card/faults');
    },
    async statesOf(cohortId) {
      const { rows } = await pool.query<{ state: string; n: number }>(
        `select state, count(*)::int as n from enrolment_order where cohort_id = $1 group by state order by state`,
        [cohortId],
      );
      return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    },
    untilSettled: (cohortId) =>
      eventually(
        async () => {
          await runJobs(product, ['reconcile', job]);
          const { draft = 0, 'awaiting-payment': awaiting = 0, processing = 0 } = await rushes.statesOf(cohortId);
          return draft + awaiting + processing === 0 && (await findBookDifferences(product.database)).length === 0;
        },
        { withinMs: 90_000 },
      ),
    async booksOf(cohortId) {
      const { rows } = await pool.query<{ received: number; returned: number; seats: number }>(
        `select (select coalesce(sum(amount_cents), 0)::int from payment) as received,
           (select coalesce(sum(amount_cents), 0)::int from refund where state = 'succeeded') as returned,
           (select count(*)::int from seat_claim where cohort_id = $1 and state in ('live', 'consumed')) as seats`,
        [cohortId],
      );
      return rows[0]!;
    },
  };
  return rushes;
}

/** Runs jobs once, as if what waits had waited for two minutes. */
async function runJobs({ database: { pool } }: TestProduct, jobs: readonly string[]): Promise<void> {
  for (const table of ['enrolment_order', 'refund'])
    await pool.query(`update ${table} set updated_at = updated_at - interval '2 minutes'`);
  for (const job of jobs) await pool.query('select graphile_worker.add_job($1)', [job]);
  await eventually(async () => {
    const { rows } = await pool.query(
      `select from graphile_worker.jobs where task_identifier = any($1) and attempts = 0`,
      [jobs],
    );
    return rows.length === 0;
  });
}
