import * as z from 'zod/mini';
import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { limits } from '../limits.ts';
import { defineList, exportQuery, listAnswer, listQuery } from './list.ts';

/** What became of a mail. */
export const mailStates = ['waiting', 'sent', 'refused', 'late'] as const;

/** Mails that are kept: those of the last month. */
export const mailList = defineList({
  search: 'Beginning of an address',
  columns: {
    subject: { label: 'Subject', holds: 'text' },
    to: { label: 'To', holds: 'text', filter: ['is'] },
    state: { label: 'State', holds: 'choice', values: mailStates, filter: ['is'] },
    kind: { label: 'Why', holds: 'text', filter: ['is', 'begins'] },
    at: { label: 'Asked for', holds: 'time', filter: ['from', 'until'], sort: true },
    sent: { label: 'Sent', holds: 'time', filter: ['from', 'until'], hidden: true },
    site: { label: 'Site', holds: 'text', filter: ['is'] },
    partner: { label: 'Partner', holds: 'text', filter: ['is'], hidden: true },
    member: { label: 'Member', holds: 'text', filter: ['is'], hidden: true },
  },
  order: '-at',
});

const row = {
  id: z.string(),
  /** What it is for, in the product's words: `reset-code`. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** ISO */
  at: z.string(),
  /** ISO; null for one that has not left. */
  sentAt: z.nullable(z.string()),
  /** null for mails to staff. */
  siteId: z.nullable(z.string()),
  partner: z.nullable(z.string()),
  /** Whose account it is about. */
  memberId: z.nullable(z.string()),
};
const Row = z.object(row);
export type MailRow = z.infer<typeof Row>;

const Shown = z.object({
  ...row,
  senderName: z.nullable(z.string()),
  /** Where an answer goes, if not to the sender. */
  replyTo: z.nullable(z.string()),
  /** Its plain text; null where it carries a code or a link, which staff never see. */
  text: z.nullable(z.string()),
  attachments: z.array(z.object({ name: z.string(), text: z.string() })),
  /** What the mail server answered last; null where it refused nothing. */
  fault: z.nullable(z.string()),
  /** What sending again would do: try a waiting one at once, or send another copy. null where it cannot be sent. */
  again: z.nullable(z.enum(['retry', 'copy'])),
  /** ISO, of one that is kept back because its mailbox had others before; null for all others. */
  leavesAt: z.nullable(z.string()),
});
export type ShownMail = z.infer<typeof Shown>;

const id = z.string().check(z.maxLength(100));
const MailParams = z.object({ mailId: id });
const reason = z.optional(z.string().check(z.maxLength(limits.reasonMaxLength)));
const see = { permission: 'see-members', within: 'site' } as const satisfies StaffMay;
const change = { permission: 'change-members', within: 'site' } as const satisfies StaffMay;

const listed: MailRow = {
  id: 'mail_6w2k9m4t8c1x5v7n3b0q2r8d',
  kind: 'password-changed',
  to: 'ana.silva@example.org',
  subject: 'Riverbend Makers: Your password was changed',
  state: 'sent',
  at: '2026-11-23T03:10:00.000Z',
  sentAt: '2026-11-23T03:10:01.000Z',
  siteId: 'app_demo',
  partner: null,
  memberId: 'mem_sb_5k2r8w0c1x7t9y3p6v4n2b8m',
};
const shown: ShownMail = {
  ...listed,
  senderName: 'Riverbend Makers',
  replyTo: null,
  text: 'The password of your account was changed.',
  attachments: [],
  fault: null,
  again: 'copy',
  leavesAt: null,
};
const params = { mailId: listed.id };

/** Mails that were sent, wait, or were refused. */
export const mailConsoleCalls = defineCalls({
  'GET /console/api/mails': {
    summary: 'List the mails that are kept',
    about: 'Mails of the sites and partners in scope. Owners see those to staff, too.',
    caller: 'staff',
    may: see,
    query: listQuery(mailList),
    answer: listAnswer(Row),
    example: {
      query: { state: 'refused' },
      answer: {
        data: [listed],
        endCursor: 'WyItYXQiLCI0MSIsIjQxIl0',
        hasNextPage: false,
        count: { rows: 1, isExact: true },
      },
    },
  },
  'GET /console/api/mails.csv': {
    summary: 'Export the mails that a list shows',
    caller: 'staff',
    may: { permission: 'export-members', within: 'site' },
    query: exportQuery(mailList),
    mediaType: 'text/csv',
    example: { query: { state: 'refused' }, answer: 'A file, UTF-8 with a byte order mark.' },
  },
  'GET /console/api/mails/:mailId': {
    summary: 'Read a mail',
    about: 'What carries a code or a link is never shown: it opens the account of its receiver.',
    caller: 'staff',
    may: see,
    params: MailParams,
    answer: z.object({ data: Shown }),
    refusals: ['not-found'],
    example: { params, answer: { data: shown } },
  },
  'GET /console/api/mails/:mailId/body': {
    summary: 'Read a mail as it looks',
    about: 'For a frame that may run nothing and load nothing.',
    caller: 'staff',
    may: see,
    params: MailParams,
    mediaType: 'text/html',
    refusals: ['not-found'],
    example: { params, answer: 'The mail.' },
  },
  'POST /console/api/mails/:mailId/again': {
    summary: 'Send a mail again',
    about:
      'One that waits or was refused is tried at once; of one that was sent, a copy leaves, within what its mailbox may get. One that is kept back for its mailbox leaves by itself, and one that is being handed over is left to that. What carried a code or a link is not kept: its receiver asks for a new one.',
    caller: 'staff',
    may: change,
    params: MailParams,
    body: z.strictObject({ reason }),
    answer: z.object({ data: z.object({ id: z.string() }) }),
    refusals: ['not-found', 'mail-not-kept'],
    limits: [writesPerStaff],
    example: { params, body: { reason: 'Their mailbox was full.' }, answer: { data: { id: listed.id } } },
  },
});

/** What is said of them. */
export const mailConsoleSubject: ConsoleSubject = {
  title: 'Mails',
  about: `Every mail that is still kept: those of the last month. What it said is kept with it, codes and links until they are sent.`,
  calls: mailConsoleCalls,
};
