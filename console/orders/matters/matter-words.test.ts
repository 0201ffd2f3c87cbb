import { describe, expect, test } from 'vitest';
import { matterConsoleCalls } from '../../../contract/console/matters.ts';
import type { MatterDetail, OpenWay } from '../../../contract/console/matter-schemas.ts';
import type { OrderState } from '../../../contract/payments.ts';
import { dayOf } from '../../shell/times.ts';
import { matterWordsOf } from './matter-words.ts';
import { wayWordsOf } from './way-words.ts';

const { data: example } = matterConsoleCalls['GET /console/api/matters/:matterId'].example.answer;

/** A matter about an order in this state, with these ways out. */
const matter = (about: string, state: OrderState, ways: OpenWay['way'][]): MatterDetail => ({
  ...example,
  about,
  order: { ...example.order!, state },
  ways: ways.map((way) => ({ way, backCents: 0, openCents: 0 })),
});

describe.each(['amount-differs', 'claimed-eligibility', 'deleted-member-paid', 'dispute-lost-in-part'])(
  '%s',
  (about) => {
    test('promises no money and no seat once the order has ended', () => {
      const { happened, holds } = matterWordsOf(matter(about, 'refunded', ['seen']));
      expect(holds).toBe('The order has ended, and nothing is left to decide here.');
      expect(happened).not.toContain('is enrolled');
    });

    test('says that the money is on its way back where it all is', () => {
      expect(matterWordsOf(matter(about, 'paid', ['seen'])).holds).toContain('The money is on its way back.');
    });

    test('says what holds while there is something to decide', () => {
      expect(matterWordsOf(matter(about, 'paid', ['keep'])).holds).not.toMatch(/on its way back|has ended/);
    });
  },
);

/** Asked for NZD 500, and paid as many dollars of another country. */
const paidInOtherCurrency = {
  about: 'amount-differs',
  order: {
    state: 'review',
    student: 'Ana Silva',
    currency: 'NZD',
    amountCents: 50_000,
    paidCents: 50_000,
    cohort: 'Data',
    holdUntil: null,
  },
  ways: [{ way: 'pay-back', backCents: 50_000, openCents: 0 }],
  payments: [{ currency: 'USD', amountCents: 50_000 }],
  provider: null,
} as unknown as MatterDetail;

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('a payment in another currency than the order’s is told in its own', () => {
  expect(plain(matterWordsOf(paidInOtherCurrency).happened)).toBe(
    'Ana Silva paid USD 500.00. The order asked for NZD 500.00.',
  );
});

test('so is what goes back of it', () => {
  const { consequences } = wayWordsOf(paidInOtherCurrency, { way: 'pay-back', backCents: 50_000, openCents: 0 });
  expect(plain(consequences[0]!)).toBe('USD 500.00 goes back to the card it came from.');
});

test('a cohort starts on its own day, wherever it is read', () => {
  const cohort = { id: 'uc-cyber', name: 'Cyber', starts: '2027-02-01', free: 20, taken: 4, capacity: 24 };
  // Midnight in Auckland, which is the day before in most zones.
  const about = { ...example, about: 'cohort', at: '2027-01-31T11:00:00.000Z', order: null, cohort, ways: [] };
  expect(matterWordsOf(about).happened).toContain(`Cyber starts on ${dayOf('2027-02-01')}. 4 of its 24 seats`);
  const month = { ...about, cohort: { ...cohort, starts: '2027-02' } };
  expect(matterWordsOf(month).happened).toMatch(/^Cyber starts in \D+ 2027\./);
});
