import * as z from 'zod/mini';
import type { Transaction } from '../../platform/database/database.ts';
import { addJob, jobKind } from '../../platform/jobs.ts';

/** The jobs that a change of a member queues. Plans handle them, in `plans.jobs.ts`. */

/** Tells the provider of a member's new address. */
export const updateCustomerJob = jobKind({
  name: 'update-card-customer',
  lane: 'payments',
  payload: z.object({ memberId: z.string() }),
});
/** Gives a member who has proved their address what they asked for before. */
export const grantWishesJob = jobKind({
  name: 'grant-wished-plans',
  lane: 'payments',
  payload: z.object({ memberId: z.string() }),
});

export const queueCustomerUpdate = (tx: Transaction, memberId: string) =>
  addJob(tx, updateCustomerJob, { memberId }, { key: memberId });

export const queueWishes = (tx: Transaction, memberId: string) =>
  addJob(tx, grantWishesJob, { memberId }, { key: memberId });
