import { expect, test } from 'vitest';
import { isWorthKeeping } from './wanted-path.ts';

const uts = { code: 'uts' } as const;

test('the way back from the checkout is kept, with its session', () => {
  expect(isWorthKeeping(uts, '/uts/payment/success')).toBe(true);
  expect(isWorthKeeping(uts, '/uts/payment/success?session_id=cs_1')).toBe(true);
});

test.each(['/uc/payment/success', '/uts/enrol', '//evil.example/uts/payment/success', '/uts/payment/successful'])(
  '%s is not kept',
  (address) => {
    expect(isWorthKeeping(uts, address)).toBe(false);
  },
);
