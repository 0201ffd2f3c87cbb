import type { CallGroup } from './call-note.ts';
import { administrationReference } from './calls/administration.ts';
import { analyticsReference } from './calls/analytics.ts';
import { captchaReference } from './calls/captcha.ts';
import { commentReference } from './calls/comments.ts';
import { contentReference } from './calls/content.ts';
import { credentialReference } from './calls/credentials.ts';
import { enrolmentReference } from './calls/enrolment.ts';
import { memberReference } from './calls/members.ts';
import { planReference } from './calls/plans.ts';
import { providerReference } from './calls/providers.ts';
import { signInReference } from './calls/sign-in.ts';
import { requestReference } from './calls/requests.ts';
import { sessionReference } from './calls/sessions.ts';
import { siteReference } from './calls/site.ts';
import { systemReference } from './calls/system.ts';
import { teamReference } from './calls/teams.ts';
import { webhookReference } from './calls/webhooks.ts';

/** The reference, in the order it is read. */
export const callGroups: readonly CallGroup[] = [
  siteReference,
  signInReference,
  credentialReference,
  sessionReference,
  providerReference,
  memberReference,
  planReference,
  teamReference,
  contentReference,
  commentReference,
  captchaReference,
  analyticsReference,
  administrationReference,
  webhookReference,
  enrolmentReference,
  requestReference,
  systemReference,
];
