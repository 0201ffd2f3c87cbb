import type { Exchanges } from '../call.ts';
import type { commentCalls } from './comments.ts';
import type { contentCalls } from './content.ts';
import type { credentialCalls } from './credentials.ts';
import type { memberCalls } from './members.ts';
import type { planCalls } from './plans.ts';
import type { providerCalls } from './providers.ts';
import type { sessionCalls } from './sessions.ts';
import type { signInCalls } from './sign-in.ts';
import type { siteCalls } from './site.ts';
import type { teamCalls } from './teams.ts';

/** Calls that a site's pages make, as plain types. */
export type MembershipCalls = Exchanges<
  typeof commentCalls &
    typeof contentCalls &
    typeof credentialCalls &
    typeof memberCalls &
    typeof planCalls &
    typeof providerCalls &
    typeof sessionCalls &
    typeof signInCalls &
    typeof siteCalls &
    typeof teamCalls
>;
