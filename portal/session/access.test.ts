import { describe, expect, test } from 'vitest';
import { findDetour } from './access.ts';

const visitor = { isMember: false, isPaid: false };
const member = { isMember: true, isPaid: false };
const student = { isMember: true, isPaid: true };

test.each(['', 'forgotpassword', 'test', 'legal/terms', 'no-such-page'])('%j opens to everyone', (path) => {
  for (const who of [visitor, member, student]) expect(findDetour(path, who)).toBeUndefined();
});

test.each(['login', 'register'])('%s opens to visitors and sends members on', (path) => {
  expect(findDetour(path, visitor)).toBeUndefined();
  expect(findDetour(path, member)).toEqual({ to: 'wanted' });
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
  expect(findDetour(path, visitor)).toEqual({ to: 'login', notice: undefined });
  expect(findDetour(path, member)).toBeUndefined();
  expect(findDetour(path, student)).toBeUndefined();
});

describe('pages on the way to the payment', () => {
  test('tell visitors why they have to log in', () => {
    const text = 'Please log in to access this page';
    expect(findDetour('enrol', visitor)?.notice).toEqual({ title: 'Access Denied', text, kind: 'error' });
    expect(findDetour('eligibility', visitor)?.notice).toEqual({ title: text, kind: 'error' });
  });

  test.each(['enrol', 'eligibility'])('%s sends who has paid to the receipt', (path) => {
    expect(findDetour(path, member)).toBeUndefined();
    expect(findDetour(path, student)).toEqual({
      to: 'paymentSuccess',
      notice: { title: 'Already Enrolled', kind: 'info' },
    });
  });
});
