import { createHash } from 'node:crypto';
import type { Transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { insertMail, lockMailbox, selectMails, type BookedMail, type MailCause } from './mail-budgets.store.ts';

/**
 * Rate limit of mails to one mailbox, over all sites (decision 0017), against mail bombing. Codes and mails of strangers
 * share one budget, of which strangers have the smaller part, so that some is always left for codes. Notices to a proved
 * address are counted apart: none is lost, and the rest of the budget does not tell of an account's activity. So are the
 * codes that an account's owner asks for (decision 0098).
 */
interface Budget {
  mails: number;
  seconds: number;
}

const hour = 60 * 60;
/** The longest span that mails are counted over, in seconds. */
export const day = 24 * hour;
/** Mails one address gets, without notices; as many more for each site where its owner asks for codes. */
export const perMailbox: Budget[] = [
  { mails: 5, seconds: hour },
  { mails: 10, seconds: day },
];
/** The part of it for mails that strangers cause. */
export const forStrangers: Budget[] = [
  { mails: 3, seconds: hour },
  { mails: 6, seconds: day },
];
const gapSeconds = 30;

/** A mail to be counted. */
export interface MailWish {
  /** In its canonical form. */
  email: string;
  cause: MailCause;
  /** Deduplication key: while a mail of the same slot is delayed, another one is merged into it. */
  slot: string;
  /** The site where the owner of the proved address asks, whose codes are counted apart there. */
  ownedAt?: string | undefined;
}

/** A mail within the budget: sent after so many seconds, 0 for at once. */
export interface MailTurn {
  /** false for a mail merged into a delayed one: there is nothing to queue. */
  isNew: boolean;
  afterSeconds: number;
}

/** A mail beyond the budget, which opens again after so many seconds. */
export interface NoTurn {
  refusedSeconds: number;
}

/**
 * Counts a mail in the transaction that queues it. It locks the mailbox until that ends, so lock order: after every other
 * lock. A notice is never refused: beyond the budget it is delayed until that opens.
 */
export async function bookMail(tx: Transaction, wish: MailWish): Promise<MailTurn | NoTurn> {
  const { email, cause, slot, ownedAt } = wish;
  const [mailbox, hashedSlot] = [hash(ownedAt === undefined ? email : `${email}\0${ownedAt}`), hash(slot)];
  await lockMailbox(tx, mailbox);
  const turn = findTurn(await selectMails(tx, mailbox, day), { cause, slot: hashedSlot });
  if ('refusedSeconds' in turn || !turn.isNew) return turn;
  await insertMail(tx, mailbox, { cause, slot: hashedSlot, inSeconds: turn.afterSeconds });
  return turn;
}

/**
 * Locks the mailboxes of a transaction that mails several: always in the same order, so that two members
 * who swap addresses do not deadlock. Lock order: after every other lock, before the first mail is counted.
 */
export async function lockMailboxes(tx: Transaction, emails: readonly string[]): Promise<void> {
  for (const mailbox of [...new Set(emails.map(hash))].toSorted()) await lockMailbox(tx, mailbox);
}

/**
 * As `bookMail`, refused beyond the budget. The refusal does not tell of an account (enumeration): mails are counted with
 * and without one.
 *
 * @throws Refusal too-many-requests with the time until the budget opens
 */
export async function requireMail(tx: Transaction, wish: MailWish): Promise<MailTurn> {
  const turn = await bookMail(tx, wish);
  if (!('refusedSeconds' in turn)) return turn;
  throw new Refusal('too-many-requests', {
    message: `We send only so many mails to one address. Please ask again in ${durationText(turn.refusedSeconds)}.`,
    retryAfterSeconds: turn.refusedSeconds,
  });
}

/** The field of an answer about a delayed mail; missing for one that is sent at once, as older clients expect. */
export const mailDelayOf = (mailAfterSeconds: number): { mailAfterSeconds?: number } =>
  mailAfterSeconds > 0 ? { mailAfterSeconds } : {};

/** Hashed, so that the table holds no address. */
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

function durationText(seconds: number): string {
  const [count, unit] = seconds > hour ? [Math.ceil(seconds / hour), 'hour'] : [Math.ceil(seconds / 60), 'minute'];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/**
 * When a mail may be sent.
 *
 * @param booked mails of the last day and delayed ones, in any order
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
  // The gap to a code counts from other codes alone, so that mails of strangers do not delay it.
  const before = cause === 'asked' ? counted.filter((mail) => mail.cause === 'asked') : counted;
  const afterGap = Math.max(0, ...before.map(({ inSeconds }) => inSeconds + gapSeconds));
  return { isNew: true, afterSeconds: Math.ceil(Math.max(opensIn, afterGap)) };
}

/** 0 for an open budget. */
function secondsUntilOpen(booked: readonly BookedMail[], { mails, seconds }: Budget): number {
  const newestFirst = booked.map(({ inSeconds }) => inSeconds).toSorted((one, other) => other - one);
  const leavesRoom = newestFirst[mails - 1];
  return leavesRoom === undefined ? 0 : Math.max(0, leavesRoom + seconds);
}
