import type { JobKind } from '../../platform/jobs.ts';
import { forgetFormerAddresses } from '../members/former-addresses.ts';
import type { Services } from '../services.ts';
import { forgetCountedMails } from './mails/mail-budgets.ts';
import { codeJob, forgetDeadCodes } from './codes/mailed-codes.ts';
import { forgetOldSignUps, signUpJob } from './sign-up/private-sign-up.ts';
import { forgetDeadSessions } from '../sessions/sessions.ts';
import { forgetDeadLinks, verificationJob } from './addresses/verification.ts';

/** What sign-in does later: mails, and once an hour clearing away what has ended by itself. */
export const signInJobs = (services: Services): JobKind[] => [
  codeJob(services),
  verificationJob(services),
  signUpJob(services),
  {
    name: 'forget-dead-sign-ins',
    lane: 'upkeep',
    schedule: '17 * * * *',
    handler: async () => {
      await forgetDeadSessions(services.db);
      await forgetDeadCodes(services.db);
      await forgetDeadLinks(services.db);
      await forgetFormerAddresses(services.db);
      await forgetOldSignUps(services.db);
      await forgetCountedMails(services.db);
    },
  },
];
