import { describe, expect, it } from 'vitest';
import type { Order, PaymentInfo } from '../../contract/payments.ts';
import { buildReceipt, findPurchase } from './receipt-rows.ts';

const partner = { languageTag: 'en-AU', timeZone: 'Australia/Sydney' };
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
  amountCents: 50_000,
  balanceCents: 1_600_000,
  discountCents: 0,
  refundedCents: 0,
  cohort: { endDate: '2027-04-25', schedule: 'Monday to Friday, 9:00 am to 5:00 pm', timeZone: 'Pacific/Auckland' },
} as Order;
const paidOrder: Order = {
  ...order,
  state: 'paid',
  course: 'cyber',
  paymentType: 'deposit',
  paidCents: 50_000,
  paidAt: null,
  cohort: { ...order.cohort, name: 'Cyber Security (Full-Time)', startDate: '2025-12', endDate: null },
};

const receiptOf = (saved: PaymentInfo | undefined, known: Order | null) =>
  buildReceipt(partner, findPurchase(saved, known));
const valueOf = (receipt: ReturnType<typeof buildReceipt>, name: string) =>
  receipt.rows.find((row) => row.name === name)?.value;

describe('the receipt', () => {
  it('shows the saved payment', () => {
    const receipt = receiptOf(info, null);
    expect(receipt).toMatchObject({ reference: 'cs_test_1', amount: 'NZ$500.00' });
    expect(valueOf(receipt, 'Course')).toBe('Cyber Security');
    expect(valueOf(receipt, 'Cohort')).toBe(info.cohortName);
    expect(valueOf(receipt, 'Starts')).toBe('Mon 1 February 2027');
    expect(valueOf(receipt, 'Payment type')).toBe('Deposit');
    expect(valueOf(receipt, 'Balance to pay')).toBeUndefined();
  });

  it('says when it was paid on the partner’s clock, as its mail does, and on the reader’s', () => {
    const paidOn = (zone: string) => valueOf(buildReceipt(partner, findPurchase(info, null), zone), 'Paid on');
    expect(paidOn('Australia/Sydney')).toBe('Fri 20 November 2026, 1:00\u00a0pm (Sydney\u00a0time)');
    expect(paidOn('Asia/Singapore')).toBe(
      'Fri 20 November 2026, 1:00\u00a0pm (Sydney\u00a0time); Fri 20 November 2026, 10:00\u00a0am (Singapore,\u00a0your\u00a0time)',
    );
  });

  it('adds what the order knows: reference, end and balance', () => {
    const receipt = receiptOf(info, order);
    expect(receipt.reference).toBe('INT-7K4Q-2M9X');
    expect(valueOf(receipt, 'Ends')).toBe('Sun 25 April 2027');
    expect(valueOf(receipt, 'Classes')).toBe(
      // A time is not torn apart at the end of a line.
      'Monday to Friday, 9:00\u00a0am to 5:00\u00a0pm (Auckland\u00a0time)',
    );
    expect(valueOf(receipt, 'Balance to pay')).toBe('NZ$16,000.00');
    expect(valueOf(receipt, 'Course price')).toBe('NZ$16,500.00');
    expect(valueOf(receipt, 'Discount')).toBeUndefined();
  });

  it('of a payment in full says what the course costs and what was taken off', () => {
    const receipt = receiptOf(info, { ...order, amountCents: 1_237_500, balanceCents: 0, discountCents: 412_500 });
    expect(valueOf(receipt, 'Course price')).toBe('NZ$16,500.00');
    expect(valueOf(receipt, 'Discount')).toBe('−NZ$4,125.00');
  });

  it('states no price where the answer has no discount, as that of the release before', () => {
    const { discountCents: _, ...before } = order;
    const receipt = receiptOf(info, before as Order);
    expect(receipt.reference).toBe('INT-7K4Q-2M9X');
    expect(valueOf(receipt, 'Course price')).toBeUndefined();
    expect(valueOf(receipt, 'Discount')).toBeUndefined();
  });

  it('says what the bank took back of the payment', () => {
    expect(valueOf(receiptOf(info, order), 'Taken back by your bank')).toBeUndefined();
    expect(valueOf(receiptOf(info, { ...order, lostCents: 20_000 }), 'Taken back by your bank')).toBe('NZ$200.00');
  });

  it('says hours and first date on the reader’s clock too, where they are others', () => {
    const cohort = { ...order.cohort, startDate: '2027-02-01', schedule: 'Monday to Friday, 9:00 am to 5:00 pm' };
    const abroad = buildReceipt(partner, findPurchase(info, { ...order, cohort }), 'America/New_York');
    expect(valueOf(abroad, 'Begins for you')).toMatch(/^Sun 31 January 2027, 3:00/);
    expect(valueOf(abroad, 'Classes for you')).toMatch(/^Sunday to Thursday, 3:00/);
    const there = buildReceipt(partner, findPurchase(info, { ...order, cohort }), cohort.timeZone);
    expect(valueOf(there, 'Classes for you')).toBeUndefined();
  });

  it('takes nothing from an order of another payment', () => {
    const receipt = receiptOf(info, { ...order, sessionId: 'cs_test_2' });
    expect(receipt.reference).toBe('cs_test_1');
  });

  it('of a full payment for an intake without a date says so', () => {
    const receipt = receiptOf({ ...info, paymentType: 'full', amount: 12_375, cohortStartDate: '' }, null);
    expect(receipt.amount).toBe('NZ$12,375.00');
    expect(valueOf(receipt, 'Starts')).toBe('No date yet');
    expect(valueOf(receipt, 'Payment type')).toBe('Paid in full');
  });

  it('is written from the order where the saved payment cannot be read', () => {
    const receipt = receiptOf(undefined, paidOrder);
    expect(receipt).toMatchObject({ reference: 'INT-7K4Q-2M9X', amount: 'NZ$500.00' });
    expect(valueOf(receipt, 'Course')).toBe('Cyber Security');
    expect(valueOf(receipt, 'Cohort')).toBe('Cyber Security (Full-Time)');
    expect(valueOf(receipt, 'Starts')).toBe('December 2025');
    expect(valueOf(receipt, 'Balance to pay')).toBe('NZ$16,000.00');
  });

  it('claims nothing where nothing is known', () => {
    for (const known of [null, { ...paidOrder, state: 'expired' } as Order]) {
      const receipt = receiptOf(undefined, known);
      expect(receipt).toMatchObject({ reference: 'See confirmation email', amount: 'N/A' });
      expect(valueOf(receipt, 'Course')).toBe('N/A');
      expect(valueOf(receipt, 'Cohort')).toBe('N/A');
      expect(valueOf(receipt, 'Starts')).toBe('See confirmation email');
    }
  });
});
