import type { Transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';

/** The jobs that a change of a member queues, by name. `plans` knows what they do, in its `plans.jobs.ts`. */

/** Tells the provider of a member's new address. */
export const updateCustomerJob = 'update-card-customer';
/** Gives a member who has proved their address what they asked for before. */
export const grantWishesJob = 'grant-wished-plans';

export const queueCustomerUpdate = (tx: Transaction, memberId: string) =>
  addJob(tx, { name: updateCustomerJob, payload: { memberId }, key: `${updateCustomerJob}-${memberId}` });

export const queueWishes = (tx: Transaction, memberId: string) =>
  addJob(tx, { name: grantWishesJob, payload: { memberId }, key: `${grantWishesJob}-${memberId}` });
