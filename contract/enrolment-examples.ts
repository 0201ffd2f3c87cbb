import { partnerCodes } from '../shared/partners.ts';
import { member } from './examples.ts';

/** Objects the examples of enrolment share, apart from those of membership, which has never heard of courses. */

/** The partner in the examples: any will do. */
export const examplePartner = partnerCodes[0]!;

/** An order of the example student. */
export const order = {
  id: 'ord_8m3k5t1w9c7x2v6n4b0q',
  reference: 'INT-7K4Q-2M9X',
  state: 'paid',
  partner: examplePartner,
  course: 'cyber',
  cohort: {
    id: 'cyber-2027-02',
    name: 'Cyber Security (Full-Time)',
    startDate: '2027-02-01',
    endDate: '2027-04-25',
    schedule: 'Monday to Friday, 9:00 to 17:00',
    timeZone: 'Australia/Sydney',
  },
  paymentType: 'deposit',
  currency: 'NZD',
  amountCents: 50_000,
  paidCents: 50_000,
  refundedCents: 0,
  moneyBack: null,
  balanceCents: 1_600_000,
  discountCents: 0,
  sessionId: 'cs_test_a1B2c3D4',
  checkoutUrl: null,
  holdExpiresAt: null,
  paidAt: '2026-11-21T03:04:05.000Z',
  refundDueAt: null,
};

/** The example member as a student of the portal. */
export const student = { ...member, customFields: { 'first-name': 'Ana', stage: '2' } };
