import type { Exchanges } from './call.ts';
import type { commentCalls } from './calls/comments.ts';
import type { contentCalls } from './calls/content.ts';
import type { credentialCalls } from './calls/credentials.ts';
import type { memberCalls } from './calls/members.ts';
import type { planCalls } from './calls/plans.ts';
import type { providerCalls } from './calls/providers.ts';
import type { secondFactorCalls } from './calls/second-factor.ts';
import type { sessionCalls } from './calls/sessions.ts';
import type { signInCalls } from './calls/sign-in.ts';
import type { siteCalls } from './calls/site.ts';
import type { teamCalls } from './calls/teams.ts';
import type { viewCalls } from './calls/views.ts';

/** Calls that a site's pages make, as plain types. */
export type MembershipCalls = Exchanges<
  typeof commentCalls &
    typeof contentCalls &
    typeof credentialCalls &
    typeof memberCalls &
    typeof planCalls &
    typeof providerCalls &
    typeof secondFactorCalls &
    typeof sessionCalls &
    typeof signInCalls &
    typeof siteCalls &
    typeof teamCalls &
    typeof viewCalls
>;
