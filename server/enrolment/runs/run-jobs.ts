import * as z from 'zod/mini';
import { jobKind } from '../../platform/jobs.ts';

/** Jobs about cancelled and moved runs. `runs.jobs.ts` handles them. */

const payload = z.object({ cohortId: z.string() });

/** Ends open checkouts of a cancelled run, tells its students, and refunds who has not chosen in time. */
export const settleRunJob = jobKind({ name: 'settle-cancelled-run', lane: 'payments', payload });
/** Reminds the students of a cancelled run who have not chosen. */
export const remindRunJob = jobKind({ name: 'remind-cancelled-run', lane: 'payments', payload });
/** Queues the settling of every cancelled run with something left: a payment that won a race, a provider that was away. */
export const settleRunsJob = jobKind({ name: 'settle-cancelled-runs', lane: 'upkeep', schedule: '*/5 * * * *' });
/** Ends open checkouts from before a move, asks its students, and refunds who has not answered in time. */
export const settleMoveJob = jobKind({ name: 'settle-moved-run', lane: 'payments', payload });
/** Reminds the students of a moved run who have not answered. */
export const remindMoveJob = jobKind({ name: 'remind-moved-run', lane: 'payments', payload });
/** Queues the settling of every moved run with something left. */
export const settleMovesJob = jobKind({ name: 'settle-moved-runs', lane: 'upkeep', schedule: '*/5 * * * *' });
/** Queues a mail of staff for each of its recipients. */
export const sendCohortMailJob = jobKind({
  name: 'send-cohort-mail',
  lane: 'mail',
  payload: z.object({ mailId: z.string() }),
});
