import { expect, test } from 'vitest';
import { isInMenu } from './in-menu.ts';

const uts = { code: 'uts' } as const;
const candidate = { isPaid: false, isEnrolled: false };
const student = { isPaid: true, isEnrolled: true };

test.each(['/uts/faq', '/uts/faq/', '/uts/profile?tab=email', '/uts/courses/data-science'])(
  'the menu leads to %s, before and after paying',
  (address) => {
    expect(isInMenu(uts, address, candidate)).toBe(true);
    expect(isInMenu(uts, address, student)).toBe(true);
  },
);

test('the menu leads to the cohorts until one is paid', () => {
  expect(isInMenu(uts, '/uts/enrol', candidate)).toBe(true);
  expect(isInMenu(uts, '/uts/enrol', student)).toBe(false);
});

test.each([
  ['in no menu', '/uts/payment/cancel'],
  ['of another partner', '/uc/faq'],
  ['where logging in leads to', '/uts/eligibility?from=mail'],
  ['not there', '/uts/no-such-page'],
])('a page %s is not promised: %s', (_, address) => {
  expect(isInMenu(uts, address, candidate)).toBe(false);
  expect(isInMenu(uts, address, student)).toBe(false);
});
