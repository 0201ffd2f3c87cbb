import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { MailRow } from '../../contract/console/mails.ts';
import { jobKind } from './jobs.ts';
import type { Condition } from './lists/conditions.ts';

const payload = z.object({ id: z.string() });
/** Hands a mail to the mail server. */
export const sendJob = jobKind({ name: 'send-mail', lane: 'mail', payload });
/**
 * A kind of its own for sealed mails: a process of an earlier version, which would send them empty, has no handler.
 * Somebody waits for the code or link, so they go before mails to many.
 */
export const sendSealedJob = jobKind({ name: 'send-sealed-mail', lane: 'mail', priority: -1, payload });

const jobKeys = sql`array[${sendJob.name + '-'} || m.id, ${sendSealedJob.name + '-'} || m.id]`;
/** Reads of the job that sends a mail of `mail_outbox as m`, found by its key, which `queueMail` makes of the mail's id. */
export const ownJob = (what: RawBuilder<unknown>, condition = sql`true`) =>
  sql`(select ${what} from graphile_worker._private_jobs j where j.key = any(${jobKeys}) and ${condition} limit 1)`;
/** Keeps workers from taking the jobs of mails until the transaction ends; one that runs already runs on. */
export const holdOwnJobs = (which: Condition) => sql`
  select from mail_outbox m, graphile_worker._private_jobs j where j.key = any(${jobKeys}) and ${which}
  for update of j`;

/** By a job alone: one that was given up is deleted before its mail is. */
const isTried = sql`exists ${ownJob(sql`1`, sql`(j.attempts < j.max_attempts or j.locked_at is not null)`)}`;
const isOpen = sql`m.sent_at is null and m.dropped_at is null`;
/** Whether a worker hands a mail of `mail_outbox as m` to the mail server at this moment. */
export const isLeaving = sql`(${isOpen} and exists ${ownJob(sql`1`, sql`j.locked_at is not null`)})`;

/** What became of a mail, each state as a condition on `mail_outbox as m`. */
export const mailStates: Readonly<Record<MailRow['state'], Condition>> = {
  sent: sql`m.sent_at is not null`,
  late: sql`(m.sent_at is null and m.dropped_at is not null)`,
  refused: sql`(${isOpen} and not ${isTried})`,
  waiting: sql`(${isOpen} and ${isTried})`,
};
/** The state of a mail of `mail_outbox as m`. */
export const mailState = sql`case when m.sent_at is not null then 'sent' when m.dropped_at is not null then 'late'
  when ${isTried} then 'waiting' else 'refused' end`;
/**
 * When a mail of `mail_outbox as m` leaves that is kept back for what its mailbox may get: its job has had that time since the
 * mail was queued. While the mail server does not answer, a later job has a time too.
 */
export const leavesAt = ownJob(
  sql`j.run_at`,
  sql`(${isOpen} and j.attempts = 0 and j.created_at = m.created_at and j.run_at > now())`,
);
/** The same in a timeline, which calls a late mail dropped. */
export const mailStateInTimeline = sql`replace(${mailState}, 'late', 'dropped')`;
