import type { Answer, TestProduct } from './product.ts';
import type { Running } from './running.ts';
import type { Employed } from './staff-console.ts';

const dayMs = 86_400_000;

/** A day so many days from today, `2027-02-01`. */
export const dayAhead = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** What a test about moved runs does again and again. */
export interface Moving {
  /** Moves a run to a day, by the owner unless told otherwise. */
  move(cohortId: string, startDate: string, change?: Record<string, unknown>, by?: Employed): Promise<Answer>;
  /** Lets the time to answer be over, and runs the job. */
  endAnswers(cohortId: string): Promise<void>;
  answers(cohortId: string): Promise<any>;
}

/** Moves runs of a product as staff do. */
export function createMoving({ database }: TestProduct, running: Running): Moving {
  return {
    async move(cohortId, startDate, change = {}, by) {
      const who = by && { by };
      const seen = await running.ask('GET', `${cohortId}/move/consequences`, who);
      const body = {
        startDate,
        reason: 'The room is not ready.',
        chooseBy: new Date(Date.now() + 7 * dayMs).toISOString(),
        version: seen.body.data?.cohort.version ?? 1,
        ...change,
      };
      return running.ask('POST', `${cohortId}/move`, { body, ...who });
    },
    async endAnswers(cohortId) {
      await database.pool.query(`update moved_run set choose_by = now() - interval '1 second' where cohort_id = $1`, [
        cohortId,
      ]);
      await database.pool.query(`select graphile_worker.add_job('settle-moved-runs')`);
    },
    answers: async (cohortId) => (await running.ask('GET', `${cohortId}/move`)).body.data,
  };
}
