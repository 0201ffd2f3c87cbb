import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  countJourneys,
  countReport,
  countUnitTests,
  failedStep,
  listFailures,
  passedStep,
  readReport,
} from './lib/results.mjs';
import { root } from './lib/project.mjs';

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

test('unit tests are counted by outcome', () => {
  const report = {
    testResults: [unitFile('failed', unitTest('passed'), unitTest('passed'), unitTest('failed'))],
    errors: [],
  };
  expect(countUnitTests(report)).toMatchObject({ passed: 2, failed: 1, skipped: [] });
});

test('a file that could not be loaded is a failure', () => {
  const report = { testResults: [unitFile('passed', unitTest('passed')), unitFile('failed')], errors: [] };
  expect(countUnitTests(report)).toMatchObject({ passed: 1, failed: 1 });
});

test('a unit test that did not run is named and counts as failed', () => {
  const report = { testResults: [unitFile('passed', unitTest('skipped'))], errors: [] };
  expect(countUnitTests(report)).toMatchObject({
    passed: 0,
    failed: 1,
    skipped: ['a skipped fact (no reason given: counted as failed)'],
  });
});

test('a unit test may be left out for a reason', () => {
  const skipped = { ...unitTest('skipped'), meta: { skippedBecause: 'no network namespaces here' } };
  expect(countUnitTests({ testResults: [unitFile('passed', skipped)], errors: [] })).toEqual({
    passed: 0,
    failed: 0,
    skipped: ['a skipped fact (no network namespaces here)'],
    failures: [],
  });
});

test('journeys are counted in every file and folder of the report', () => {
  const nested = { title: 'inner', specs: [journey('unexpected'), journey('unexpected')] };
  const report = { suites: [{ title: 'a.journey.ts', specs: [journey('expected')], suites: [nested] }], errors: [] };
  expect(countJourneys(report)).toMatchObject({ passed: 1, failed: 2, skipped: [] });
});

test('a journey may be left out for a reason, and only then', () => {
  const specs = [journey('skipped', { type: 'skip', description: 'no PDF viewer here' }), journey('skipped')];
  expect(countJourneys({ suites: [{ title: 'a.journey.ts', specs }], errors: [] })).toMatchObject({
    passed: 0,
    failed: 1,
    skipped: ['a skipped journey (no PDF viewer here)', 'a skipped journey (no reason given: counted as failed)'],
  });
});

test('a start that failed before the first journey is a failure', () => {
  expect(countJourneys({ suites: [], errors: [{ message: 'global set-up failed' }] })).toMatchObject({ failed: 1 });
});

test('a runner that left no report is one failure', () => {
  expect(countReport('unit', readReport('there-is-no-such-report.json'), countUnitTests, 1)).toEqual({
    passed: 0,
    failed: 1,
    skipped: [],
    failures: ['unit: the run ended with code 1 and left no report'],
  });
});

describe('the end of a run', () => {
  const unit = (file: string, ...assertionResults: object[]) =>
    countUnitTests({
      testResults: [{ name: path.join(root, file), status: 'failed', message: 'Cannot find x', assertionResults }],
      errors: [],
    } as Parameters<typeof countUnitTests>[0]);

  test('names the file, the test and the first line of the message of each failed unit test', () => {
    const failed = { status: 'failed', fullName: 'a seat is held', failureMessages: ['\nError: 409\n    at x.ts:1'] };
    const passed = { status: 'passed', fullName: 'a seat is free', failureMessages: [] };
    expect(listFailures([unit('server/seats.test.ts', failed, passed)])).toBe(
      'Failed:\n  server/seats.test.ts › a seat is held: Error: 409',
    );
  });

  test('names a unit test file that could not be loaded', () => {
    expect(listFailures([unit('server/seats.test.ts')])).toBe('Failed:\n  server/seats.test.ts: Cannot find x');
  });

  test('names each failed journey with its file, its group and what it waited for, without terminal colours', () => {
    const error = {
      message:
        "\u001B[31mexpect(locator).toBeVisible() failed\u001B[39m\n\nLocator: getByText('Paid')\nExpected: visible",
    };
    const specs = [{ title: 'pays', tests: [{ status: 'unexpected', annotations: [], results: [{ error }] }] }];
    const suites = [{ title: 'pay.journey.ts', suites: [{ title: 'a student', specs }] }];
    expect(listFailures([countJourneys({ suites, errors: [] })])).toBe(
      "Failed:\n  journeys/pay.journey.ts › a student › pays: expect(locator).toBeVisible() failed. Locator: getByText('Paid')",
    );
  });

  test('names tests that did not run and gave no reason', () => {
    const specs = [{ title: 'pays', tests: [{ status: 'skipped', annotations: [] }] }];
    const skipped = [
      unit('a.test.ts', { status: 'skipped', fullName: 'a fact' }, { status: 'failed', fullName: 'another' }),
      countJourneys({ suites: [{ title: 'pay.journey.ts', specs }], errors: [] }),
    ];
    expect(listFailures(skipped)).toContain('a.test.ts › a fact: not run, no reason given');
    expect(listFailures(skipped)).toContain('journeys/pay.journey.ts › pays: not run, no reason given');
  });

  test('names a failed step with the beginning of its output', () => {
    const output = `\n\u001B[31mone.ts(1,2): error\u001B[39m\n${'more\n'.repeat(12)}`;
    const lines = listFailures([failedStep('types', output)]).split('\n');
    expect(lines.slice(0, 3)).toEqual(['Failed:', '  types', '    one.ts(1,2): error']);
    expect(lines.at(-1)).toBe('    … and 3 more lines');
  });

  test('names a runner that ended badly although no test failed', () => {
    expect(listFailures([countReport('unit', {}, passedStep, 3)])).toContain('unit: the run ended with code 3');
    expect(listFailures([countReport('unit', {}, passedStep, 0)])).toBe('');
  });

  test('names at most 40, and says how many more there are', () => {
    const lines = listFailures(Array.from({ length: 42 }, () => failedStep('types', ''))).split('\n');
    expect(lines).toHaveLength(1 + 40 + 1);
    expect(lines.at(-1)).toBe('  … and 2 more');
  });

  test('says nothing more when nothing failed', () => {
    expect(listFailures([passedStep()])).toBe('');
  });
});
