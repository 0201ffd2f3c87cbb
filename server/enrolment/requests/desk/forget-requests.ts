import type { Transaction } from '../../../platform/database/database.ts';
import type { EnrolmentServices } from '../../services.ts';
import { withdrawMeeting } from './consultations.ts';
import { deleteRequests, lockRequestsOf } from './desk.store.ts';

/**
 * Deletes what a member has asked, with its threads, and tells advisors who have a time with them. Part of deleting the
 * member.
 */
export async function forgetRequests(services: EnrolmentServices, tx: Transaction, memberId: string): Promise<void> {
  const requests = await lockRequestsOf(tx, memberId);
  for (const request of requests) await withdrawMeeting(services, tx, request);
  await deleteRequests(
    tx,
    requests.map(({ id }) => id),
  );
}
