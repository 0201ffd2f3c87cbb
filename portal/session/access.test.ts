import { describe, expect, test } from 'vitest';
import { partnerCodes, partners } from '../../contract/partners.ts';
import { findDetour } from './access.ts';

const closed = { opensContent: false };
const visitor = { isMember: false, isPaid: false, hasPassword: false, hasAskedOutline: false };
const member = { ...visitor, isMember: true, hasPassword: true };
const student = { ...member, isPaid: true };

test.each(['', 'forgotpassword', 'legal/terms', 'no-such-page'])('%j opens to everyone', (path) => {
  for (const who of [visitor, member, student]) expect(findDetour(path, who, closed)).toBeUndefined();
});

test('the outline form opens to who cannot log in yet, and sends the others to the outlines', () => {
  for (const who of [visitor, { ...member, hasPassword: false }])
    expect(findDetour('test', who, closed)).toBeUndefined();
  for (const who of [member, student]) expect(findDetour('test', who, closed)).toEqual({ to: 'courseOutlines' });
});

test('the outlines, and nothing else, open to a visitor who has asked for one by the form', () => {
  const asked = { ...visitor, hasAskedOutline: true };
  expect(findDetour('resources/course-outlines', asked, closed)).toBeUndefined();
  for (const path of ['profile', 'faq', 'enrol', 'payment/success'])
    expect(findDetour(path, asked, closed)).toMatchObject({ to: 'login' });
});

test.each(['login', 'register'])('%s opens to visitors and sends members on', (path) => {
  expect(findDetour(path, visitor, closed)).toBeUndefined();
  expect(findDetour(path, member, closed)).toEqual({ to: 'wanted' });
});

test.each([
  'profile',
  'faq',
  'payment/success',
  'payment/cancel',
  'resources/course-outlines',
  'resources/career-consultation',
  'resources/case-studies',
  'resources/events',
  'courses/cyber-security',
  'courses/data-science',
  'courses/software-engineering',
])('%s sends visitors to log in without a word', (path) => {
  expect(findDetour(path, visitor, closed)).toEqual({ to: 'login', notice: undefined });
  expect(findDetour(path, member, closed)).toBeUndefined();
  expect(findDetour(path, student, closed)).toBeUndefined();
});

test('no partner opens its content unless its entry says so', () => {
  for (const code of partnerCodes) expect(partners[code].opensContent).toBe(false);
});

describe('where a partner opens its content', () => {
  const open = { opensContent: true };

  test.each([
    'faq',
    'courses/cyber-security',
    'courses/data-science',
    'courses/software-engineering',
    'resources/course-outlines',
    'resources/career-consultation',
    'resources/case-studies',
    'resources/events',
  ])('%s opens to everyone', (path) => {
    for (const who of [visitor, member, student]) expect(findDetour(path, who, open)).toBeUndefined();
  });

  test.each(['profile', 'enrol', 'eligibility', 'payment/success', 'payment/cancel'])(
    '%s still sends visitors to log in',
    (path) => expect(findDetour(path, visitor, open)?.to).toBe('login'),
  );
});

describe('pages on the way to the payment', () => {
  test('tell visitors why they have to log in', () => {
    const text = 'Please log in to access this page';
    expect(findDetour('enrol', visitor, closed)?.notice).toEqual({ title: 'Access Denied', text, kind: 'error' });
    expect(findDetour('eligibility', visitor, closed)?.notice).toEqual({ title: text, kind: 'error' });
  });

  test.each(['enrol', 'eligibility'])('%s sends who has paid to the receipt', (path) => {
    expect(findDetour(path, member, closed)).toBeUndefined();
    expect(findDetour(path, student, closed)).toEqual({
      to: 'paymentSuccess',
      notice: { title: 'Already {Enrolled}', kind: 'info' },
    });
  });
});
