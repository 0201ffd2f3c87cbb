import * as z from 'zod/mini';
import { transaction, type PooledDatabase } from '../../platform/database/database.ts';
import { addJobs, handle, jobKind, type Job } from '../../platform/jobs.ts';
import type { EnrolmentServices } from '../services.ts';
import { planStudents } from './intake-plan.ts';
import { makeStudent } from './make-student.ts';

/** Makes some students of the demonstration. Its lane stands idle in a fresh installation. */
const makeStudentsJob = jobKind({
  name: 'make-demonstration-students',
  lane: 'bulk',
  payload: z.object({ from: z.number(), until: z.number() }),
});

/** Students of one job, so that it takes some seconds. */
const batch = 4;

/** Queues the demonstration's students. Those who exist are left alone. */
export async function queueStudents(db: PooledDatabase, count: number): Promise<void> {
  const jobs = Array.from({ length: Math.ceil(count / batch) }, (_, at) => {
    const from = at * batch;
    const range = { from, until: Math.min(from + batch, count) };
    return [makeStudentsJob, range, { key: `${makeStudentsJob.name} ${from}` }] as const;
  });
  await transaction(db, (tx) => addJobs(tx, jobs));
}

/** Background jobs of the demonstration. Without the card sandbox, as in production, they do nothing. */
export const demonstrationJobs = (services: EnrolmentServices): Job[] => [
  handle(makeStudentsJob, async ({ from, until }) => {
    const { payAtSandbox } = services;
    if (!payAtSandbox) return;
    // What the rules warn of is made on purpose here, and would stand in the terminal of a newcomer.
    const quiet = { ...services, log: services.log.child({}, { level: 'error' }) };
    for (const student of planStudents(from, until)) await makeStudent(quiet, student, payAtSandbox);
  }),
];
