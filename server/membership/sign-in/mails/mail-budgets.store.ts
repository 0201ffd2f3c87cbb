import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';

/** The cause of a mail, which decides about its budget. */
export type MailCause =
  /** A code or link that was requested: without a session, or by a member to prove the log-in address. */
  | 'asked'
  /** Other mails to an unproved address, by a member or the lead form: its mailbox may be another person's. */
  | 'strangers'
  /** A notice to an account's proved address, such as "your password was changed". */
  | 'notice';

type Tables = {
  mailbox_mail: { mailbox: string; cause: MailCause; slot: string; leaves_at: Date };
};

/** A mail that was or will be sent. */
export interface BookedMail {
  cause: MailCause;
  slot: string;
  /** Seconds until it is sent; negative once it was. */
  inSeconds: number;
}

/** Advisory lock on a mailbox's budget until the transaction ends. The last lock of any transaction. */
export const lockMailbox = async (tx: Transaction, mailbox: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox ${mailbox}`}, 0))`.execute(tx));

/** Mails of a mailbox that were sent within so many seconds, or will be. */
export const selectMails = (tx: Transaction, mailbox: string, seconds: number): Promise<BookedMail[]> =>
  tx
    .withTables<Tables>()
    .selectFrom('mailbox_mail')
    .select(['cause', 'slot'])
    .select(sql<number>`extract(epoch from leaves_at - clock_timestamp())::float8`.as('inSeconds'))
    .where('mailbox', '=', mailbox)
    .where('leaves_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .execute();

/** Counts a mail. */
export async function insertMail(
  tx: Transaction,
  mailbox: string,
  { cause, slot, inSeconds }: BookedMail,
): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('mailbox_mail')
    .values({
      mailbox,
      cause,
      slot,
      leaves_at: sql<Date>`clock_timestamp() + make_interval(secs => ${inSeconds})`,
    })
    .execute();
}
