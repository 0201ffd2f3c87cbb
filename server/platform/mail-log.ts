import { sql } from 'kysely';
import { mailList, type MailRow, type ShownMail } from '../../contract/console/mails.ts';
import type { Database, Transaction } from './database/database.ts';
import { formatWait } from './http/format-wait.ts';
import { leaseSeconds } from './job-locks.ts';
import { addJob } from './jobs.ts';
import { newId } from './keys.ts';
import { allOf, anyOf, comparing, type Condition } from './lists/conditions.ts';
import type { ListSource } from './lists/list-source.ts';
import type { Attachment } from './mail.ts';
import {
  holdOwnJobs,
  isLeaving,
  leavesAt,
  mailState,
  mailStates,
  ownJob,
  sendJob,
  sendSealedJob,
} from './mail-state.ts';
import { Refusal } from './refusal.ts';

/** Mails that staff may see: a condition on the table `mail_outbox as m`. */
export type MailsInScope = readonly Condition[];

/** Signs that mean something in a pattern of `like`. */
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** The mails that are kept, as a list. */
export const mailSource = (scope: MailsInScope): ListSource<typeof mailList, MailRow> => ({
  list: mailList,
  from: sql`mail_outbox m`,
  id: sql`m.id`,
  where: () => [sql`m.recipient <> ''`, ...scope],
  search: (text) => sql`m.recipient like ${`${escapeLike(text.toLowerCase())}%`}`,
  sorts: { at: { by: sql`m.created_at`, type: 'moment' } },
  filters: {
    to: comparing(sql`m.recipient`),
    state: ({ values }) => anyOf(values.map((value) => mailStates[value as MailRow['state']])),
    kind: comparing(sql`m.kind`),
    at: comparing(sql`m.created_at`),
    sent: comparing(sql`m.sent_at`),
    site: comparing(sql`m.site_id`),
    partner: comparing(sql`m.partner`),
    member: comparing(sql`m.member_id`),
  },
  async read(db, ids) {
    const { rows } = await selectMails(sql`m.id = any(${ids}::text[])`).execute(db);
    return rows.map(toRow);
  },
  cells: {
    subject: ({ subject }) => subject,
    to: ({ to }) => to,
    state: ({ state: is }) => is,
    kind: ({ kind }) => kind,
    at: ({ at }) => at,
    sent: ({ sentAt }) => sentAt,
    site: ({ siteId }) => siteId,
    partner: ({ partner }) => partner,
    member: ({ memberId }) => memberId,
  },
});

interface StoredMail extends Omit<MailRow, 'at' | 'sentAt'> {
  at: Date;
  sentAt: Date | null;
}

const columns = sql`m.id, m.kind, m.recipient as to, m.subject, ${mailState} as state, m.created_at as at, m.sent_at as "sentAt",
  m.site_id as "siteId", m.partner, m.member_id as "memberId"`;
const selectMails = (which: Condition) => sql<StoredMail>`select ${columns} from mail_outbox m where ${which}`;

const toRow = ({ id, kind, to, subject, state: is, at, sentAt, siteId, partner, memberId }: StoredMail): MailRow => ({
  id,
  kind,
  to,
  subject,
  state: is,
  at: at.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
  siteId,
  partner,
  memberId,
});

interface WholeMail extends StoredMail {
  senderName: string | null;
  replyTo: string | null;
  sensitive: boolean;
  text: string;
  html: string;
  attachments: readonly Attachment[] | null;
  fault: string | null;
  /** Whether it may still be sent: what has a time is of use until then. */
  isUseful: boolean;
  isLeaving: boolean;
  leavesAt: Date | null;
}

/** A mail in scope. @throws Refusal not-found for one out of scope, absent, or forgotten */
async function requireMail(db: Database, scope: MailsInScope, id: string): Promise<WholeMail> {
  const { rows } = await sql<WholeMail>`
    select ${columns}, m.sender_name as "senderName", m.reply_to as "replyTo", m.sensitive, m.body_text as text,
      m.body_html as html, m.attachments, ${ownJob(sql`j.last_error`)} as fault,
      coalesce(m.send_before > now(), true) as "isUseful", ${isLeaving} as "isLeaving", ${leavesAt} as "leavesAt"
    from mail_outbox m
    where m.id = ${id} and m.recipient <> '' and ${allOf(scope)}`.execute(db);
  if (!rows[0]) throw new Refusal('not-found', { message: 'This mail does not exist, or is not kept any more.' });
  return rows[0];
}

/** What sending it again would do. A second job beside one that runs would hand the mail over twice. */
function againOf(mail: WholeMail): ShownMail['again'] {
  if (mail.state === 'waiting' || mail.state === 'refused')
    return mail.isUseful && !mail.isLeaving && mail.leavesAt === null ? 'retry' : null;
  return mail.sensitive || mail.text === '' ? null : 'copy';
}

function whyNot({ leavesAt: later, isLeaving: leaves }: WholeMail): Refusal {
  if (leaves)
    return new Refusal('too-many-requests', {
      message: 'This mail is being handed to the mail server at this moment. Look again in a minute.',
      // After a crash its lock stands for that long.
      retryAfterSeconds: leaseSeconds,
    });
  if (later === null) return new Refusal('mail-not-kept');
  const retryAfterSeconds = Math.max(1, Math.ceil((later.getTime() - Date.now()) / 1_000));
  const message = `Others went to this mailbox before. This mail leaves by itself in ${formatWait(retryAfterSeconds)}.`;
  return new Refusal('too-many-requests', { message, retryAfterSeconds });
}

/** A mail with what it said, but never a code or link, which opens its receiver's account. @throws Refusal not-found */
export async function showMail(db: Database, scope: MailsInScope, id: string): Promise<ShownMail> {
  const mail = await requireMail(db, scope, id);
  const { senderName, replyTo, sensitive, text, fault } = mail;
  const isShown = !sensitive && text !== '';
  return {
    ...toRow(mail),
    senderName,
    replyTo,
    text: isShown ? text : null,
    attachments: isShown ? (mail.attachments ?? []).map(({ name, text: said }) => ({ name, text: said })) : [],
    fault: mail.state === 'sent' ? null : fault,
    again: againOf(mail),
    leavesAt: mail.leavesAt?.toISOString() ?? null,
  };
}

/** The markup of a mail, under the same condition. @throws Refusal not-found */
export async function readMailMarkup(db: Database, scope: MailsInScope, id: string): Promise<string> {
  const { sensitive, html } = await requireMail(db, scope, id);
  if (sensitive || html === '') throw new Refusal('not-found', { message: 'What this mail said is not kept.' });
  return html;
}

/**
 * Sends a mail again: one that waits or was refused is tried at once, with all attempts; of one that was sent, a copy leaves
 * under an id of its own. A mail that was not sent is counted in its mailbox's budget already.
 *
 * @param book counts a copy for its mailbox, and says after how many seconds it leaves; it may refuse
 * @returns the mail that leaves now @throws Refusal not-found, mail-not-kept
 */
export async function sendAgain(
  tx: Transaction,
  scope: MailsInScope,
  { id, book }: { id: string; book: (copy: MailRow) => Promise<{ afterSeconds: number }> },
): Promise<MailRow> {
  // With the scope: nobody waits for a mail beyond it, or makes others wait.
  const which = sql`m.id = ${id} and ${allOf(scope)}`;
  await sql`select from mail_outbox m where ${which} for update`.execute(tx);
  await holdOwnJobs(which).execute(tx);
  const mail = await requireMail(tx, scope, id);
  const does = againOf(mail);
  if (does === null) throw whyNot(mail);
  if (does === 'retry') {
    await addJob(tx, mail.sensitive ? sendSealedJob : sendJob, { id }, { key: id });
    return toRow(mail);
  }
  const copy = newId('mail_');
  const { afterSeconds } = await book({ ...toRow(mail), id: copy });
  await sql`
    insert into mail_outbox (id, kind, member_id, site_id, partner, sender_name, recipient, subject, body_text, body_html,
      sensitive, unsubscribe_url, reply_to, attachments)
    select ${copy}, kind, member_id, site_id, partner, sender_name, recipient, subject, body_text, body_html,
      false, unsubscribe_url, reply_to, attachments
    from mail_outbox where id = ${id}`.execute(tx);
  await addJob(tx, sendJob, { id: copy }, { key: copy, afterSeconds });
  return { ...toRow(mail), id: copy };
}
