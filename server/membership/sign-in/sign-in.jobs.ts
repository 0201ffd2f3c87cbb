import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import { forgetFormerAddresses } from '../members/former-addresses.ts';
import type { Services } from '../services.ts';
import { forgetCountedMails } from './mails/mail-budgets.ts';
import { codeJob, forgetDeadCodes, sendCode } from './codes/mailed-codes.ts';
import { forgetOldSignUps, sendSignUpLink, signUpJob } from './sign-up/private-sign-up.ts';
import { forgetDeadSessions } from '../sessions/sessions.ts';
import { forgetDeadLinks, sendVerification, verificationJob } from './addresses/verification.ts';

const forgetSignInsJob = jobKind({ name: 'forget-dead-sign-ins', lane: 'upkeep', schedule: '17 * * * *' });

/** What sign-in does later: mails, and clearing away what has ended by itself. */
export const signInJobs = (services: Services): Job[] => [
  handle(codeJob, (asked) => sendCode(services, asked)),
  handle(verificationJob, (asked) => sendVerification(services, asked)),
  handle(signUpJob, ({ id }) => sendSignUpLink(services, id)),
  handle(forgetSignInsJob, async () => {
    await forgetDeadSessions(services.db);
    await forgetDeadCodes(services.db);
    await forgetDeadLinks(services.db);
    await forgetFormerAddresses(services.db);
    await forgetOldSignUps(services.db);
    await forgetCountedMails(services.db);
  }),
];
