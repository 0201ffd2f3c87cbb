import { limits } from '../../../../contract/limits.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { addJobs } from '../../../platform/jobs.ts';
import { refundUnseatedJob } from '../../job-kinds.ts';
import { postponeRefunds } from '../orders/orders.store.ts';

/** Gives payments without a seat their hours to choose from now on, and queues their refunds for then. @returns how many */
export async function extendRefunds(tx: Transaction): Promise<number> {
  const postponed = await postponeRefunds(tx, limits.unseatedRefundHours);
  const jobs = postponed.map(
    ({ id, dueAt }) => [refundUnseatedJob, { orderId: id }, { runAt: dueAt, key: id }] as const,
  );
  await addJobs(tx, jobs);
  return postponed.length;
}
