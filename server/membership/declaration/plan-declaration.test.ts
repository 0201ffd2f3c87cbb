import { describe, expect, test } from 'vitest';
import { liveSite } from '../../testing/membership.ts';
import { describeFault, WrongDeclaration } from './declaration-faults.ts';
import { parseDeclaration } from './site-declaration.ts';

/** Faults of a site with one plan. */
function faultsOf(plan: object): string[] {
  try {
    parseDeclaration({ ...liveSite, plans: [{ id: 'pln_a', name: 'A', ...plan }] });
  } catch (error) {
    if (error instanceof WrongDeclaration) return error.faults.map(describeFault);
    throw error;
  }
  return [];
}

const once = (changes: object) => ({
  prices: [{ id: 'prc_a', name: 'A', type: 'ONETIME', amountCents: 100, currency: 'NZD', ...changes }],
});
const repeated = (changes: object) => once({ type: 'SUBSCRIPTION', intervalType: 'MONTHLY', ...changes });

describe('the numbers of a plan end where card provider and database do', () => {
  test.for([
    ['an amount', (cents) => once({ amountCents: cents }), 99_999_999, 'prices[0].amountCents'],
    [
      'a set-up fee',
      (setupFeeCents) => once({ rules: { setupFeeCents } }),
      99_999_999,
      'prices[0].rules.setupFeeCents',
    ],
    ['a trial', (trialDays) => repeated({ rules: { trialDays } }), 730, 'prices[0].rules.trialDays'],
    ['what was paid once', (accessDays) => once({ rules: { accessDays } }), 36_500, 'prices[0].rules.accessDays'],
    ['a priority', (priority) => ({ priority }), 2_147_483_647, 'priority'],
    ['a limit of members', (memberLimit) => ({ rules: { memberLimit } }), 2_147_483_647, 'rules.memberLimit'],
  ] as [string, (value: number) => object, number, string][])('%s', ([, build, most, place]) => {
    expect(faultsOf(build(most))).toEqual([]);
    expect(faultsOf(build(most + 1))).toEqual([`plans[0].${place}: this is at most ${most}`]);
  });

  test.for([
    ['YEARLY', 3],
    ['MONTHLY', 36],
    ['WEEKLY', 156],
  ] as const)('the time between two payments, %s', ([intervalType, most]) => {
    expect(faultsOf(repeated({ intervalType, intervalCount: most }))).toEqual([]);
    expect(faultsOf(repeated({ intervalType, intervalCount: most + 1 }))).toEqual([
      'plans[0].prices[0].intervalCount: there are three years between two payments at most',
    ]);
  });
});
