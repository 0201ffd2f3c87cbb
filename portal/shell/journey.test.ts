import { describe, expect, test } from 'vitest';
import { standingOf } from '../session/standing.ts';
import { journeyOf } from './journey.ts';

const words = { Enrol: 'Enroll', Enrolment: 'Enrollment' };
const journey = (customFields: Record<string, string>) => journeyOf(standingOf({ customFields }), words);

describe('the next step', () => {
  test.each([
    ['a new member', {}, 'Check Eligibility', 25],
    ['stage 0', { stage: '0' }, 'Check Eligibility', 25],
    ['stage 1', { stage: '1' }, 'Check Eligibility', 25],
    ['stage 2 without a course', { stage: '2' }, 'Select Course', 50],
    ['stage 2 with a course', { stage: '2', 'course-selected': 'data' }, 'Enroll Now', 75],
    ['stage 2 with a course in its long form', { stage: '2', 'course-selected': 'data-science' }, 'Enroll Now', 75],
    ['stage 3', { stage: '3' }, 'Enrollment Complete', 100],
    ['stage 2, but paid', { stage: '2', 'payment-status': 'completed' }, 'Enrollment Complete', 100],
    ['any other stage', { stage: '9' }, 'Something went wrong', 0],
  ])('of %s', (_who, fields: Record<string, string>, nextStep, percent) => {
    expect(journey(fields)).toMatchObject({ nextStep, percent });
  });
});

test('only a stage that does not exist is broken, and leads back to the check', () => {
  expect(journey({ stage: '9' })).toMatchObject({ isBroken: true, leadsTo: 'eligibility', tasks: [] });
  expect(journey({ stage: 'constructor' }).isBroken).toBe(true);
  expect(journey({}).isBroken).toBe(false);
});

test('the badge tells the outcome, and nothing before there is one', () => {
  expect(journey({ 'eligibility-status': 'preapproved' }).outcome?.label).toBe('Pre-approved');
  expect(journey({ 'eligibility-status': 'advisor' }).outcome?.label).toBe('Talk to an industry career consultant');
  expect(journey({}).outcome).toBeUndefined();
  expect(journey({ 'eligibility-status': 'eligible' }).outcome).toBeUndefined();
});

describe('the tasks', () => {
  const states = (fields: Record<string, string>) => journey(fields).tasks.map(({ state }) => state);

  test('open one after the other', () => {
    const course = { stage: '2', 'course-selected': 'cyber' };
    expect(states({})).toEqual(['Not started', 'Cannot start yet', 'Cannot start yet', 'Cannot start yet']);
    expect(states({ stage: '2' })).toEqual(['Done', 'Not started', 'Cannot start yet', 'Cannot start yet']);
    expect(states(course)).toEqual(['Done', 'Done', 'Not started', 'Cannot start yet']);
    expect(states({ ...course, 'selected-cohort': '7' })).toEqual(['Done', 'Done', 'Done', 'Not started']);
    expect(states({ stage: '3' })).toEqual(['Done', 'Done', 'Done', 'Done']);
  });

  test.each([
    ['awaiting-payment', 'Enroll Now', 'enrol'],
    ['processing', 'Wait for your bank', 'paymentSuccess'],
    ['review', 'Wait for our check', 'paymentSuccess'],
    ['unseated', 'Choose what happens', 'paymentSuccess'],
    ['refunding', 'Wait for your refund', 'paymentSuccess'],
  ] as const)('have paying in progress while the order is %s', (order, nextStep, leadsTo) => {
    const standing = standingOf({ customFields: { stage: '2', 'course-selected': 'cyber', 'selected-cohort': '7' } });
    expect(journeyOf(standing, words, order)).toMatchObject({ nextStep, leadsTo, percent: 75 });
    expect(journeyOf(standing, words, order).tasks.at(-1)?.state).toBe('In progress');
    for (const over of ['cancelled', 'expired', 'failed', 'refunded'] as const)
      expect(journeyOf(standing, words, over)).toEqual(journeyOf(standing, words));
  });

  test('keep the check in progress while an advisor is to be asked', () => {
    expect(states({ stage: '1', 'eligibility-status': 'advisor' })[0]).toBe('In progress');
  });
});
