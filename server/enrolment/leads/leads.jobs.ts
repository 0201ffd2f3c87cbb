import { handle, type Job } from '../../platform/jobs.ts';
import type { EnrolmentServices } from '../services.ts';
import { mailLead, mailLeadJob, settleLead, settleLeadJob } from './settle-lead.ts';

/** Background jobs of leads. */
export const leadJobs = (services: EnrolmentServices): Job[] => [
  handle(settleLeadJob, ({ id }) => settleLead(services, id)),
  handle(mailLeadJob, (mail) => mailLead(services, mail)),
];
