import { expect, test } from 'vitest';
import { countJourneys, countUnitTests, readReport } from './lib/results.mjs';

const unitTest = (status: string) => ({ status, fullName: ` a ${status} fact` });
const unitFile = (status: string, ...tests: ReturnType<typeof unitTest>[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests,
});
const journey = (status: string, ...annotations: { type: string; description?: string }[]) => ({
  title: `a ${status} journey`,
  tests: [{ status, annotations }],
});

test('unit tests are counted by what became of them', () => {
  const report = { testResults: [unitFile('failed', unitTest('passed'), unitTest('passed'), unitTest('failed'))] };
  expect(countUnitTests(report)).toEqual({ passed: 2, failed: 1, skipped: [] });
});

test('a file that could not be loaded is a failure', () => {
  const report = { testResults: [unitFile('passed', unitTest('passed')), unitFile('failed')] };
  expect(countUnitTests(report)).toMatchObject({ passed: 1, failed: 1 });
});

test('a unit test that did not run is named and counts as failed', () => {
  const report = { testResults: [unitFile('passed', unitTest('skipped'))] };
  expect(countUnitTests(report)).toEqual({
    passed: 0,
    failed: 1,
    skipped: ['a skipped fact (no reason given: counted as failed)'],
  });
});

test('journeys are counted in every file and folder of the report', () => {
  const nested = { title: 'inner', specs: [journey('unexpected'), journey('flaky')] };
  const report = { suites: [{ title: 'a.journey.ts', specs: [journey('expected')], suites: [nested] }], errors: [] };
  expect(countJourneys(report)).toEqual({ passed: 1, failed: 2, skipped: [] });
});

test('a journey may be left out for a reason, and only then', () => {
  const specs = [journey('skipped', { type: 'skip', description: 'no PDF viewer here' }), journey('skipped')];
  expect(countJourneys({ suites: [{ title: 'a.journey.ts', specs }], errors: [] })).toEqual({
    passed: 0,
    failed: 1,
    skipped: ['a skipped journey (no PDF viewer here)', 'a skipped journey (no reason given: counted as failed)'],
  });
});

test('a start that failed before the first journey is a failure', () => {
  expect(countJourneys({ suites: [], errors: [{ message: 'global set-up failed' }] })).toMatchObject({ failed: 1 });
});

test('a runner that left no report is one failure', () => {
  expect(readReport('there-is-no-such-report.json', countUnitTests, 1)).toEqual({ passed: 0, failed: 1, skipped: [] });
});
