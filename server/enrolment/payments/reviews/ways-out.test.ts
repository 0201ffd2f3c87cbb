import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditOf, waysOutOf, type OrderFacts } from './ways-out.ts';

const facts: OrderFacts = {
  state: 'review',
  amountCents: 50_000,
  balanceCents: 1_600_000,
  paidCents: 60_000,
  keptCents: 60_000,
  owedCents: 0,
  isMemberThere: true,
  takesPlace: true,
  isAcceptable: true,
  hasOther: false,
};
const waysOf = (about: string, order: Partial<OrderFacts> | undefined, strangersCents?: number) =>
  waysOutOf({
    about,
    order: order && { ...facts, ...order },
    isDisputed: false,
    isOfStranger: about === 'unknown-payment',
    strangersCents,
  }).map(({ way }) => way);

describe('the ways out of a matter', () => {
  test.for([
    ['amount-differs', {}, ['accept', 'accept-and-return', 'pay-back']],
    ['amount-differs', { keptCents: 100 }, ['accept', 'pay-back']],
    ['amount-differs', { keptCents: 1_700_000 }, ['accept-and-return', 'pay-back']],
    ['amount-differs', { hasOther: true }, ['pay-back']],
    ['amount-differs', { takesPlace: false }, ['pay-back']],
    ['amount-differs', { isAcceptable: false }, ['pay-back']],
    ['amount-differs', { state: 'refunded' }, ['seen']],
    ['amount-differs', { keptCents: 0 }, ['seen']],
    ['amount-differs', { paidCents: 0, keptCents: 0 }, ['pay-back']],
    ['unseated', { state: 'unseated' }, ['move', 'pay-back']],
    ['unseated', { state: 'unseated', keptCents: 0 }, []],
    ['unseated-order', { state: 'paid' }, ['seen']],
    ['refund-failed', { state: 'refunded', owedCents: 100 }, ['retry', 'returned-elsewhere']],
    ['refund-failed', { state: 'refunded' }, ['seen']],
    ['refund-failed', undefined, ['note']],
    ['unknown-payment', undefined, ['pay-back', 'note']],
    ['deleted-member-paid', { state: 'paid' }, ['pay-back', 'keep']],
    ['deleted-member-paid', { state: 'paid', keptCents: 0 }, ['seen']],
    ['dispute-lost-in-part', { state: 'paid' }, ['pay-back', 'keep']],
    ['dispute-lost-in-part', { state: 'paid', keptCents: 0 }, ['seen']],
    ['dispute-lost-in-part', { state: 'refunded' }, ['seen']],
    ['refund-disputed', { state: 'refunded', owedCents: 100 }, ['seen']],
    ['claimed-eligibility', { state: 'paid' }, ['confirm', 'not-confirmed']],
    ['claimed-eligibility', { state: 'paid', isMemberThere: false }, ['seen']],
    ['claimed-eligibility', { state: 'paid', keptCents: 0 }, ['seen']],
    ['claimed-eligibility', { state: 'refunded' }, ['seen']],
    ['paid-twice', { state: 'refunded' }, ['seen']],
    ['plan-limit-reached', undefined, ['note']],
    ['dispute', { state: 'refunded' }, []],
  ] as const)('%s, %o: %o', ([about, order, expected]) => {
    expect(waysOf(about, order)).toEqual(expected);
  });

  test('offer no refund of a payment that has gone back already', () => {
    expect(waysOf('unknown-payment', undefined, 0)).toEqual(['note']);
  });
});

test('what is accepted, what stays open and what goes back are together what was paid and what the course costs', () => {
  const cents = fc.integer({ min: 0, max: 2_000_000 });
  fc.assert(
    fc.property(cents, cents, cents, fc.boolean(), (amountCents, balanceCents, keptCents, isReturned) => {
      const credit = creditOf({ amountCents, balanceCents, keptCents }, isReturned);
      expect(credit.amountCents + credit.surplusCents).toBe(keptCents);
      expect(credit.amountCents + credit.balanceCents).toBe(amountCents + balanceCents);
      expect(Math.min(credit.amountCents, credit.balanceCents, credit.surplusCents)).toBeGreaterThanOrEqual(0);
    }),
  );
});
