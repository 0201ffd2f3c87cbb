import type { MembershipOptions } from '../membership/index.ts';
import { enrolmentSite } from './enrolment-site.ts';
import { isOnTheWay } from './kept-members.ts';
import { styleOfPage } from './mails/partner-mail.ts';
import { neededFields } from './needed-fields.ts';
import { explainDeletion, settleOrdersOfDeleted } from './payments/refunds/deleted-members.ts';
import { hasReached } from './member-steps.ts';
import { areOfPartners, idsOfPartners, orderHistory } from './partner-members.store.ts';
import { cancelCheckouts } from './payments/checkouts/end-order.ts';
import type { EnrolmentServices } from './services.ts';
import { forgetChecks } from './progress/progress.ts';
import { forgetRequests } from './requests/desk/forget-requests.ts';

/**
 * What membership asks of enrolment: look of mails, fields of its site, members exempt from deletion, and effects of a
 * deletion.
 *
 * @param services lazy, because they contain the membership that is built with these options (circular dependency)
 */
export const membershipOptions = (services: () => EnrolmentServices): MembershipOptions => ({
  mailStyle: styleOfPage,
  neededFields,
  partnerMembers: {
    siteId: enrolmentSite,
    areOf: areOfPartners,
    idsOf: idsOfPartners,
    hasReached,
    happened: orderHistory,
  },
  isMemberNeeded: (tx, memberId) => isOnTheWay(services(), tx, memberId),
  deletionDuties: {
    explain: (memberId) => explainDeletion(services(), memberId),
    endCheckouts: (memberId) => cancelCheckouts(services(), memberId),
    async letGo(tx, memberId) {
      await settleOrdersOfDeleted(services(), tx, memberId);
      await forgetChecks(tx, memberId);
      await forgetRequests(services(), tx, memberId);
    },
  },
});
