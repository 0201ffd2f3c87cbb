import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

interface Failing {
  /** Whose mails cannot be written at first, as while a database fails over. */
  memberId: string;
  /** The kind of the job that writes them. */
  job: string;
  /** What queues the job. */
  act: () => Promise<unknown>;
  /** Once the job has failed, before it can succeed. */
  meanwhile?: () => Promise<unknown>;
}

const failed = 'select from graphile_worker.jobs where task_identifier = $1 and last_error is not null';

/** Lets a job that writes mails to several members fail for one of them. It is tried again afterwards. */
export async function failForOne(
  { pool }: Pick<TestDatabase, 'pool'>,
  { memberId, job, act, meanwhile }: Failing,
): Promise<void> {
  const jobsFailed = async () => (await pool.query(failed, [job])).rowCount;
  // The job of an earlier test would be taken for the one that fails now.
  await eventually(async () => (await jobsFailed()) === 0);
  // What waits already may still be marked as sent.
  const allowed = `sent_at is not null or member_id is distinct from '${memberId}'`;
  await pool.query(`alter table mail_outbox add constraint broken check (${allowed}) not valid`);
  await act();
  await eventually(async () => (await jobsFailed()) === 1);
  await meanwhile?.();
  await pool.query('alter table mail_outbox drop constraint broken');
}
