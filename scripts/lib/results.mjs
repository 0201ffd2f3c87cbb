import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './project.mjs';

/**
 * The result of a step of `npm test`. A skipped test counts as failed, unless it gives a reason.
 *
 * @typedef {{ passed: number, failed: number, skipped: string[], failures: string[], retried?: string[] }} Result `failures` names what failed, with the beginning of the reason; `retried` what passed at its second try alone, in the same way
 */

// Enough to see where the fault is; the whole output stands where the step ran.
const outputLines = 10;
const mostNamed = 40;
const longestReason = 200;

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
 * Counts a test runner's report; a non-zero exit without a failed test counts as one failure.
 *
 * @param {string} name of the step
 * @param {any} report undefined where the runner left none
 * @param {(report: any) => Result} count
 * @param {number} exitCode
 * @returns {Result}
 */
export function countReport(name, report, count, exitCode) {
  if (report === undefined) return failedStep(`${name}: the run ended with code ${exitCode} and left no report`, '');
  const result = count(report);
  if (exitCode === 0 || result.failed > 0) return result;
  return { ...result, failed: 1, failures: [`${name}: the run ended with code ${exitCode} although no test failed`] };
}

/** @param {string} file @returns {any} undefined where it has no report */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
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
 * An error of a run outside of all its tests.
 *
 * @typedef {{ message?: string }} RunError
 */

/**
 * A test that needs what this machine does not allow names it as `skippedBecause` in its `meta`.
 *
 * @typedef {{ status: string, fullName: string, failureMessages?: string[], meta?: { skippedBecause?: string } }} UnitTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: UnitTest[] }} UnitFile
 */

/**
 * @param {{ testResults: UnitFile[], errors: RunError[] }} report Vitest's, by `unit-report.ts`
 * @returns {Result}
 */
export function countUnitTests(report) {
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      status: test.status,
      title: test.fullName.trim(),
      reason: test.meta?.skippedBecause,
      name: nameFailure(path.relative(root, file.name), test.fullName.trim(), test.failureMessages?.[0]),
    })),
  );
  const unloaded = report.testResults.filter(isUnloaded);
  const failed = tests.filter((test) => test.status === 'failed');
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed');
  const unexplained = skipped.filter((test) => test.reason === undefined);
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: failed.length + unexplained.length + unloaded.length + report.errors.length,
    skipped: skipped.map((test) => `${test.title} (${test.reason ?? noReason})`),
    failures: [
      ...report.errors.map((error) => `outside of all tests${summarise(error.message)}`),
      ...unloaded.map((file) => `${path.relative(root, file.name)}${summarise(file.message)}`),
      ...failed.map((test) => test.name),
      ...unexplained.map((test) => `${test.name}: not run, ${noReason}`),
    ],
  };
}

/**
 * Whether a file failed although none of its tests did: it could not be loaded, or what comes before its tests failed.
 *
 * @param {UnitFile} file
 */
export const isUnloaded = (file) =>
  file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed');

const noReason = 'no reason given: counted as failed';

/**
 * @typedef {{ status: string, annotations: { type: string, description?: string }[], results?: { error?: RunError }[] }} JourneyTest
 * @typedef {{ id?: string, title: string, file?: string, tests: JourneyTest[] }} Spec
 * @typedef {{ title: string, file?: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {{ suites: Suite[], errors: RunError[] }} report Playwright's
 * @returns {Result}
 */
export function countJourneys(report) {
  const tests = testsBelow(report.suites, []);
  const skipped = tests.filter((test) => test.status === 'skipped');
  const unexplained = skipped.filter((test) => test.reason === undefined);
  const failed = tests.filter((test) => test.status === 'unexpected');
  return {
    passed: tests.filter((test) => test.status === 'expected').length,
    failed: failed.length + unexplained.length + report.errors.length,
    skipped: skipped.map((test) => `${test.title} (${test.reason ?? noReason})`),
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
