import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './project.mjs';

/**
 * The result of a step of `npm test`. A skipped test counts as failed, unless it gives a reason.
 *
 * @typedef {{ passed: number, failed: number, skipped: string[], failures: string[], retried?: string[] }} Result `failures` names what failed, with the beginning of the reason; `retried` what passed at its second try, in the same way
 */

// Enough to see where the fault is; the whole output stands where the step ran.
const outputLines = 10;
const mostNamed = 40;
const longestReason = 200;
/** Of some seven thousand unit tests, and of some five hundred journeys, so many may need their second try (decision 0088). */
const mostRetried = 2;

/** @returns {Result} of a step that ended as it should */
export const passedStep = () => ({ passed: 1, failed: 0, skipped: [], failures: [] });

/**
 * @param {string} name of the step
 * @param {string} output what it printed
 * @returns {Result}
 */
export function failedStep(name, output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const left = lines.length - outputLines;
  const shown = [...lines.slice(0, outputLines), ...(left > 0 ? [`… and ${left} more lines`] : [])];
  return { passed: 0, failed: 1, skipped: [], failures: [[name, ...shown.map((line) => `  ${line}`)].join('\n')] };
}

/**
 * Reads a test runner's report; a non-zero exit without a failed test counts as one failure.
 *
 * @param {string} name of the step
 * @param {string} file the runner's report
 * @param {(report: any) => Result} count
 * @param {number} exitCode
 * @returns {Result}
 */
export function readReport(name, file, count, exitCode) {
  try {
    const result = count(JSON.parse(readFileSync(file, 'utf8')));
    if (exitCode === 0 || result.failed > 0) return result;
    const failures = [`${name}: the run ended with code ${exitCode} although no test failed`];
    return { ...result, failed: 1, failures };
  } catch {
    return failedStep(`${name}: the run ended with code ${exitCode} and left no report`, '');
  }
}

/** Deletes an earlier run's report, which must not be taken for this one's. @param {string} file */
export const forgetReport = (file) => rmSync(file, { force: true });

/**
 * What a reader of the last lines alone has to know of a run that failed.
 *
 * @param {readonly Result[]} results
 * @returns {string} nothing when nothing failed
 */
export function listFailures(results) {
  const failures = results.flatMap((result) => result.failures);
  if (failures.length === 0) return '';
  const left = failures.length - mostNamed;
  const named = [...failures.slice(0, mostNamed), ...(left > 0 ? [`… and ${left} more`] : [])];
  return `Failed:\n${named.map((failure) => failure.replaceAll(/^/gm, '  ')).join('\n')}`;
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string | undefined} reason
 */
const nameFailure = (file, title, reason) => `${file} › ${title}${summarise(reason)}`;

/** @param {string | undefined} reason its first line is kept, and what was waited for, which Playwright says further down */
function summarise(reason = '') {
  const lines = stripVTControlCharacters(reason).split('\n');
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? '';
  const awaited = lines.find((line) => line.startsWith('Locator: '));
  const parts = [first, awaited].filter(Boolean).map((line) => line?.slice(0, longestReason));
  return parts.length === 0 ? '' : `: ${parts.join('. ')}`;
}

/**
 * A test that needs what this machine does not allow names it as `skippedBecause` in its `meta`.
 *
 * @typedef {{ status: string, fullName: string, failureMessages?: string[], meta?: { skippedBecause?: string } }} UnitTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: UnitTest[] }} UnitFile
 */

/**
 * A test that passed at its second try counts as passed while there are few of them, and is named.
 *
 * @param {{ testResults: UnitFile[] }} report Vitest's
 * @returns {Result}
 */
export function countUnitTests(report) {
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      // Vitest keeps the failures of a test that passed when it was run again.
      status: test.status === 'passed' && (test.failureMessages?.length ?? 0) > 0 ? 'retried' : test.status,
      title: test.fullName.trim(),
      reason: test.meta?.skippedBecause,
      name: nameFailure(path.relative(root, file.name), test.fullName.trim(), test.failureMessages?.[0]),
    })),
  );
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const retried = tests.filter((test) => test.status === 'retried');
  const failed = [...tests.filter((test) => test.status === 'failed'), ...beyondTolerable(retried)];
  const skipped = tests.filter((test) => !['passed', 'failed', 'retried'].includes(test.status));
  const unexplained = skipped.filter((test) => test.reason === undefined);
  return {
    passed:
      tests.filter((test) => ['passed', 'retried'].includes(test.status)).length - beyondTolerable(retried).length,
    failed: failed.length + unexplained.length + unloaded.length,
    skipped: skipped.map((test) => `${test.title} (${test.reason ?? noReason})`),
    retried: retried.map((test) => test.name),
    failures: [
      ...unloaded.map((file) => `${path.relative(root, file.name)}${summarise(file.message)}`),
      ...failed.map((test) => test.name),
      ...unexplained.map((test) => `${test.name}: not run, ${noReason}`),
    ],
  };
}

const noReason = 'no reason given: counted as failed';

/**
 * @template Test
 * @param {readonly Test[]} retried that passed at their second try
 * @returns {readonly Test[]} those that count as failed: none of a few, all of many
 */
const beyondTolerable = (retried) => (retried.length <= mostRetried ? [] : retried);

/**
 * @typedef {{ message?: string }} JourneyError
 * @typedef {{ status: string, annotations: { type: string, description?: string }[], results?: { error?: JourneyError }[] }} JourneyTest
 * @typedef {{ title: string, file?: string, specs?: { title: string, tests: JourneyTest[] }[], suites?: Suite[] }} Suite
 */

/**
 * A journey that passed at its second try counts as passed while there are few of them, and is named.
 *
 * @param {{ suites: Suite[], errors: JourneyError[] }} report Playwright's
 * @returns {Result}
 */
export function countJourneys(report) {
  const tests = testsBelow(report.suites, []);
  const skipped = tests.filter((test) => test.status === 'skipped');
  const unexplained = skipped.filter((test) => test.reason === undefined);
  const flaky = tests.filter((test) => test.status === 'flaky');
  const failed = [...tests.filter((test) => test.status === 'unexpected'), ...beyondTolerable(flaky)];
  return {
    passed: tests.filter((test) => ['expected', 'flaky'].includes(test.status)).length - beyondTolerable(flaky).length,
    failed: failed.length + unexplained.length + report.errors.length,
    skipped: skipped.map((test) => `${test.title} (${test.reason ?? noReason})`),
    retried: flaky.map((test) => test.name),
    failures: [
      ...report.errors.map((error) => `journeys${summarise(error.message)}`),
      ...failed.map((test) => test.name),
      ...unexplained.map((test) => `${test.name}: not run, ${noReason}`),
    ],
  };
}

/**
 * @param {readonly Suite[]} suites
 * @param {readonly string[]} above titles of the suites around these: the file, then each `describe`
 * @returns {{ title: string, name: string, status: string, reason: string | undefined }[]}
 */
function testsBelow(suites, above) {
  return suites.flatMap((suite) => {
    const titles = [...above, suite.title];
    const specs = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        title: spec.title,
        name: nameFailure(
          `journeys/${titles.join(' › ')}`,
          spec.title,
          test.results?.find((result) => result.error)?.error?.message,
        ),
        status: test.status,
        reason: test.annotations.find((note) => note.type === 'skip')?.description,
      })),
    );
    return [...specs, ...testsBelow(suite.suites ?? [], titles)];
  });
}
