import type { DeletionDuties } from '../membership/index.ts';
import { cancelCheckouts } from './payments/end-order.ts';
import { explainDeletion, settleOrdersOfDeleted } from './payments/deleted-members.ts';
import type { EnrolmentServices } from './services.ts';
import { forgetChecks } from './progress/progress.ts';

/** What enrolment does when a member is deleted: their money first, then what else it keeps of them. */
export const createDeletionDuties = (services: EnrolmentServices): DeletionDuties => ({
  explain: (memberId) => explainDeletion(services, memberId),
  endCheckouts: (memberId) => cancelCheckouts(services, memberId),
  async letGo(tx, memberId) {
    await settleOrdersOfDeleted(services, tx, memberId);
    await forgetChecks(tx, memberId);
  },
});
