import type { Exchanges } from './call.ts';
import type { auditConsoleCalls } from './console/audit.ts';
import type { bulkConsoleCalls } from './console/bulk.ts';
import type { cohortConsoleCalls } from './console/cohorts.ts';
import type { commentConsoleCalls } from './console/comments.ts';
import type { importConsoleCalls } from './console/imports.ts';
import type { figureConsoleCalls } from './console/figures.ts';
import type { mailTemplateCalls } from './console/mail-templates.ts';
import type { mailConsoleCalls } from './console/mails.ts';
import type { matterConsoleCalls } from './console/matters.ts';
import type { memberViewConsoleCalls } from './console/member-views.ts';
import type { memberCareCalls } from './console/member-care.ts';
import type { memberConsoleCalls } from './console/members.ts';
import type { newsConsoleCalls } from './console/news.ts';
import type { orderCareCalls } from './console/order-care.ts';
import type { orderConsoleCalls } from './console/orders.ts';
import type { ownAccountCalls } from './console/own-account.ts';
import type { pieceConsoleCalls } from './console/pieces.ts';
import type { reconciliationConsoleCalls } from './console/reconciliation.ts';
import type { replyTextCalls } from './console/reply-texts.ts';
import type { reportConsoleCalls } from './console/reports.ts';
import type { requestConsoleCalls } from './console/requests.ts';
import type { runConsoleCalls } from './console/runs.ts';
import type { staffSignInCalls } from './console/sign-in.ts';
import type { siteAccessCalls } from './console/site-access.ts';
import type { siteSettingsCalls } from './console/site-settings.ts';
import type { siteConsoleCalls } from './console/sites.ts';
import type { staffCalls } from './console/staff.ts';
import type { systemConsoleCalls } from './console/system.ts';
import type { viewConsoleCalls } from './console/views.ts';
import type { webinarConsoleCalls } from './console/webinars.ts';

/** Calls that the console makes, as plain types. */
export type ConsoleCalls = Exchanges<
  typeof auditConsoleCalls &
    typeof bulkConsoleCalls &
    typeof cohortConsoleCalls &
    typeof commentConsoleCalls &
    typeof importConsoleCalls &
    typeof figureConsoleCalls &
    typeof mailConsoleCalls &
    typeof mailTemplateCalls &
    typeof matterConsoleCalls &
    typeof memberCareCalls &
    typeof memberConsoleCalls &
    typeof memberViewConsoleCalls &
    typeof newsConsoleCalls &
    typeof orderCareCalls &
    typeof orderConsoleCalls &
    typeof ownAccountCalls &
    typeof pieceConsoleCalls &
    typeof reconciliationConsoleCalls &
    typeof replyTextCalls &
    typeof reportConsoleCalls &
    typeof requestConsoleCalls &
    typeof runConsoleCalls &
    typeof staffSignInCalls &
    typeof siteAccessCalls &
    typeof siteSettingsCalls &
    typeof siteConsoleCalls &
    typeof staffCalls &
    typeof systemConsoleCalls &
    typeof viewConsoleCalls &
    typeof webinarConsoleCalls
>;
