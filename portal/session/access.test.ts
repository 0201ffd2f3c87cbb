import { describe, expect, test } from 'vitest';
import { partnerCodes, partners } from '../../shared/partners.ts';
import type { PageFacts } from '../../shared/portal-pages.ts';
import { accessOf, findDetour } from './access.ts';
import { guardOf } from './guard.ts';

const closed = { opensContent: false };
const visitor = { isMember: false, isPaid: false, hasPassword: false, hasAskedOutline: false };
const member = { ...visitor, isMember: true, hasPassword: true };
const student = { ...member, isPaid: true };

test.each(['home', 'forgotPassword', 'terms'] as const)('%s opens to everyone', (page) => {
  for (const who of [visitor, member, student]) expect(findDetour(page, who, closed)).toBeUndefined();
});

test('the outline form opens to who cannot log in yet, and sends the others to the outlines', () => {
  for (const who of [visitor, { ...member, hasPassword: false }])
    expect(findDetour('outlineForm', who, closed)).toBeUndefined();
  for (const who of [member, student]) expect(findDetour('outlineForm', who, closed)).toEqual({ to: 'courseOutlines' });
});

test('the outlines, and nothing else, open to a visitor who has asked for one by the form', () => {
  const asked = { ...visitor, hasAskedOutline: true };
  expect(findDetour('courseOutlines', asked, closed)).toBeUndefined();
  for (const page of ['profile', 'faq', 'enrol', 'paymentSuccess'] as const)
    expect(findDetour(page, asked, closed)).toMatchObject({ to: 'login' });
});

test.each(['login', 'register'] as const)('%s opens to visitors and sends members on', (page) => {
  expect(findDetour(page, visitor, closed)).toBeUndefined();
  expect(findDetour(page, member, closed)).toEqual({ to: 'wanted' });
});

test.each([
  'profile',
  'faq',
  'paymentSuccess',
  'paymentCancel',
  'courseOutlines',
  'careerConsultation',
  'caseStudies',
  'events',
  'cyber',
  'data',
  'software',
] as const)('%s sends visitors to log in without a word', (page) => {
  expect(findDetour(page, visitor, closed)).toEqual({ to: 'login', notice: undefined });
  expect(findDetour(page, member, closed)).toBeUndefined();
  expect(findDetour(page, student, closed)).toBeUndefined();
});

test('no partner opens its content unless its entry says so', () => {
  for (const code of partnerCodes) expect(partners[code].opensContent).toBe(false);
});

describe('where a partner opens its content', () => {
  const open = { opensContent: true };

  test.each([
    'faq',
    'cyber',
    'data',
    'software',
    'courseOutlines',
    'careerConsultation',
    'caseStudies',
    'events',
  ] as const)('%s opens to everyone', (page) => {
    for (const who of [visitor, member, student]) expect(findDetour(page, who, open)).toBeUndefined();
  });

  test.each(['profile', 'enrol', 'eligibility', 'paymentSuccess', 'paymentCancel'] as const)(
    '%s still sends visitors to log in',
    (page) => expect(findDetour(page, visitor, open)?.to).toBe('login'),
  );
});

describe('pages on the way to the payment', () => {
  test('tell visitors why they have to log in', () => {
    const text = 'Please log in to access this page';
    expect(findDetour('enrol', visitor, closed)?.notice).toEqual({ title: 'Access Denied', text, kind: 'error' });
    expect(findDetour('eligibility', visitor, closed)?.notice).toEqual({ title: text, kind: 'error' });
  });

  test.each(['enrol', 'eligibility'] as const)('%s sends who has paid to the receipt', (page) => {
    expect(findDetour(page, member, closed)).toBeUndefined();
    expect(findDetour(page, student, closed)).toEqual({
      to: 'paymentSuccess',
      notice: { title: 'Already {Enrolled}', kind: 'info' },
    });
  });
});

/** Not run: the type check is the test. Every directive fails it where the line under it compiles. */
export function checkedByTypes(page: string): void {
  // @ts-expect-error a row that does not say who may open the page
  void ({ open: { path: 'open' } } satisfies Record<string, PageFacts>);
  // @ts-expect-error a page without a row has no guard
  guardOf('no-such-page');
  // @ts-expect-error nor an answer to who may open it
  accessOf('no-such-page', closed);
  // @ts-expect-error nor has an address that somebody typed
  findDetour(page, visitor, closed);
}
