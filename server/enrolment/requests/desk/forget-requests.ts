import type { Transaction } from '../../../platform/database/database.ts';
import { deleteRequests, lockRequestsOf } from './desk.store.ts';

/** Deletes what a member has asked, with its threads. Part of deleting the member. */
export async function forgetRequests(tx: Transaction, memberId: string): Promise<void> {
  const requests = await lockRequestsOf(tx, memberId);
  await deleteRequests(
    tx,
    requests.map(({ id }) => id),
  );
}
