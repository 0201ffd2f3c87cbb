import type { TestContext } from 'vitest';
import { transaction } from '../platform/database/database.ts';
import { startJobs } from '../platform/job-lanes.ts';
import type { Job } from '../platform/jobs.ts';
import { createKeys } from '../platform/keys.ts';
import { createLog } from '../platform/log.ts';
import { createMailSender, queueMail, type Mail } from '../platform/mail.ts';
import { createTestDatabase } from './database.ts';
import { startMailSink } from './mail-sink.ts';
import { startTcpLine } from './tcp-line.ts';

export const log = createLog('silent');
export const keys = createKeys(['a secret of these tests']);
export const from = 'Intake <no-reply@intake.example>';
export const receipt: Mail = {
  kind: 'receipt',
  to: 'ana@example.org',
  subject: 'Your receipt',
  text: 'Thank you.',
  html: '<p>Thank you.</p>',
};

/** An outbox, its workers, and a mail server behind a TCP proxy that can be cut. */
export async function buildPost(onTestFinished: TestContext['onTestFinished'], kinds: Job[] = []) {
  const database = await createTestDatabase();
  const sink = await startMailSink();
  const line = await startTcpLine({ host: '127.0.0.1', port: sink.port });
  const sender = createMailSender(database.db, { smtpUrl: `smtp://127.0.0.1:${line.port}`, from, keys, log });
  const jobs = await startJobs(database.workersPool, database.db, [...sender.jobs, ...kinds], log);
  onTestFinished(async () => {
    await line.close();
    sender.close();
    await jobs.stop();
    await sink.close();
    await database.drop();
  });
  return {
    database,
    sink,
    line,
    sender,
    queue: (mail: Partial<Mail> = {}) =>
      transaction(database.db, (tx) => queueMail({ keys }, tx, { ...receipt, ...mail })),
    outbox: async () => (await database.pool.query('select * from mail_outbox order by created_at')).rows,
    jobs: async () => (await database.pool.query('select * from graphile_worker._private_jobs')).rows,
    hurry: () => database.pool.query('update graphile_worker._private_jobs set run_at = now()'),
  };
}

export type Post = Awaited<ReturnType<typeof buildPost>>;
