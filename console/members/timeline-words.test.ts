import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../contract/console/members-schemas.ts';
import { sentenceOf, stateOf } from './timeline-words.ts';

const names = {
  fields: [{ key: 'first-name', label: 'First name', type: 'text', isDerived: false }],
  plans: [{ id: 'pln_crew', name: 'Crew', isFree: true, isActive: true }],
} as const;
const entry = (kind: TimelineEntry['kind'], title: string, detail = '', actor = ''): TimelineEntry => ({
  id: 'x',
  at: '2026-11-23T03:10:00.000Z',
  kind,
  title,
  detail,
  actor,
  reason: null,
});
const said = (...of: Parameters<typeof entry>) => sentenceOf(entry(...of), names as never);

test.for<[Parameters<typeof entry>, string]>([
  [
    ['act', 'member.updated', 'email, customFields.first-name, metaData.crm', 'Ana'],
    'Ana changed the address, First name, crm',
  ],
  [['act', 'member.updated', '', 'Ana'], 'Ana changed this member'],
  [['act', 'plan.added', 'pln_crew', 'Ana'], 'Ana gave the plan Crew'],
  [['act', 'plan.removed', 'pln_gone', 'Ana'], 'Ana took the plan pln_gone'],
  [['act', 'sessions.ended', '', 'Ana'], 'Ana ended all sessions'],
  [['act', 'member.suspended', '', 'Ana'], 'Ana suspended this member'],
  [['act', 'member.joined'], 'The account was made'],
  [['act', 'constructor', 'x', 'Ana'], 'Ana constructor (x)'],
  [['sign-in', 'password', 'Firefox on Windows'], 'Signed in with the password: Firefox on Windows'],
  [['sign-in', 'provider', 'local, Safari on iPhone'], 'Signed in: local, Safari on iPhone'],
  [['plan', 'pln_crew', 'CANCELED'], 'Plan Crew began; it is ended now'],
  [['order', 'order.paid', 'INT-7K4Q-2M9X, NZD 100.00'], 'Paid: INT-7K4Q-2M9X, NZD 100.00'],
  [['event', 'member.plan.added', 'waiting'], 'The site’s server is told: the member has a plan'],
  [['mail', 'Your password was changed', 'sent'], 'Mail: Your password was changed'],
])('%j reads "%s"', ([of, words]) => {
  expect(said(...of)).toBe(words);
});

test('what is not as it should be is said beside it', () => {
  expect(stateOf(entry('mail', 'Hello', 'dropped'))).toBe('It was too late to be of use, and dropped');
  expect(stateOf(entry('mail', 'Hello', 'refused'))).toBe('The mail server did not take it');
  expect(stateOf(entry('event', 'member.updated', 'failed'))).toBe('It could not be delivered');
  expect(stateOf(entry('mail', 'Hello', 'sent'))).toBe('');
});
