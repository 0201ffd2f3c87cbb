import { expect, test } from 'vitest';
import { partners } from '../../shared/partners.ts';
import type { Stage } from '../../contract/stage.ts';
import { landingActionOf } from './landing-action.ts';

const { uts, vcu } = partners;
const member = { stage: '1' as Stage, hasPaid: false, eligibilityScore: 0 };

test('a visitor registers', () => {
  expect(landingActionOf(uts, undefined)).toMatchObject({ label: 'Register Now', leadsTo: 'register' });
});

test.each([
  [69, 'Check Eligibility'],
  [70, 'Enrol Now'],
  [100, 'Enrol Now'],
  [Number.NaN, 'Check Eligibility'],
])('a score of %d reads "%s"', (eligibilityScore, label) => {
  expect(landingActionOf(uts, { ...member, eligibilityScore }).label).toBe(label);
});

test('with payment info it reads "Check Eligibility", whatever the score', () => {
  expect(landingActionOf(uts, { ...member, hasPaid: true, eligibilityScore: 100 }).label).toBe('Check Eligibility');
});

test.each([
  ['0', 'eligibility', 'Check Your Eligibility'],
  ['1', 'eligibility', 'Check Your Eligibility'],
  ['2', 'enrol', 'Enroll Now'],
  ['3', 'eligibility', 'Check Your Eligibility'],
] as const)('stage %s leads to %s, named "%s"', (stage, leadsTo, description) => {
  expect(landingActionOf(vcu, { ...member, stage })).toMatchObject({ leadsTo, description });
});
