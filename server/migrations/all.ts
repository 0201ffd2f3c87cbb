import type { Migrations } from '../platform/database/migrate.ts';
import { platform } from './0001-platform.ts';
import { membership } from './0002-membership.ts';
import { enrolment } from './0003-enrolment.ts';
import { cardSandbox } from './0004-card-sandbox.ts';
import { siteRules } from './0005-site-rules.ts';
import { administration } from './0006-administration.ts';
import { siteEvents } from './0007-site-events.ts';
import { captcha } from './0008-captcha.ts';
import { pageCounts } from './0008-page-counts.ts';
import { billing } from './0009-billing.ts';
import { teams } from './0010-teams.ts';
import { providers } from './0011-providers.ts';
import { content } from './0012-content.ts';
import { comments } from './0013-comments.ts';
import { signIn } from './0014-sign-in.ts';
import { leadsAndRequests } from './0016-leads-and-requests.ts';
import { siteEventLog } from './0017-site-event-log.ts';
import { teamSeats } from './0018-team-seats.ts';
import { billingMode } from './0019-billing-mode.ts';
import { declaredOrder } from './0020-declared-order.ts';
import { mail } from './0022-mail.ts';
import { unprovedHolds } from './0024-unproved-holds.ts';
import { moneyOfDeletedMembers } from './0025-money-of-deleted-members.ts';
import { lostDisputes } from './0026-lost-disputes.ts';
import { forgottenMail } from './0027-forgotten-mail.ts';

/** The whole history of the schema. A step that has landed is never changed; add the next one. */
export const migrations: Migrations = {
  '0001-platform': platform,
  '0002-membership': membership,
  '0003-enrolment': enrolment,
  '0004-card-sandbox': cardSandbox,
  '0005-site-rules': siteRules,
  '0006-administration': administration,
  '0007-site-events': siteEvents,
  '0008-captcha': captcha,
  '0008-page-counts': pageCounts,
  '0009-billing': billing,
  '0010-teams': teams,
  '0011-providers': providers,
  '0012-content': content,
  '0013-comments': comments,
  '0014-sign-in': signIn,
  '0016-leads-and-requests': leadsAndRequests,
  '0017-site-event-log': siteEventLog,
  '0018-team-seats': teamSeats,
  '0019-billing-mode': billingMode,
  '0020-declared-order': declaredOrder,
  '0022-mail': mail,
  '0024-unproved-holds': unprovedHolds,
  '0025-money-of-deleted-members': moneyOfDeletedMembers,
  '0026-lost-disputes': lostDisputes,
  '0027-forgotten-mail': forgottenMail,
};
