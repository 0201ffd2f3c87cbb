import { expect, test } from 'vitest';
import type { ProviderCheckout } from './card-checkouts.ts';
import { judgeCheckout, type Expected, type Verdict } from './verdict.ts';

type Seen = Pick<ProviderCheckout, 'status' | 'paymentStatus' | 'payment'>;

const paymentIn = (state: string) => ({ id: 'pi_1', state, receivedCents: 0 });
const unpaid = (state: string): Partial<Seen> => ({ paymentStatus: 'unpaid', payment: paymentIn(state) });
const nothingPaid: Partial<Seen> = { paymentStatus: 'no_payment_required', payment: null };

const judge = (seen: Partial<Seen>, expected: Partial<Expected> = {}) =>
  judgeCheckout(
    { status: 'complete', paymentStatus: 'paid', payment: paymentIn('succeeded'), ...seen },
    { isAsAsked: true, ...expected },
  );

test.for<[string, Partial<Seen>, Partial<Expected>, Verdict]>([
  ['paid as asked', {}, {}, 'paid'],
  ['paid by an invoice instead of a payment of its own', { payment: null }, {}, 'paid'],
  ['paid otherwise than asked', {}, { isAsAsked: false }, 'differs'],
  ['paid although nothing was asked', {}, { isFree: true, isAsAsked: false }, 'differs'],
  ['finished without a payment that was asked for', nothingPaid, {}, 'differs'],
  ['finished without a payment where nothing was asked', nothingPaid, { isFree: true }, 'paid'],
  ['free, and not what was asked for', nothingPaid, { isFree: true, isAsAsked: false }, 'differs'],
  ['with a bank that takes its time', unpaid('processing'), {}, 'settling'],
  ['unpaid although nothing was asked', unpaid('processing'), { isFree: true }, 'settling'],
  ['unpaid, without a payment to look at', { ...unpaid('processing'), payment: null }, {}, 'settling'],
  ['refused by the bank', unpaid('requires_payment_method'), {}, 'failed'],
  ['cancelled by the provider', unpaid('canceled'), {}, 'failed'],
  ['given up by the seller’s own knowledge', unpaid('processing'), { hasFailed: true }, 'failed'],
  ['paid before what the seller knows to have ended', {}, { hasFailed: true }, 'paid'],
])('a checkout %s', ([, seen, expected, verdict]) => {
  expect(judge(seen, expected)).toBe(verdict);
});

test('a checkout that is not complete is no money, whatever else is said of it', () => {
  for (const status of ['open', 'expired'] as const)
    for (const paymentStatus of ['paid', 'unpaid', 'no_payment_required'] as const)
      for (const hasFailed of [true, false])
        for (const isFree of [true, false])
          expect(judge({ status, paymentStatus }, { hasFailed, isFree })).toBe(status);
});
