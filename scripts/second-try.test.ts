import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runQuietly } from './lib/children.mjs';
import { toolEnvironment } from './lib/node.mjs';
import { cacheFolder, root } from './lib/project.mjs';
import { countJourneys, countUnitTests, readReport } from './lib/results.mjs';
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
  const choose = (...testResults: ReturnType<typeof file>[]) => unitTestsAgain.choose({ testResults, errors: [] });

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
    const first = {
      testResults: [file('a.test.ts', 'passed', 'failed'), file('b.test.ts', 'passed'), unloaded],
      errors: [],
    };
    const again = [file('server/unloaded.test.ts', 'passed', 'passed'), file('a.test.ts', 'passed', 'passed')];
    const joined = unitTestsAgain.join(first, { testResults: again, errors: [] });
    expect(countUnitTests(joined)).toMatchObject({ passed: 5, failed: 0 });
    expect(countUnitTests(first)).toMatchObject({ passed: 2, failed: 4 });
  });

  test('what fails at the second try too has failed, and what did not run again as well', () => {
    const first = { testResults: [file('a.test.ts', 'failed'), file('b.test.ts', 'failed')], errors: [] };
    const joined = unitTestsAgain.join(first, { testResults: [file('a.test.ts', 'failed')], errors: [] });
    expect(countUnitTests(joined)).toMatchObject({ passed: 0, failed: 2 });
  });
});

test('an error that no test caught is in the report of a run, and leaves no second try to what failed beside it', async ({
  onTestFinished,
}) => {
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(path.join(cacheFolder, 'run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [tests, file] = [path.join(folder, 'a.test.mjs'), path.join(folder, 'report.json')];
  const run = async (...lines: string[]) => {
    writeFileSync(tests, ["import { test } from 'vitest';", ...lines].join('\n'));
    const reports = [`--reporter=${path.join(root, 'scripts/unit-report.ts')}`, `--outputFile=${file}`];
    const { code } = await runQuietly('vitest', ['run', `--root=${folder}`, ...reports], {
      env: toolEnvironment(),
    });
    return { code, report: readReport(file) };
  };
  const fails = "test('fails', () => { throw new Error('an accident'); });";
  const alone = await run(fails);
  const beside = await run("test('leaves it', () => { Promise.reject(new Error('a stray')); });", fails);

  expect(alone.code).toBe(1);
  expect(unitTestsAgain.choose(alone.report)).toHaveLength(1);
  expect(unitTestsAgain.choose(beside.report)).toEqual([]);
  expect(countUnitTests(beside.report)).toMatchObject({
    passed: 1,
    failed: 2,
    failures: ['outside of all tests: a stray', expect.stringContaining('an accident')],
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
