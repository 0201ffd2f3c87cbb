import * as z from 'zod/mini';
import type { Transaction } from '../../platform/database/database.ts';
import { addJob, jobKind } from '../../platform/jobs.ts';

/** The jobs that a change of a member queues. Plans handle them, in `plans.jobs.ts`. */

/** Updates a member's address at the card provider. */
export const updateCustomerJob = jobKind({
  name: 'update-card-customer',
  lane: 'payments',
  payload: z.object({ memberId: z.string() }),
});
/** Gives the plans a member asked for before the address was proved. */
export const grantWishesJob = jobKind({
  name: 'grant-wished-plans',
  lane: 'payments',
  payload: z.object({ memberId: z.string() }),
});

/** Queues the update of the address at the card provider; one job per member. */
export const queueCustomerUpdate = (tx: Transaction, memberId: string) =>
  addJob(tx, updateCustomerJob, { memberId }, { key: memberId });

/** Queues the grant of the plans a member has asked for; one job per member. */
export const queueWishes = (tx: Transaction, memberId: string) =>
  addJob(tx, grantWishesJob, { memberId }, { key: memberId });
