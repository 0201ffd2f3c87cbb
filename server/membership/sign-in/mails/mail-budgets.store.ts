import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';

/** Whose doing a mail is. */
export type MailCause =
  /** A code or link that is asked for: without a session, or by a member to prove the address they log in with. */
  | 'asked'
  /** What else a member causes at an address they have not proved, and what the lead form causes. */
  | 'strangers'
  /** News of an account to its proved address, "your password was changed" say. */
  | 'notice';

type Tables = {
  mailbox_mail: { mailbox: string; cause: MailCause; slot: string; leaves_at: Date };
};

/** One mail that has left or will leave. */
export interface BookedMail {
  cause: MailCause;
  slot: string;
  /** When it leaves, from now on; negative once it has left. */
  inSeconds: number;
}

/** Keeps others from booking mails of one mailbox until the transaction ends. */
export const lockMailbox = async (tx: Transaction, mailbox: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`mailbox ${mailbox}`}, 0))`.execute(tx));

/** @param seconds so long ago a mail may have left */
export const selectMails = (tx: Transaction, mailbox: string, seconds: number): Promise<BookedMail[]> =>
  tx
    .withTables<Tables>()
    .selectFrom('mailbox_mail')
    .select(['cause', 'slot'])
    .select(sql<number>`extract(epoch from leaves_at - clock_timestamp())::float8`.as('inSeconds'))
    .where('mailbox', '=', mailbox)
    .where('leaves_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .execute();

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

/** @param seconds so long ago a mail must have left */
export async function deleteOldMails(db: Database, seconds: number): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('mailbox_mail')
    .where('leaves_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .execute();
}
