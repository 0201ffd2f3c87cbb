import type { MatterWay } from '../../contract/console/matter-schemas.ts';
import type { OrderEntry, RefundSource, ShownRefund } from '../../contract/console/order-care-schemas.ts';
import { wayNames } from './matters/way-words.ts';

const money: Record<string, string> = {
  'payment.received': 'Paid',
  'dispute.lost': 'Taken back by the bank after a dispute',
  'refund.automatic': 'Refund begun by itself',
  'refund.member': 'Refund begun by the student',
  'refund.provider': 'Refund begun at the card provider',
  'refund.settled': 'Paid back',
  'refund.failed': 'The refund failed',
};

/** Refunds that staff decided. */
const byStaff: Record<string, string> = {
  'refund.staff': 'asked for a refund',
  'refund.elsewhere': 'paid back another way than by the card',
};

const acts: Record<string, string> = {
  'order.moved': 'moved the order to',
  'receipt.sent': 'sent the receipt again',
  'note.added': 'wrote a note',
  'note.changed': 'changed a note',
  'note.deleted': 'deleted a note',
};

const events: Record<string, string> = {
  'checkout.session.completed': 'the card page is paid',
  'checkout.session.expired': 'the card page has ended unpaid',
  'checkout.session.async_payment_succeeded': 'the bank has settled the payment',
  'checkout.session.async_payment_failed': 'the bank has refused the payment',
  'payment_intent.succeeded': 'the payment succeeded',
  'payment_intent.payment_failed': 'an attempt to pay failed',
  'charge.succeeded': 'the card was charged',
  'charge.refunded': 'money of the charge went back',
  'refund.created': 'a refund was made',
  'refund.updated': 'a refund changed',
  'refund.failed': 'a refund failed',
  'charge.dispute.created': 'the student’s bank disputes the payment',
  'charge.dispute.closed': 'the dispute is decided',
};

const matters: Record<string, string> = {
  'unseated-order': 'Came up to look at: paid, and no seat was left',
  'amount-differs': 'Came up to look at: another amount than ordered',
  'refund-failed': 'Came up to look at: a refund failed',
  'refund-disputed': 'Came up to look at: a refund waits for the end of a dispute',
  'dispute-lost-in-part': 'Came up to look at: the bank took a part of the payment back',
  'deleted-member-paid': 'Came up to look at: the account was deleted',
  'claimed-eligibility': 'Came up to look at: eligibility is claimed, not checked',
  'paid-twice': 'Came up to look at: a second payment',
};

/** An entry of an order's timeline as a sentence. What has no words of its own is shown as it is stored. */
export function sentenceOf({ kind, title, detail, actor }: OrderEntry): string {
  const who = actor || 'Somebody';
  if (kind === 'order') return 'Placed: the student accepted the terms and went to pay';
  if (kind === 'mail') return `Mail: ${title || 'no subject'}`;
  if (kind === 'event')
    return `The card provider told us: ${Object.hasOwn(events, title) ? `${events[title]} (${title})` : title}`;
  if (kind === 'matter') return matters[title] ?? `Came up to look at: ${title}`;
  if (Object.hasOwn(byStaff, title)) return `${who} ${byStaff[title]}: ${detail}`;
  if (kind === 'money') return `${money[title] ?? title}: ${detail}`;
  if (title === 'matter.decided') return `${who} decided a matter: ${wayOf(detail)}`;
  return `${who} ${acts[title] ?? title}${title === 'order.moved' ? ` ${detail}` : ''}`;
}

/** The way out of a matter, stored as `refund-failed: retry`. */
function wayOf(decided: string): string {
  const way = decided.split(': ').at(-1) ?? '';
  return Object.hasOwn(wayNames, way) ? wayNames[way as MatterWay].told : decided;
}

/** What became of a mail, or what a matter is about; empty where there is nothing to say. */
export function stateOf({ kind, detail }: OrderEntry): string {
  if (kind === 'matter') return detail;
  if (kind !== 'mail') return '';
  if (detail === 'dropped') return 'It was too late to be of use, and dropped';
  if (detail === 'refused') return 'The mail server did not take it';
  return detail === 'waiting' ? 'It waits to be sent' : '';
}

const sources: Record<RefundSource, string> = {
  automatic: 'By itself',
  member: 'By the student',
  provider: 'At the card provider',
  staff: 'By staff',
};

const reasons: Record<string, string> = {
  'paid-twice': 'paid twice',
  'class-full': 'the class was full',
  'no-decision': 'the student did not choose in time',
  'member-gone': 'the account is deleted',
  'run-cancelled': 'the cohort does not take place',
  'run-moved': 'the first day was moved',
  'paid-too-much': 'more was paid than ordered',
  'tried-again': 'tried again',
  'returned-elsewhere': 'paid another way',
};

/** Who decided a refund, and why. */
export const decisionOf = ({
  source,
  decidedBy,
  reason,
  note,
}: Pick<ShownRefund, 'source' | 'decidedBy' | 'reason' | 'note'>): string =>
  [decidedBy === null ? sources[source] : `By ${decidedBy}`, reasons[reason], note].filter(Boolean).join(': ');
