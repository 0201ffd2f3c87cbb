import type { CallGroup } from './call-note.ts';
import { administrationCalls } from './calls/administration.ts';
import { analyticsCalls } from './calls/analytics.ts';
import { captchaCalls } from './calls/captcha.ts';
import { commentCalls } from './calls/comments.ts';
import { contentCalls } from './calls/content.ts';
import { credentialCalls } from './calls/credentials.ts';
import { enrolmentCalls } from './calls/enrolment.ts';
import { memberCalls } from './calls/members.ts';
import { planCalls } from './calls/plans.ts';
import { providerCalls } from './calls/providers.ts';
import { signInCalls } from './calls/sign-in.ts';
import { requestCalls } from './calls/requests.ts';
import { siteCalls } from './calls/site.ts';
import { systemCalls } from './calls/system.ts';
import { teamCalls } from './calls/teams.ts';
import { webhookCalls } from './calls/webhooks.ts';

/** The reference, in the order it is read. */
export const callGroups: readonly CallGroup[] = [
  siteCalls,
  signInCalls,
  credentialCalls,
  providerCalls,
  memberCalls,
  planCalls,
  teamCalls,
  contentCalls,
  commentCalls,
  captchaCalls,
  analyticsCalls,
  administrationCalls,
  webhookCalls,
  enrolmentCalls,
  requestCalls,
  systemCalls,
];
