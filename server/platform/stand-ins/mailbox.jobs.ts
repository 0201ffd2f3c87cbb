import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { handle, jobKind, type Job } from '../jobs.ts';

// Apart from the mailbox, whose libraries a start with a real mail server does not load.

/** Number of mails kept; older ones are deleted hourly. */
const kept = 5_000;
const trimJob = jobKind({ name: 'trim-development-mail', lane: 'upkeep', schedule: '48 * * * *' });

/** Bounds the mailbox's size. */
export const trimMailbox = (db: Database): Job =>
  handle(
    trimJob,
    async () =>
      void (await sql`
        delete from development_mail
        where id in (select id from development_mail order by sent_at desc, id offset ${kept})`.execute(db)),
  );
