import type { MembershipOptions } from '../membership/index.ts';
import { isOnTheWay } from './kept-members.ts';
import { styleOfPage } from './mails/partner-mail.ts';
import { explainDeletion, settleOrdersOfDeleted } from './payments/deleted-members.ts';
import { cancelCheckouts } from './payments/end-order.ts';
import type { EnrolmentServices } from './services.ts';
import { forgetChecks } from './progress/progress.ts';

/**
 * What membership asks enrolment about: the look of mails, members who must stay, and what a deletion means.
 *
 * @param services asked for at each call, since they contain the membership that is built with these options
 */
export const membershipOptions = (services: () => EnrolmentServices): MembershipOptions => ({
  mailStyle: styleOfPage,
  isMemberNeeded: (tx, memberId) => isOnTheWay(services(), tx, memberId),
  deletionDuties: {
    explain: (memberId) => explainDeletion(services(), memberId),
    endCheckouts: (memberId) => cancelCheckouts(services(), memberId),
    async letGo(tx, memberId) {
      await settleOrdersOfDeleted(services(), tx, memberId);
      await forgetChecks(tx, memberId);
    },
  },
});
