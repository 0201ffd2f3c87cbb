import * as z from 'zod/mini';
import { addLoneJob, handle, jobKind, type Job } from '../jobs.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { ref } from './define-events.ts';
import { recordEvent } from './record-event.ts';

const StaffCommand = z.object({ command: z.string(), by: z.string(), outcome: z.enum(['done', 'failed']) });

const staffCommandJob = jobKind({ name: 'record-staff-command', lane: 'upkeep', payload: StaffCommand });

/**
 * Has the running product record that staff ran a command: a command's own output goes to a terminal, and only the
 * product's goes to the collector.
 */
export const noteStaffCommand = (db: Database, command: z.infer<typeof StaffCommand>): Promise<void> =>
  addLoneJob(db, staffCommandJob, command);

export const staffCommandJobs = (log: Log): Job[] => [
  handle(staffCommandJob, async ({ command, by, outcome }) =>
    recordEvent('staff-command', { outcome, command: ref(command.replaceAll(' ', '.')), by: ref(by) }, log),
  ),
];
