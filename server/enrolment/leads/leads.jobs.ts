import { handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { EnrolmentServices } from '../services.ts';
import { deleteOld } from './leads.store.ts';
import { mailLead, mailLeadJob, settleLead, settleLeadJob } from './settle-lead.ts';

const forgetLeadsJob = jobKind({ name: 'forget-old-leads', lane: 'upkeep', schedule: '27 * * * *' });

export const leadJobs = (services: EnrolmentServices): Job[] => [
  handle(settleLeadJob, ({ id }) => settleLead(services, id)),
  handle(mailLeadJob, (mail) => mailLead(services, mail)),
  handle(forgetLeadsJob, () => deleteOld(services.db)),
];
