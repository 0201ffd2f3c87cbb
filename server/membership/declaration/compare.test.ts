import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { describeChange } from './describe-change.ts';

test('what is new is told setting by setting, as far as something is set', () => {
  const price = { id: 'prc_crew', amountCents: 500, intervalType: null, rules: { trialDays: null } };
  const plan = { id: 'pln_crew', description: null, rules: { team: null, domains: [] }, prices: [price] };
  expect(compare({ plans: [] }, { plans: [plan] }).map(describeChange)).toEqual([
    '+ plans[pln_crew].id: "pln_crew"',
    '+ plans[pln_crew].prices[prc_crew].id: "prc_crew"',
    '+ plans[pln_crew].prices[prc_crew].amountCents: 500',
  ]);
});

test('what is new and says nothing is told all the same', () => {
  expect(compare({}, { logo: null, plans: [] }).map(describeChange)).toEqual(['+ logo: null', '+ plans: []']);
});
