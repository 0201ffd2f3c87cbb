import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Generated, type RawBuilder, type Selectable } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Database, Transaction } from './database/database.ts';
import { keptDays } from '../../shared/retention.ts';
import { deletingJob, handleInRounds, type EndedRows } from './ended-rows.ts';
import { type Job, addJob, addLoneJob, handle, jobKind, lanes } from './jobs.ts';
import { newId, type Keys } from './keys.ts';
import type { Log } from './log.ts';
import { messageName, unsubscribeHeaders } from './mail-headers.ts';
import { mailStates, sendJob, sendSealedJob } from './mail-state.ts';
import { callOutside, type Noting } from './outside-call.ts';
import { secondsPerDay } from './retention.ts';
import type { SealedColumn } from './sealed-values.ts';

/** A mail to be sent. Queue it in the transaction that is its cause. */
export interface Mail {
  /** Purpose, for example `reset-code`. Shown in logs and metrics, unlike the address. */
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Name beside the sender's address, the partner's or site's. */
  senderName?: string;
  /** Whose account it is about. It is erased with the member, whatever mailbox it went to. */
  memberId?: string | undefined;
  /** The site that sends it, and the partner under whose name: for staff, who see those of their scope. */
  siteId?: string;
  partner?: string;
  /** A second mail with the same key is never queued, and its Message-ID is made of it. */
  dedupeKey?: string;
  /** Carries a code or link: its text waits sealed, and is erased once sent. */
  sensitive?: boolean;
  /** Delay in seconds before it is sent. */
  afterSeconds?: number;
  /** Useless after this many minutes; dropped rather than sent late. */
  usefulMinutes?: number;
  /** One-click unsubscribe (RFC 8058): a POST without confirmation, shown as a button by mail programs. */
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
    member_id: string | null;
    /** null in rows of earlier versions, and for mails to staff. */
    site_id: string | null;
    partner: string | null;
    sender_name: string | null;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    /** The encrypted body of a sensitive mail, instead of both texts; null in rows of earlier versions. */
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

const eraseJob = jobKind({ name: 'erase-old-mails', lane: 'upkeep', schedule: '48 * * * *' });
/**
 * SMTP timeouts in milliseconds. Together they end before the job's own timeout: a hand-over that overlapped with the
 * retry would send the mail twice.
 */
const smtpTimeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
const handOverMs = 20_000;
const showMs = 5_000;
/** Retry interval while the mail server is down, without back-off. */
const askAgainSeconds = 15;
/** Mails that one statement erases. */
const erasedAtOnce = 1_000;
const kept = `make_interval(days => ${keptDays.mail})`;
const isOld = `coalesce(sent_at, dropped_at, created_at + ${kept}) < now() - ${kept}`;

type Body = Pick<Mail, 'text' | 'html'>;
const sealPurpose = 'mail-body';
/** What waits sealed; it is erased once sent. */
export const sealedMails: SealedColumn = {
  table: 'mail_outbox',
  column: 'sealed_body',
  key: ['id'],
  purpose: () => sealPurpose,
};

/** A waiting mail's body, decrypted if sealed. @throws Error when its key has been removed */
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
/** What a mail is about. A removed site leaves no trace of itself. */
const unrelated = { member_id: null, site_id: null, partner: null };
/** Erases recipient, content, and what it is about. Kind, times and dedupe key stay. One that has not left counts as dropped. */
const whollyErased = {
  ...erased,
  ...unrelated,
  recipient: '',
  subject: '',
  sender_name: null,
  reply_to: null,
  unsubscribe_url: null,
  attachments: null,
  dropped_at: sql<Date | null>`case when sent_at is null then coalesce(dropped_at, now()) end`,
};

/** Queues a mail in the transactional outbox: it is sent if and only if the transaction commits. */
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
      member_id: mail.memberId ?? null,
      site_id: mail.siteId ?? null,
      partner: mail.partner ?? null,
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
 * Marks a mail as sent or dropped, and erases what is not kept. At least once: if this statement fails, the mail is
 * sent again.
 */
async function noteDone(db: Database, mail: OutboxRow & { late: boolean }): Promise<void> {
  const outbox = db.withTables<MailTables>();
  const noted = await outbox
    .updateTable('mail_outbox')
    .set({ [mail.late ? 'dropped_at' : 'sent_at']: sql<Date>`now()`, ...(mail.sensitive ? erased : {}) })
    .where('id', '=', mail.id)
    // Read again: the member may have been deleted while the mail was handed over.
    .returning('erase_once_sent')
    .executeTakeFirst();
  if (noted?.erase_once_sent)
    await outbox.updateTable('mail_outbox').set(whollyErased).where('id', '=', mail.id).execute();
}

/** Options of the mail sender. */
export interface MailSenderOptions {
  smtpUrl: string;
  /** The sender, as `Name <address>` or an address alone. */
  from: string;
  /** Open what waits sealed. */
  keys: Keys;
  log: Log;
}

/** The jobs that send mails, and how to close its connections. */
export interface MailSender {
  jobs: Job[];
  close(): void;
}

/**
 * The job that hands mails to the mail server. At least once: only a crash between the server's acceptance and our
 * record of it sends a mail again, with the same Message-ID.
 */
export function createMailSender(db: Database, { smtpUrl, from, keys, log }: MailSenderOptions): MailSender {
  // The job retries: the library does not know the outbox's state.
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
    const handOver = (note: Pick<Noting, 'refused'>) =>
      transport.sendMail({ ...asMessage(mail), signal: AbortSignal.timeout(handOverMs) }).catch((error: unknown) => {
        if (isWrongRecipient(error)) note.refused();
        throw error;
      });
    const call = { to: 'mail', what: 'send', host: new URL(smtpUrl).hostname } as const;
    const attributes = { 'intake.mail.kind': mail.kind };
    if (!mail.late) await callOutside({ ...call, attributes }, handOver);
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
    messageId: `<${messageName(mail)}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribe_url) },
  });

  const isReachable = () => {
    const shown = transport.verify().then(
      () => true,
      () => false,
    );
    return Promise.race([shown, sleep(showMs, false, { ref: false })]);
  };
  /** An unreachable mail server says nothing about the mail, so that it does not count as an attempt. */
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

/** Whether the server refuses the address for good: one that does not exist, or gets no more mail. */
const isWrongRecipient = (error: unknown): boolean => {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode >= 500;
};

/**
 * Mails sent or dropped 30 days ago go (OWASP ASVS 14.2.4). One that has waited for twice as long counts as dropped: its
 * attempts are used up. A row with a dedupe key stays longer, without its content: it prevents a second mail.
 */
export const oldMails: readonly EndedRows[] = [
  {
    table: 'mail_outbox',
    since: 'created_at',
    keptFor: keptDays.mail * secondsPerDay,
    only: `dedupe_key is null and ${isOld}`,
    job: deletingJob('forget-old-mails', '47 * * * *'),
  },
  {
    table: 'mail_outbox',
    since: 'created_at',
    keptFor: 'mail-keys',
    only: `dedupe_key is not null and recipient = ''`,
    job: deletingJob('forget-mail-keys', '49 * * * *'),
  },
];

const isOldWithKey = sql`dedupe_key is not null and created_at < now() - ${sql.raw(kept)} and ${sql.raw(isOld)}`;
/** Refused for good after its member was deleted: it waited at that moment, and was to leave first. */
const isLeftBehind = sql`erase_once_sent and ${mailStates.refused}`;

/** Erases recipient, subject, text and attachments of old mails with a dedupe key, and of deleted members' that never left. */
export const eraseOldMails = (db: Database): Job =>
  handleInRounds(
    db,
    eraseJob,
    [isOldWithKey, isLeftBehind].map((which) => () => eraseSomeMails(db, which)),
  );

async function eraseSomeMails(db: Database, which: RawBuilder<unknown>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .withTables<MailTables>()
    .updateTable('mail_outbox')
    .set(whollyErased)
    .where(
      sql<boolean>`ctid = any(array(select ctid from mail_outbox m where recipient <> '' and ${which}
        order by created_at limit ${sql.lit(erasedAtOnce)} for update skip locked))`,
    )
    .executeTakeFirst();
  return numUpdatedRows === BigInt(erasedAtOnce);
}

/**
 * Mails to forget: those about members of a site, to whatever mailbox, and those of this site to their addresses about
 * no member, a code to sign up with say. What other sites mailed there stays: the address may be another person's there.
 */
export interface Forgotten {
  siteId: string;
  memberIds: readonly string[];
  addresses: readonly string[];
}

/** Erases what a site has mailed to anybody, in portions, as {@link forgetMails} does. Part of removing a site. */
export async function forgetMailsOfSite(tx: Transaction, siteId: string): Promise<void> {
  for (let found = erasedAtOnce; found === erasedAtOnce;) {
    const { rows } = await sql<{ id: string }>`
      select id from mail_outbox where site_id = ${siteId} and recipient <> ''
      order by id limit ${erasedAtOnce} for update`.execute(tx);
    await eraseOrMark(
      tx,
      rows.map(({ id }) => id),
    );
    found = rows.length;
  }
}

/**
 * Erases what a site has mailed about members and to their addresses; what still waits leaves first and is erased then.
 * Part of deleting a member. The rows are locked in one order, so that two deletions with a mailbox in common do not
 * deadlock.
 */
export async function forgetMails(tx: Transaction, { siteId, memberIds, addresses }: Forgotten): Promise<void> {
  const tables = tx.withTables<MailTables>();
  const mails = await tables
    .selectFrom('mail_outbox')
    .select('id')
    .where(
      sql<boolean>`(member_id = any(${memberIds}::text[]) or (recipient <> '' and recipient = any(${addresses}::text[])
        and site_id = ${siteId} and member_id is null))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  await eraseOrMark(
    tx,
    mails.map(({ id }) => id),
  );
}

/** Erases locked mails; those that wait leave first. */
async function eraseOrMark(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const erasing = tx.withTables<MailTables>().updateTable('mail_outbox as m').where('m.id', 'in', ids);
  const waits = sql<boolean>`${mailStates.waiting}`;
  await erasing
    .set({ erase_once_sent: true, ...unrelated })
    .where(waits)
    .execute();
  await erasing
    .set(whollyErased)
    .where(sql<boolean>`not ${waits}`)
    .execute();
}
