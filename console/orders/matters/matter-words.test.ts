import { describe, expect, test } from 'vitest';
import { matterConsoleCalls } from '../../../contract/console/matters.ts';
import type { MatterDetail, OpenWay } from '../../../contract/console/matter-schemas.ts';
import type { OrderState } from '../../../contract/payments.ts';
import { matterWordsOf } from './matter-words.ts';

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
