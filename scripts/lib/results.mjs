import { readFileSync, rmSync } from 'node:fs';

/**
 * What a step of `npm test` came to. A test that did not run counts as failed, unless it says why it may be left out.
 *
 * @typedef {{ passed: number, failed: number, skipped: string[] }} Result
 */

/** @param {boolean} isGood @returns {Result} */
export const oneCheck = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: [] });

/**
 * Reads what a test runner wrote; a runner that ended badly without naming a failed test is itself one failure.
 *
 * @param {string} file the runner's report
 * @param {(report: any) => Result} count
 * @param {number} exitCode
 * @returns {Result}
 */
export function readReport(file, count, exitCode) {
  try {
    const result = count(JSON.parse(readFileSync(file, 'utf8')));
    return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
  } catch {
    return oneCheck(false);
  }
}

/** @param {string} file an earlier run's report must not be taken for this one's */
export const forgetReport = (file) => rmSync(file, { force: true });

/**
 * @param {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} report Vitest's
 * @returns {Result}
 */
export function countUnitTests(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const skipped = tests.filter((test) => !['passed', 'failed'].includes(test.status));
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: tests.filter((test) => test.status === 'failed').length + skipped.length + unloaded.length,
    skipped: skipped.map((test) => `${test.fullName.trim()} (no reason given: counted as failed)`),
  };
}

/**
 * @typedef {{ status: string, annotations: { type: string, description?: string }[] }} JourneyTest
 * @typedef {{ title: string, specs?: { title: string, tests: JourneyTest[] }[], suites?: Suite[] }} Suite
 */

/**
 * @param {{ suites: Suite[], errors: unknown[] }} report Playwright's
 * @returns {Result}
 */
export function countJourneys(report) {
  const tests = testsBelow(report.suites);
  const skipped = tests.filter((test) => test.status === 'skipped');
  const unexplained = skipped.filter((test) => test.reason === undefined);
  const failed = tests.filter((test) => test.status === 'unexpected' || test.status === 'flaky');
  return {
    passed: tests.filter((test) => test.status === 'expected').length,
    failed: failed.length + unexplained.length + report.errors.length,
    skipped: skipped.map((test) => `${test.title} (${test.reason ?? 'no reason given: counted as failed'})`),
  };
}

/**
 * @param {Suite[]} suites
 * @returns {{ title: string, status: string, reason: string | undefined }[]}
 */
function testsBelow(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        title: spec.title,
        status: test.status,
        reason: test.annotations.find((note) => note.type === 'skip')?.description,
      })),
    ),
    ...testsBelow(suite.suites ?? []),
  ]);
}
