import os from 'node:os';
import * as z from 'zod/mini';
import { addLoneJob, handle, jobKind, type Job } from '../jobs.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { ref } from './define-events.ts';
import { recordEvent } from './record-event.ts';

const StaffCommand = z.object({ command: z.string(), by: z.string(), outcome: z.enum(['done', 'failed']) });

const staffCommandJob = jobKind({ name: 'record-staff-command', lane: 'upkeep', payload: StaffCommand });

/**
 * Queues a job by which the running product logs a staff command: a command's own output goes to a terminal, only the
 * product's to the log collector.
 */
export const noteStaffCommand = (db: Database, command: Omit<z.infer<typeof StaffCommand>, 'by'>): Promise<void> =>
  addLoneJob(db, staffCommandJob, { ...command, by: staffName() });

/** Who types a command. Where the user has no account, as in many containers, the number has to do. */
export function staffName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user-${process.getuid?.()}`;
  }
}

/** The job that logs staff commands. @param log the product's */
export const staffCommandJobs = (log: Log): Job[] => [
  handle(staffCommandJob, async ({ command, by, outcome }) =>
    recordEvent('staff-command', { outcome, command: ref(command.replaceAll(' ', '.')), by: ref(by) }, log),
  ),
];
