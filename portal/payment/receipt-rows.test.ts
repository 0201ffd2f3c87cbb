import { describe, expect, it } from 'vitest';
import type { Order, PaymentInfo } from '../../contract/payments.ts';
import { buildReceipt } from './receipt-rows.ts';

const partner = { languageTag: 'en-AU' };
const info: PaymentInfo = {
  cohortId: 'cyber-2027-02-ft',
  course: 'cyber',
  cohortName: 'Cyber Security, February 2027 (Full-Time)',
  cohortStartDate: '2027-02-01',
  paymentType: 'deposit',
  amount: 500,
  date: '2026-11-20T02:00:00.000Z',
  sessionId: 'cs_test_1',
  status: 'completed',
};
const order = {
  reference: 'INT-7K4Q-2M9X',
  sessionId: 'cs_test_1',
  balanceCents: 1_600_000,
  refundedCents: 0,
  cohort: { endDate: '2027-04-25', schedule: 'Monday to Friday, 9:00 to 17:00' },
} as Order;

const valueOf = (receipt: ReturnType<typeof buildReceipt>, name: string) =>
  receipt.rows.find((row) => row.name === name)?.value;

describe('the receipt', () => {
  it('shows the saved payment', () => {
    const receipt = buildReceipt(partner, info, null);
    expect(receipt).toMatchObject({ reference: 'cs_test_1', amount: 'NZ$500.00' });
    expect(valueOf(receipt, 'Course')).toBe('Cyber Security');
    expect(valueOf(receipt, 'Cohort')).toBe(info.cohortName);
    expect(valueOf(receipt, 'Starts')).toBe('Mon 1 February 2027');
    expect(valueOf(receipt, 'Payment type')).toBe('Deposit');
    expect(valueOf(receipt, 'Balance to pay')).toBeUndefined();
  });

  it('adds what the order knows: reference, end and balance', () => {
    const receipt = buildReceipt(partner, info, order);
    expect(receipt.reference).toBe('INT-7K4Q-2M9X');
    expect(valueOf(receipt, 'Ends')).toBe('Sun 25 April 2027');
    expect(valueOf(receipt, 'Balance to pay')).toBe('NZ$16,000.00');
  });

  it('takes nothing from an order of another payment', () => {
    const receipt = buildReceipt(partner, info, { ...order, sessionId: 'cs_test_2' });
    expect(receipt.reference).toBe('cs_test_1');
  });

  it('of a full payment for an intake without a date says so', () => {
    const receipt = buildReceipt(partner, { ...info, paymentType: 'full', amount: 12_375, cohortStartDate: '' }, null);
    expect(receipt.amount).toBe('NZ$12,375.00');
    expect(valueOf(receipt, 'Starts')).toBe('Future');
    expect(valueOf(receipt, 'Payment type')).toBe('Paid in full');
  });

  it('that cannot be read claims nothing', () => {
    const receipt = buildReceipt(partner, undefined, order);
    expect(receipt).toMatchObject({ reference: 'See confirmation email', amount: 'N/A' });
    expect(valueOf(receipt, 'Course')).toBe('N/A');
    expect(valueOf(receipt, 'Cohort')).toBe('N/A');
    expect(valueOf(receipt, 'Starts')).toBe('See confirmation email');
  });
});
