import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderStates } from '../../../../contract/payments.ts';
import { buildProviderCheckout } from '../../../testing/provider-checkout.ts';
import { priceBook, quote } from '../../catalogue/price-book.ts';
import { judge } from '../checkouts/take-money.ts';
import { canMove, isOpen, isSettled, orderMoves } from './order-states.ts';

const order = { amountCents: 1_237_500, currency: 'NZD' };

test('late money is heard from every state that has ended without it', () => {
  for (const state of ['expired', 'cancelled', 'failed'] as const)
    for (const to of ['paid', 'unseated', 'review'] as const) expect(canMove(state, to)).toBe(true);
});

test('money that is kept can go back, by a refund or by the bank', () => {
  for (const state of orderStates.filter(isSettled))
    expect(canMove(state, 'refunded'), `${state} to refunded`).toBe(state !== 'refunded');
});

test('money that has been dealt with goes back, or buys a seat where staff or the member decide so', () => {
  const moves = orderStates.filter(isSettled).flatMap((from) => orderMoves[from].map((to) => `${from} to ${to}`));
  expect(moves.filter((move) => !move.endsWith(' to refunded'))).toEqual([
    'unseated to paid',
    'review to paid',
    'review to unseated',
  ]);
});

test('an order that has ended unpaid stays as it ended until money comes', () => {
  for (const state of ['expired', 'cancelled', 'failed'] as const)
    for (const to of ['expired', 'cancelled', 'failed'] as const) expect(canMove(state, to)).toBe(false);
});

test('an order that may still end unpaid is open, and every open order may', () => {
  expect(orderStates.filter((state) => canMove(state, 'failed'))).toEqual(orderStates.filter(isOpen));
});

test('no state leads back to waiting for money once money is there', () => {
  for (const state of orderStates.filter(isSettled)) for (const to of orderMoves[state]) expect(isOpen(to)).toBe(false);
});

test('only the exact amount in the exact currency counts as paid', () => {
  expect(judge(order, buildProviderCheckout())).toBe('paid');
  expect(judge(order, buildProviderCheckout({ amountCents: 1_320_000 }))).toBe('differs');
  expect(judge(order, buildProviderCheckout({ currency: 'AUD' }))).toBe('differs');
  expect(judge(order, buildProviderCheckout({ paymentStatus: 'no_payment_required', payment: null }))).toBe('differs');
  expect(judge(order, buildProviderCheckout({ payment: null }))).toBe('differs');
  // A seat is never free.
  const nothing = { amountCents: 0, paymentStatus: 'no_payment_required' } as const;
  expect(judge({ ...order, amountCents: 0 }, buildProviderCheckout(nothing))).toBe('differs');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (amountCents) => {
      expect(judge(order, buildProviderCheckout({ amountCents })) === 'paid').toBe(amountCents === order.amountCents);
    }),
  );
});

test('a finished checkout that is not paid is no money', () => {
  const waiting = buildProviderCheckout({
    paymentStatus: 'unpaid',
    payment: { id: 'pi_1', state: 'processing', receivedCents: 0 },
  });
  expect(judge(order, waiting)).toBe('settling');
  expect(
    judge(order, { ...waiting, payment: { id: 'pi_1', state: 'requires_payment_method', receivedCents: 0 } }),
  ).toBe('failed');
  expect(judge(order, buildProviderCheckout({ status: 'open', paymentStatus: 'unpaid', payment: null }))).toBe('open');
  expect(judge(order, buildProviderCheckout({ status: 'expired', paymentStatus: 'unpaid', payment: null }))).toBe(
    'expired',
  );
});

test('the price book agrees with itself', () => {
  expect(priceBook.listCents - priceBook.fullSavingCents).toBe(priceBook.fullCents);
  expect(priceBook.listCents * (1 - priceBook.fullDiscountPercent / 100)).toBe(priceBook.fullCents);
  expect(quote('full')).toEqual({ amountCents: 1_237_500, balanceCents: 0, discountCents: 412_500 });
  expect(quote('deposit')).toEqual({ amountCents: 50_000, balanceCents: 1_600_000, discountCents: 0 });
});
