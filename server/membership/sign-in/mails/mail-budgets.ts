import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  deleteOldMails,
  insertMail,
  lockMailbox,
  selectMails,
  type BookedMail,
  type MailCause,
} from './mail-budgets.store.ts';

/**
 * Mails to one mailbox, of all sites together (decision 0017). Codes and what strangers cause share one budget, of
 * which strangers have the smaller part, so that some of it is always left for codes. Notices to a proved address are
 * counted apart: none is lost, and how many codes are left tells nothing about what goes on in an account.
 */
interface Budget {
  mails: number;
  seconds: number;
}

const hour = 60 * 60;
const day = 24 * hour;
export const perMailbox: Budget[] = [
  { mails: 5, seconds: hour },
  { mails: 10, seconds: day },
];
export const forStrangers: Budget[] = [
  { mails: 3, seconds: hour },
  { mails: 6, seconds: day },
];
const gapSeconds = 30;

export interface MailWish {
  /** In its canonical form. */
  email: string;
  cause: MailCause;
  /** What the mail is: while one of the same slot waits to leave, another is the same mail. */
  slot: string;
}

/** When a mail leaves: so many seconds from now, 0 at once. */
export interface MailTurn {
  /** false where it is one that waits already: there is nothing to queue. */
  isNew: boolean;
  afterSeconds: number;
}

/** No mail: the budget opens again after so many seconds. */
export interface NoTurn {
  refusedSeconds: number;
}

/**
 * Counts a mail by the transaction that queues it. Until that ends, others that want to mail the same mailbox wait, so
 * this comes after every other lock. A notice is never refused: beyond the budget it waits until that opens.
 */
export async function bookMail(tx: Transaction, { email, cause, slot }: MailWish): Promise<MailTurn | NoTurn> {
  const [mailbox, hashedSlot] = [hash(email), hash(slot)];
  await lockMailbox(tx, mailbox);
  const turn = findTurn(await selectMails(tx, mailbox, day), { cause, slot: hashedSlot });
  if ('refusedSeconds' in turn || !turn.isNew) return turn;
  await insertMail(tx, mailbox, { cause, slot: hashedSlot, inSeconds: turn.afterSeconds });
  return turn;
}

/**
 * Locks the mailboxes that a transaction mails, where it mails several: always in the same order, so that two members
 * who swap addresses do not deadlock. Comes after every other lock, before the first mail is counted.
 */
export async function lockMailboxes(tx: Transaction, emails: readonly string[]): Promise<void> {
  for (const mailbox of [...new Set(emails.map(hash))].toSorted()) await lockMailbox(tx, mailbox);
}

/**
 * As `bookMail`, where the answer says that no mail comes. It says nothing about accounts: mails are counted
 * whether the address has one or not.
 *
 * @throws Refusal too-many-requests with the time until the budget opens
 */
export async function requireMail(tx: Transaction, wish: MailWish): Promise<MailTurn> {
  const turn = await bookMail(tx, wish);
  if (!('refusedSeconds' in turn)) return turn;
  throw new Refusal('too-many-requests', {
    message: `We send only so many mails to one address. Please ask again in ${inWords(turn.refusedSeconds)}.`,
    retryAfterSeconds: turn.refusedSeconds,
  });
}

/** What an answer says of a mail that waits; of one that leaves at once it says nothing, as it always did. */
export const whenLeaves = (mailAfterSeconds: number): { mailAfterSeconds?: number } =>
  mailAfterSeconds > 0 ? { mailAfterSeconds } : {};

/** The table holds no address. */
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

function inWords(seconds: number): string {
  const [count, unit] = seconds > hour ? [Math.ceil(seconds / hour), 'hour'] : [Math.ceil(seconds / 60), 'minute'];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/**
 * @param booked of the last day and of the time to come, in any order
 */
export function findTurn(
  booked: readonly BookedMail[],
  { cause, slot }: { cause: MailCause; slot: string },
): MailTurn | NoTurn {
  const waiting = booked.find((mail) => mail.slot === slot && mail.inSeconds > 0);
  if (waiting) return { isNew: false, afterSeconds: Math.ceil(waiting.inSeconds) };
  const counted = booked.filter((mail) => (mail.cause === 'notice') === (cause === 'notice'));
  const ofStrangers = counted.filter((mail) => mail.cause === 'strangers');
  const opensIn = Math.max(
    ...perMailbox.map((budget) => secondsUntilOpen(counted, budget)),
    ...(cause === 'strangers' ? forStrangers.map((budget) => secondsUntilOpen(ofStrangers, budget)) : []),
  );
  if (opensIn > 0 && cause !== 'notice') return { refusedSeconds: Math.ceil(opensIn) };
  // A code follows other codes at a distance, and is not held back by what strangers cause.
  const before = cause === 'asked' ? counted.filter((mail) => mail.cause === 'asked') : counted;
  const afterGap = Math.max(0, ...before.map(({ inSeconds }) => inSeconds + gapSeconds));
  return { isNew: true, afterSeconds: Math.ceil(Math.max(opensIn, afterGap)) };
}

/** 0 for one that is open. */
function secondsUntilOpen(booked: readonly BookedMail[], { mails, seconds }: Budget): number {
  const newestFirst = booked.map(({ inSeconds }) => inSeconds).toSorted((one, other) => other - one);
  const leavesRoom = newestFirst[mails - 1];
  return leavesRoom === undefined ? 0 : Math.max(0, leavesRoom + seconds);
}

/** Forgets mails that no budget counts any more. */
export const forgetCountedMails = (db: Database): Promise<void> => deleteOldMails(db, day);
