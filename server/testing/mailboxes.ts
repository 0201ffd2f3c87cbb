import type { TestDatabase } from './database.ts';

/** Lets mailboxes take mails again, as if nothing had been sent to any. */
export const forgetMails = async ({ pool }: TestDatabase): Promise<void> =>
  void (await pool.query('delete from mailbox_mail'));

/** Lets a time pass for mailboxes; mails that wait until then are due. */
export async function letMailboxesRest({ pool }: TestDatabase, seconds: number): Promise<void> {
  await pool.query('update mailbox_mail set leaves_at = leaves_at - make_interval(secs => $1)', [seconds]);
  await pool.query(
    `update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => $1) where task_id in
       (select id from graphile_worker._private_tasks where identifier like '%mail%')`,
    [seconds],
  );
}
