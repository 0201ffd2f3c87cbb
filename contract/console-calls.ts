import type { Exchanges } from './call.ts';
import type { auditConsoleCalls } from './console/audit.ts';
import type { memberConsoleCalls } from './console/members.ts';
import type { ownAccountCalls } from './console/own-account.ts';
import type { staffSignInCalls } from './console/sign-in.ts';
import type { siteConsoleCalls } from './console/sites.ts';
import type { staffCalls } from './console/staff.ts';

/** Calls that the console makes, as plain types. */
export type ConsoleCalls = Exchanges<
  typeof auditConsoleCalls &
    typeof memberConsoleCalls &
    typeof ownAccountCalls &
    typeof staffSignInCalls &
    typeof siteConsoleCalls &
    typeof staffCalls
>;
