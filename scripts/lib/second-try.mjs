import path from 'node:path';
import { root } from './project.mjs';
import { isUnloaded } from './results.mjs';

/**
 * What failed of a whole run is run once more, alone, where it is so little that it may be an accident (decision 0090).
 *
 * @typedef {import('./results.mjs').UnitFile} UnitFile
 * @typedef {import('./results.mjs').Suite} Suite
 * @typedef {import('./results.mjs').Spec} Spec
 * @typedef {import('./results.mjs').RunError} RunError
 * @typedef {{ testResults: UnitFile[], errors: RunError[] }} UnitReport
 * @typedef {{ suites: Suite[], errors: RunError[] }} JourneyReport
 */

/** Of some seven thousand unit tests, and of some five hundred journeys, so many may need their second try. */
const mostAgain = 2;

/**
 * The second try of unit tests runs their whole files, which have what their tests need from those before them.
 *
 * @type {SecondTry<UnitReport>}
 */
export const unitTestsAgain = {
  choose(report) {
    const failed = report.testResults.filter((file) => file.status === 'failed');
    const times = failed.map((file) => (isUnloaded(file) ? 1 : countFailed(file)));
    // An error outside of all tests would not come again with them.
    if (report.errors.length > 0) return [];
    return isFew(sum(times)) ? failed.map((file) => path.relative(root, file.name)) : [];
  },
  join: (first, second) => ({
    ...first,
    testResults: first.testResults.map((file) => second.testResults.find(({ name }) => name === file.name) ?? file),
    errors: second.errors,
  }),
};

/** @type {SecondTry<JourneyReport>} */
export const journeysAgain = {
  choose(report) {
    const failed = specsBelow(report.suites).filter((spec) => spec.tests.some((test) => test.status === 'unexpected'));
    if (!isFew(failed.length) || report.errors.length > 0) return [];
    const titles = failed.map(({ title }) => title.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`));
    // The first try's screenshots are kept.
    return ['--workers=1', '--output=.cache/journeys-again', `--grep=(${titles.join('|')})$`, ...filesOf(failed)];
  },
  join: (first, second) => ({
    ...first,
    suites: replaceSpecs(first.suites, new Map(specsBelow(second.suites).map((spec) => [spec.id, spec]))),
    errors: second.errors,
  }),
};

/**
 * How a kind of tests is run again.
 *
 * @template Report
 * @typedef {{
 *   choose: (report: Report) => string[],
 *   join: (first: Report, second: Report) => Report,
 * }} SecondTry
 *   `choose` gives the runner's further arguments, none where nothing or too much failed; `join` puts what was run again in
 *   the place of what failed
 */

/** @param {number} failures */
const isFew = (failures) => failures > 0 && failures <= mostAgain;

/** @param {UnitFile} file */
const countFailed = (file) => file.assertionResults.filter((test) => test.status === 'failed').length;

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** @param {readonly Spec[]} specs */
const filesOf = (specs) => [...new Set(specs.map((spec) => `journeys/${spec.file}`))];

/** @param {readonly Suite[]} suites @returns {Spec[]} */
const specsBelow = (suites) => suites.flatMap((suite) => [...(suite.specs ?? []), ...specsBelow(suite.suites ?? [])]);

/**
 * @param {readonly Suite[]} suites
 * @param {ReadonlyMap<string | undefined, Spec>} replacements by their ids
 * @returns {Suite[]}
 */
const replaceSpecs = (suites, replacements) =>
  suites.map((suite) => ({
    ...suite,
    specs: (suite.specs ?? []).map((spec) => replacements.get(spec.id) ?? spec),
    suites: replaceSpecs(suite.suites ?? [], replacements),
  }));
