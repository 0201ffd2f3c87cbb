import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './lib/project.mjs';
import { countJourneys, countUnitTests } from './lib/results.mjs';
import { journeysAgain, unitTestsAgain } from './lib/second-try.mjs';

describe('unit tests', () => {
  const unit = (...statuses: string[]) =>
    statuses.map((status, at) => ({ status, fullName: `fact ${at}`, failureMessages: [] }));
  const file = (name: string, ...statuses: string[]) => ({
    name: path.join(root, name),
    status: statuses.some((status) => status === 'failed') ? 'failed' : 'passed',
    assertionResults: unit(...statuses),
  });
  const unloaded = { ...file('server/unloaded.test.ts', 'skipped', 'skipped'), status: 'failed' };
  const choose = (...testResults: ReturnType<typeof file>[]) => unitTestsAgain.choose({ testResults });

  test('up to two that failed run again with their files; of three none, and none where all passed', () => {
    const [one, two] = [file('server/a.test.ts', 'passed', 'failed'), file('server/b.test.ts', 'failed', 'failed')];
    expect(choose(one, file('c.test.ts', 'passed'))).toEqual(['server/a.test.ts']);
    expect(choose(two)).toEqual(['server/b.test.ts']);
    expect(choose(one, two)).toEqual([]);
    expect(choose(file('c.test.ts', 'passed'))).toEqual([]);
  });

  test('a file that could not be loaded counts once, however many tests it has', () => {
    expect(choose(unloaded, file('a.test.ts', 'failed'))).toEqual(['server/unloaded.test.ts', 'a.test.ts']);
  });

  test('what passes at the second try stands in the place of what failed', () => {
    const first = { testResults: [file('a.test.ts', 'passed', 'failed'), file('b.test.ts', 'passed'), unloaded] };
    const again = [file('server/unloaded.test.ts', 'passed', 'passed'), file('a.test.ts', 'passed', 'passed')];
    const joined = unitTestsAgain.join(first, { testResults: again });
    expect(countUnitTests(joined)).toMatchObject({ passed: 5, failed: 0 });
    expect(countUnitTests(first)).toMatchObject({ passed: 2, failed: 4 });
  });

  test('what fails at the second try too has failed, and what did not run again as well', () => {
    const first = { testResults: [file('a.test.ts', 'failed'), file('b.test.ts', 'failed')] };
    const joined = unitTestsAgain.join(first, { testResults: [file('a.test.ts', 'failed')] });
    expect(countUnitTests(joined)).toMatchObject({ passed: 0, failed: 2 });
  });
});

describe('journeys', () => {
  const journey = (title: string, status: string, id = title) => ({
    id,
    title,
    file: 'pay.journey.ts',
    tests: [{ status, annotations: [] }],
  });
  const report = (...specs: ReturnType<typeof journey>[]) => ({
    suites: [{ title: 'pay.journey.ts', suites: [{ title: 'a student', specs }] }],
    errors: [] as { message: string }[],
  });
  const paid = journey('pays (by card)?', 'unexpected');

  test('up to two that failed run again by their titles, one at a time; of three none', () => {
    const chosen = journeysAgain.choose(
      report(paid, journey('reads', 'expected'), journey('turns back', 'unexpected')),
    );
    expect(chosen).toEqual([
      '--workers=1',
      '--output=.cache/journeys-again',
      String.raw`--grep=(pays \(by card\)\?|turns back)$`,
      'journeys/pay.journey.ts',
    ]);
    const three = ['one', 'two', 'three'].map((title) => journey(title, 'unexpected'));
    expect(journeysAgain.choose(report(...three))).toEqual([]);
    expect(journeysAgain.choose(report(journey('reads', 'expected')))).toEqual([]);
  });

  test('none runs again where the run itself failed', () => {
    expect(journeysAgain.choose({ ...report(paid), errors: [{ message: 'global set-up failed' }] })).toEqual([]);
  });

  test('what was run again stands in the place of what failed, and nothing else is counted twice', () => {
    const first = report(paid, journey('reads', 'expected'), journey('turns back', 'unexpected'));
    const join = (...again: ReturnType<typeof journey>[]) => countJourneys(journeysAgain.join(first, report(...again)));
    const passes = { ...paid, tests: [{ status: 'expected', annotations: [] }] };
    expect(join(passes, journey('turns back', 'expected'))).toMatchObject({ passed: 3, failed: 0 });
    expect(join(passes)).toMatchObject({ passed: 2, failed: 1 });
    expect(join(paid, journey('turns back', 'expected'))).toMatchObject({ passed: 2, failed: 1 });
  });

  test('a second run that could not begin has failed', () => {
    const joined = journeysAgain.join(report(paid), { suites: [], errors: [{ message: 'global set-up failed' }] });
    expect(countJourneys(joined)).toMatchObject({ failed: 2 });
  });
});
