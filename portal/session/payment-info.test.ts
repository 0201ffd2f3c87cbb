import { expect, it } from 'vitest';
import { parsePaymentInfo } from './payment-info.ts';

const saved = {
  cohortId: 'cyber-next-ft',
  course: 'cyber',
  cohortName: 'Next Available Cyber Security (Full-Time)',
  cohortStartDate: 'Future',
  paymentType: 'deposit',
  amount: 500,
  date: '2026-11-20T02:00:00.000Z',
  sessionId: 'cs_test_1',
  status: 'completed',
};

it('a saved payment is read back as it was written', () => {
  expect(parsePaymentInfo(JSON.stringify(saved))).toEqual(saved);
});

const withoutDate = JSON.stringify({ ...saved, date: 'yesterday' });

it.each([undefined, '', 'not json', 'null', '[]', '42', '{"amount":"500"}', withoutDate])(
  '%s is no payment',
  (text) => {
    expect(parsePaymentInfo(text)).toBeUndefined();
  },
);
