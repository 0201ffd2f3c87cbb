import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Generated, type Selectable } from 'kysely';
import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { Database, Transaction } from './database/database.ts';
import { keptDays } from '../../shared/retention.ts';
import { type Job, addJob, addLoneJob, handle, jobKind, lanes } from './jobs.ts';
import { newId, type Keys } from './keys.ts';
import type { Log } from './log.ts';
import type { SealedColumn } from './sealed-values.ts';

/** A mail to be sent. Queue it in the transaction that is its cause. */
export interface Mail {
  /** What it is for, `reset-code` say. Shows in logs and metrics; the address never does. */
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Name beside the sender's address, the partner's or site's. */
  senderName?: string;
  /** A second mail with the same key is never queued. */
  dedupeKey?: string;
  /** Carries a code or link: its text waits sealed, and is erased once sent. */
  sensitive?: boolean;
  /** Not handed over before so many seconds have passed. */
  afterSeconds?: number;
  /** Useless after this many minutes; dropped rather than sent late. */
  usefulMinutes?: number;
  /** Ends mails of this kind at one POST, without any question (RFC 8058); mail programs show a button for it. */
  unsubscribeUrl?: string;
  /** Where an answer goes, if not to the sender. */
  replyTo?: string;
  attachments?: readonly Attachment[];
}

/** A text file that goes with a mail. */
export interface Attachment {
  name: string;
  /** `text/calendar; charset=utf-8` say. */
  type: string;
  text: string;
}

type MailTables = {
  mail_outbox: {
    id: string;
    kind: string;
    dedupe_key: string | null;
    sender_name: string | null;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    /** In place of both, where they carry a secret. One that an earlier version has queued has none. */
    sealed_body: Buffer | null;
    sensitive: boolean;
    unsubscribe_url: string | null;
    reply_to: string | null;
    attachments: readonly Attachment[] | null;
    send_before: Date | null;
    sent_at: Generated<Date | null>;
    dropped_at: Generated<Date | null>;
    /** Its member was deleted while it waited. */
    erase_once_sent: Generated<boolean>;
  };
};

type OutboxRow = Selectable<MailTables['mail_outbox']>;

const payload = z.object({ id: z.string() });
const sendJob = jobKind({ name: 'send-mail', lane: 'mail', payload });
/** Of sealed mails: a process of an earlier version, which would send them without a word in them, leaves these alone. */
const sendSealedJob = jobKind({ name: 'send-sealed-mail', lane: 'mail', payload });
const forgetJob = jobKind({ name: 'forget-old-mails', lane: 'upkeep', schedule: '47 * * * *' });
/**
 * Milliseconds a mail server may take for each step, for a whole mail, and to show that it is there. Together they end
 * before the job is cut off: a hand-over that ran on beside the next try would send the mail twice.
 */
const smtpTimeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
const handOverMs = 20_000;
const showMs = 5_000;
/** A mail server that is away is asked again this soon, however long it stays away. */
const askAgainSeconds = 15;
/** Old mails are erased in portions that one statement has time for. */
const erasedAtOnce = 10_000;

type Body = Pick<Mail, 'text' | 'html'>;
const sealPurpose = 'mail-body';
/** What waits sealed; it is erased once sent. */
export const sealedMails: SealedColumn = {
  table: 'mail_outbox',
  column: 'sealed_body',
  key: ['id'],
  purpose: () => sealPurpose,
};

/** What a waiting mail says, sealed or not. @throws Error when the key that sealed it is gone */
export const readBody = (keys: Keys, mail: Pick<OutboxRow, 'body_text' | 'body_html' | 'sealed_body'>): Body =>
  mail.sealed_body === null
    ? { text: mail.body_text, html: mail.body_html }
    : (JSON.parse(keys.open(sealPurpose, mail.sealed_body)) as Body);

function bodyColumns(keys: Keys, { sensitive, text, html }: Mail) {
  if (!sensitive) return { body_text: text, body_html: html, sealed_body: null };
  const body: Body = { text, html };
  return { ...erased, sealed_body: keys.seal(sealPurpose, JSON.stringify(body)) };
}

const erased = { body_text: '', body_html: '', sealed_body: null };
/** Everything that says who was told what. Kind, times and dedupe key stay. */
const whollyErased = {
  ...erased,
  recipient: '',
  subject: '',
  sender_name: null,
  reply_to: null,
  unsubscribe_url: null,
  attachments: null,
};

/** Puts a mail into the outbox; it leaves after the transaction commits, and exactly then. */
export async function queueMail({ keys }: { keys: Keys }, tx: Transaction, mail: Mail): Promise<void> {
  const id = newId('mail_');
  const { afterSeconds = 0 } = mail;
  const queued = await tx
    .withTables<MailTables>()
    .insertInto('mail_outbox')
    .values({
      id,
      kind: mail.kind,
      dedupe_key: mail.dedupeKey ?? null,
      sender_name: mail.senderName ?? null,
      recipient: mail.to,
      subject: mail.subject,
      ...bodyColumns(keys, mail),
      sensitive: mail.sensitive ?? false,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      reply_to: mail.replyTo ?? null,
      attachments: mail.attachments ? sql`${JSON.stringify(mail.attachments)}::jsonb` : null,
      send_before:
        mail.usefulMinutes === undefined
          ? null
          : sql<Date>`now() + make_interval(mins => ${mail.usefulMinutes}, secs => ${afterSeconds})`,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  const kind = mail.sensitive ? sendSealedJob : sendJob;
  if (queued) await addJob(tx, kind, { id }, { key: id, afterSeconds });
}

/**
 * Notes that a mail left, or was dropped, and erases what of it is not kept. The note is a statement of its own, without
 * a transaction to wait for: where it fails, the mail is sent once more.
 */
async function noteDone(db: Database, mail: OutboxRow & { late: boolean }): Promise<void> {
  const outbox = db.withTables<MailTables>();
  const noted = await outbox
    .updateTable('mail_outbox')
    .set({ [mail.late ? 'dropped_at' : 'sent_at']: sql<Date>`now()`, ...(mail.sensitive ? erased : {}) })
    .where('id', '=', mail.id)
    // As it is by now: the member may have been deleted while the mail was handed over.
    .returning('erase_once_sent')
    .executeTakeFirst();
  if (noted?.erase_once_sent)
    await outbox.updateTable('mail_outbox').set(whollyErased).where('id', '=', mail.id).execute();
}

export interface MailSenderOptions {
  smtpUrl: string;
  /** The sender, as `Name <address>` or an address alone. */
  from: string;
  /** Open what waits sealed. */
  keys: Keys;
  log: Log;
}

export interface MailSender {
  jobs: Job[];
  close(): void;
}

/**
 * The job that hands mails to the mail server. A job belongs to one worker, so a mail is handed over once; only a crash
 * between the server's "yes" and our note of it sends it once more, with the same Message-ID.
 */
export function createMailSender(db: Database, { smtpUrl, from, keys, log }: MailSenderOptions): MailSender {
  // Trying again is the job's business: the library does not know what the outbox knows.
  const retries = { maxRequeues: 0 };
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: lanes.mail,
    ...smtpTimeouts,
    ...retries,
  });
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from;
  const domain = address.split('@')[1] ?? 'localhost';

  const outbox = db.withTables<MailTables>();
  const send = async (id: string) => {
    const mail = await outbox
      .selectFrom('mail_outbox')
      .selectAll()
      .select(sql<boolean>`coalesce(send_before < now(), false)`.as('late'))
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('dropped_at', 'is', null)
      .executeTakeFirst();
    if (!mail) return;
    if (!mail.late) await transport.sendMail({ ...asMessage(mail), signal: AbortSignal.timeout(handOverMs) });
    await noteDone(db, mail);
  };
  const asMessage = (mail: OutboxRow) => ({
    from: mail.sender_name ? { name: mail.sender_name, address } : from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    ...readBody(keys, mail),
    ...(mail.reply_to === null ? {} : { replyTo: { name: '', address: mail.reply_to } }),
    attachments: (mail.attachments ?? []).map(({ name, type, text }) => ({
      filename: name,
      contentType: type,
      content: text,
    })),
    messageId: `<${mail.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribe_url) },
  });

  const isReachable = () => {
    const shown = transport.verify().then(
      () => true,
      () => false,
    );
    return Promise.race([shown, sleep(showMs, false, { ref: false })]);
  };
  /** A mail server that is away says nothing about the mail, so that counts as no try. */
  const sendOrWait = async (kind: typeof sendJob, id: string) => {
    try {
      await send(id);
    } catch (error) {
      if (await isReachable()) throw error;
      log.warn({ err: error }, 'the mail server does not answer');
      await addLoneJob(db, kind, { id }, { key: id, afterSeconds: askAgainSeconds });
    }
  };

  return {
    jobs: [sendJob, sendSealedJob].map((kind) => handle(kind, ({ id }) => sendOrWait(kind, id))),
    close: () => transport.close(),
  };
}

const unsubscribeHeaders = (url: string | null) =>
  url === null
    ? {}
    : {
        // As it is: a mail program that finds the address cut and encoded shows no button.
        'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

/**
 * Erases recipient, subject, text and attachments of mails that left or were dropped 30 days ago (OWASP ASVS 14.2.4). One
 * that has waited for 30 days counts as dropped then: its tries are used up. The row goes with them unless it has a dedupe key:
 * that keeps a second mail from being queued.
 */
export const forgetOldMails = (db: Database): Job =>
  handle(forgetJob, async () => {
    const kept = sql`make_interval(days => ${keptDays.mail})`;
    const old = db
      .withTables<MailTables>()
      .selectFrom('mail_outbox')
      .select('id')
      .where(sql<boolean>`coalesce(sent_at, dropped_at, created_at + ${kept}) < now() - ${kept}`)
      .limit(erasedAtOnce);
    const tables = db.withTables<MailTables>();
    await tables
      .deleteFrom('mail_outbox')
      .where('id', 'in', old.where('dedupe_key', 'is', null))
      .execute();
    await tables
      .updateTable('mail_outbox')
      .set({
        ...whollyErased,
        dropped_at: sql<Date | null>`case when sent_at is null then coalesce(dropped_at, now()) end`,
      })
      .where('id', 'in', old.where('recipient', '!=', ''))
      .execute();
  });

/**
 * Erases what was mailed to these addresses; what still waits leaves first and is erased then. Part of deleting a
 * member. The rows are locked in one order, so that two deletions with a mailbox in common do not deadlock.
 */
export async function forgetMailsTo(tx: Transaction, addresses: readonly string[]): Promise<void> {
  const tables = tx.withTables<MailTables>();
  const mails = await tables
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient', 'in', addresses)
    .where('recipient', '!=', '')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (mails.length === 0) return;
  const ids = mails.map(({ id }) => id);
  const waiting = sql<boolean>`sent_at is null and dropped_at is null`;
  await tables
    .updateTable('mail_outbox')
    .set({ erase_once_sent: true })
    .where('id', 'in', ids)
    .where(waiting)
    .execute();
  await tables
    .updateTable('mail_outbox')
    .set(whollyErased)
    .where('id', 'in', ids)
    .where(sql<boolean>`not (${waiting})`)
    .execute();
}
