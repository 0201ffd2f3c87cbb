import { handle, type Job } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { codeJob, sendCode } from './codes/mailed-codes.ts';
import { sendSignUpLink, signUpJob } from './sign-up/private-sign-up.ts';
import { sendVerification, verificationJob } from './addresses/verification.ts';

/** Handlers of sign-in's jobs: mails. */
export const signInJobs = (services: Services): Job[] => [
  handle(codeJob, (asked) => sendCode(services, asked)),
  handle(verificationJob, (asked) => sendVerification(services, asked)),
  handle(signUpJob, ({ id }) => sendSignUpLink(services, id)),
];
