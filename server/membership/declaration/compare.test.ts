import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { describeChange } from './describe-change.ts';

test('a new entry is listed setting by setting, where it has values', () => {
  const price = { id: 'prc_crew', amountCents: 500, intervalType: null, rules: { trialDays: null } };
  const plan = { id: 'pln_crew', description: null, rules: { team: null, domains: [] }, prices: [price] };
  expect(compare({ plans: [] }, { plans: [plan] }).map(describeChange)).toEqual([
    '+ plans[pln_crew].id: "pln_crew"',
    '+ plans[pln_crew].prices[prc_crew].id: "prc_crew"',
    '+ plans[pln_crew].prices[prc_crew].amountCents: 500',
  ]);
});

test('a new entry without values is listed as well', () => {
  expect(compare({}, { logo: null, plans: [] }).map(describeChange)).toEqual(['+ logo: null', '+ plans: []']);
});
