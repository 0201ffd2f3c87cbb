import type { Answer, Student, TestProduct } from './product.ts';
import { createBuying } from './buying.ts';
import { eventually } from './product.ts';
import { openConsole, type Employed, type TestConsole } from './staff-console.ts';

const dayMs = 86_400_000;

/** What a test about cancelled runs does again and again. */
export interface Running {
  console: TestConsole;
  /** Who acts unless told otherwise. */
  owner: Employed;
  /** A call of the console about a cohort, by a person with the permission unless told otherwise. */
  ask(method: string, path: string, options?: { body?: unknown; by?: Employed }): Promise<Answer>;
  cancel(cohortId: string, change?: Record<string, unknown>, by?: Employed): Promise<Answer>;
  /** A student with a paid seat in a cohort. */
  seat(cohortId: string, wish?: Record<string, unknown>): Promise<Student>;
  /** Lets the time to choose be over, and runs the job. */
  endTime(cohortId: string): Promise<void>;
  progress(cohortId: string): Promise<any>;
}

/** Cancels runs of a product as staff do. */
export async function createRunning(product: TestProduct): Promise<Running> {
  const console = openConsole(product);
  const owner = await console.employ({ role: 'owner' });
  const buying = createBuying(() => product);
  const running: Running = {
    console,
    owner,
    ask: (method, path, { body, by = owner } = {}) =>
      console.call(method, `/cohorts/${path}`, { cookie: by.cookie, ...(body === undefined ? {} : { body }) }),
    async cancel(cohortId, change = {}, by = owner) {
      const seen = await running.ask('GET', `${cohortId}/cancellation/consequences`, { by });
      const body = {
        reason: 'Too few students.',
        chooseBy: new Date(Date.now() + 7 * dayMs).toISOString(),
        version: seen.body.data?.cohort.version ?? 1,
        ...change,
      };
      return running.ask('POST', `${cohortId}/cancellation`, { body, by });
    },
    async seat(cohortId, wish) {
      const student = await product.buildStudent();
      const { body } = await buying.checkout(student, cohortId, wish);
      if (!body.data) throw new Error(`the checkout was refused: ${JSON.stringify(body)}`);
      await product.pay(body.data.url);
      await eventually(async () => (await buying.orderOf(student)).state === 'paid');
      return student;
    },
    async endTime(cohortId) {
      const { pool } = product.database;
      await pool.query(`update cancelled_run set choose_by = now() - interval '1 second' where cohort_id = $1`, [
        cohortId,
      ]);
      await pool.query(`select graphile_worker.add_job('settle-cancelled-runs')`);
    },
    progress: async (cohortId) => (await running.ask('GET', `${cohortId}/cancellation`)).body.data,
  };
  return running;
}
