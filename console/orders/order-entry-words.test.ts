import { expect, test } from 'vitest';
import type { OrderEntry } from '../../contract/console/order-care-schemas.ts';
import { decisionOf, sentenceOf, stateOf } from './order-entry-words.ts';

const entry = (given: Partial<OrderEntry>): OrderEntry => ({
  id: 'x',
  at: '2026-11-23T03:04:05.000Z',
  kind: 'money',
  title: '',
  detail: '',
  actor: '',
  reason: null,
  ...given,
});

test.for([
  [{ kind: 'order', title: 'order.placed' }, 'Placed: the student accepted the terms and went to pay'],
  [{ title: 'payment.received', detail: 'NZD 500.00' }, 'Paid: NZD 500.00'],
  [{ title: 'refund.staff', detail: 'NZD 5.00', actor: 'Finn' }, 'Finn asked for a refund: NZD 5.00'],
  [
    { title: 'refund.elsewhere', detail: 'NZD 5.00', actor: 'Mia' },
    'Mia paid back another way than by the card: NZD 5.00',
  ],
  [{ title: 'refund.failed', detail: 'NZD 5.00' }, 'The refund failed: NZD 5.00'],
  [{ kind: 'act', title: 'order.moved', detail: 'Data', actor: 'Ana' }, 'Ana moved the order to Data'],
  [
    { kind: 'act', title: 'matter.decided', detail: 'refund-failed: returned-elsewhere', actor: 'Mia' },
    'Mia decided a matter: The money went back another way',
  ],
  [{ kind: 'act', title: 'note.added', actor: 'Ana' }, 'Ana wrote a note'],
  [
    { kind: 'event', title: 'charge.refunded' },
    'The card provider told us: money of the charge went back (charge.refunded)',
  ],
  [{ kind: 'event', title: 'new.kind' }, 'The card provider told us: new.kind'],
  [{ kind: 'mail', title: 'Your receipt' }, 'Mail: Your receipt'],
  [{ kind: 'matter', title: 'refund-failed' }, 'Came up to look at: a refund failed'],
] as const)('%j is told as “%s”', ([given, sentence]) => {
  expect(sentenceOf(entry(given))).toBe(sentence);
});

test.for([
  [
    { source: 'staff', reason: 'returned-elsewhere', decidedBy: 'Mia', note: 'ANZ 4471' },
    'By Mia: paid another way: ANZ 4471',
  ],
  [{ source: 'staff', reason: 'staff-decision', decidedBy: 'Mia', note: 'Two weeks ill.' }, 'By Mia: Two weeks ill.'],
  [{ source: 'staff', reason: 'paid-too-much', decidedBy: null, note: null }, 'By staff: more was paid than ordered'],
  [{ source: 'automatic', reason: 'run-moved', decidedBy: null, note: null }, 'By itself: the first day was moved'],
  [{ source: 'provider', reason: 'begun-at-provider', decidedBy: null, note: null }, 'At the card provider'],
] as const)('a refund %j is told as “%s”', ([refund, words]) => {
  expect(decisionOf(refund)).toBe(words);
});

test('a mail that waits says so, and one that was refused', () => {
  expect(stateOf(entry({ kind: 'mail', detail: 'refused' }))).toBe('The mail server did not take it');
  expect(stateOf(entry({ kind: 'mail', detail: 'waiting' }))).toBe('It waits to be sent');
  expect(stateOf(entry({ kind: 'mail', detail: 'sent' }))).toBe('');
});
