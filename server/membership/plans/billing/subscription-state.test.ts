import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProviderSubscription } from '../../../platform/cards/card-subscriptions.ts';
import type { ConnectionChanges } from '../plans.store.ts';
import { changesFrom, stateOf } from './subscription-state.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const invoice = {
  id: 'in_1',
  status: 'paid' as const,
  paidAt: at(1),
  amountCents: 1_900,
  currency: 'NZD',
  paymentId: 'pi_1',
  needsAction: false,
};
const subscription: ProviderSubscription = {
  id: 'sub_1',
  status: 'active',
  customerId: 'cus_1',
  metadata: {},
  currentPeriodEnd: at(31),
  cancelAt: null,
  canceledAt: null,
  trialEnd: null,
  priceCents: 1_900,
  currency: 'NZD',
  latestInvoice: invoice,
  live: false,
};

test.for([
  ['active', 'ACTIVE'],
  ['trialing', 'TRIALING'],
  ['past_due', 'REQUIRES_PAYMENT'],
  ['unpaid', 'REQUIRES_PAYMENT'],
  ['incomplete', 'REQUIRES_PAYMENT'],
  ['paused', 'REQUIRES_PAYMENT'],
  ['canceled', 'CANCELED'],
  ['incomplete_expired', 'CANCELED'],
] as const)('%s is %s', ([status, state]) => {
  expect(stateOf({ status, latestInvoice: null })).toBe(state);
});

test('a payment the bank wants confirmed is told apart, and only while it is missing', () => {
  const latestInvoice = { ...invoice, status: 'open' as const, needsAction: true };
  expect(stateOf({ status: 'past_due', latestInvoice })).toBe('REQUIRES_AUTHENTICATION');
  expect(stateOf({ status: 'active', latestInvoice })).toBe('ACTIVE');
});

const changes = (more: Partial<ProviderSubscription>) =>
  changesFrom({ ...subscription, ...more }, { reading: 7, connection: { closedAt: null } });

describe('dates', () => {
  test('the next payment is when the period ends, unless the subscription ends then', () => {
    expect(changes({})).toMatchObject({ nextBillingAt: at(31), cancelAt: null, lastBilledAt: at(1) });
    expect(changes({ cancelAt: at(31) })).toMatchObject({ status: 'ACTIVE', nextBillingAt: null, cancelAt: at(31) });
    expect(changes({ status: 'canceled', canceledAt: at(9) })).toMatchObject({ nextBillingAt: null, cancelAt: at(9) });
  });

  test('an invoice without a sum is no payment', () => {
    expect(changes({ latestInvoice: { ...invoice, amountCents: 0 } })).not.toHaveProperty('lastBilledAt');
  });
});

test('a plan that was closed here stays closed, whatever the provider says', () => {
  expect(changesFrom(subscription, { reading: 7, connection: { closedAt: at(2) } })).toEqual({
    subscriptionId: 'sub_1',
    subscriptionStatus: 'active',
    reading: 7,
  });
});

/**
 * Events are handled in any order and at any speed: each takes a number, reads the provider later, and writes
 * later still. The rule under test: an answer counts only with a higher number than the last one applied.
 */
describe('answers out of order', () => {
  const history = ['incomplete', 'trialing', 'active', 'past_due', 'active', 'canceled'] as const;

  /** Each handler begins after one change of the subscription, reads when later ones may have happened, and writes. */
  const handlers = fc.array(fc.record({ read: fc.nat(9), write: fc.nat(99) }), {
    minLength: history.length,
    maxLength: history.length,
  });

  function play(delays: { read: number; write: number }[], isOrdered: boolean): ConnectionChanges | undefined {
    const answers = delays.map(({ read, write }, index) => ({
      reading: index + 1,
      status: history[Math.min(history.length - 1, index + read)]!,
      writtenAt: index + read + write,
    }));
    let kept: ConnectionChanges | undefined;
    for (const { reading, status } of answers.toSorted((one, other) => one.writtenAt - other.writtenAt))
      if (!isOrdered || reading > (kept?.reading ?? 0))
        kept = changesFrom({ ...subscription, status }, { reading, connection: { closedAt: null } });
    return kept;
  }

  test('leave the last state, in every one of 10,000 orders', () => {
    const isLast = (delays: { read: number; write: number }[]) => play(delays, true)?.status === 'CANCELED';
    expect(fc.check(fc.property(handlers, isLast), { numRuns: 10_000 }).failed).toBe(false);
  });

  test('leave a stale state where every answer is written (negative control)', () => {
    const isLast = (delays: { read: number; write: number }[]) => play(delays, false)?.status === 'CANCELED';
    expect(fc.check(fc.property(handlers, isLast), { numRuns: 10_000 }).failed).toBe(true);
  });
});
