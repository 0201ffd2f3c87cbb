import path from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { buildPages } from './lib/build.mjs';
import { finished, isStopping, runQuietly, startChild, stopWithNpm } from './lib/children.mjs';
import { installPackages } from './lib/install.mjs';
import { toolEnvironment } from './lib/node.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { secondsSince } from './lib/progress.mjs';
import { cacheFolder } from './lib/project.mjs';
import { countJourneys, countUnitTests, forgetReport, oneCheck, readReport } from './lib/results.mjs';

/** @typedef {import('./lib/results.mjs').Result} Result */

/** @type {Record<string, [string, ...string[]]>} */
const checks = {
  types: ['tsc', '-p', 'tsconfig.json'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt', '--check', '.'],
  'dead-code': ['knip'],
};
const stepNames = [...Object.keys(checks), 'build', 'unit', 'journeys'];
/** Both read the built pages. */
const needBuild = ['unit', 'journeys'];

const help = `npm test

Checks everything: types, lint, format, dead code, build, unit and HTTP tests on a real database, journeys in a
real browser. What is missing is installed first. The last line is "N passed, M failed".

Options:
  --only ${stepNames.join(',')}
      only these steps, separated by commas

Environment, all optional:
  DATABASE_URL    a PostgreSQL in which databases may be made; unset: an embedded one
  CHROMIUM_PATH   the browser for the journeys; unset: one is looked for, then fetched`;

/** @returns {Promise<number>} 0 when nothing failed */
async function test() {
  const { help: wantsHelp, only } = readOptions('npm test', { only: { type: 'string' } });
  if (wantsHelp) {
    console.log(help);
    return 0;
  }
  const chosen = chooseSteps(only);
  stopWithNpm();
  const startedMs = performance.now();
  const results = await runSteps(chosen);
  const skipped = results.flatMap((result) => result.skipped);
  if (skipped.length > 0) console.log(`\nNot run:\n${skipped.map((title) => `  ${title}`).join('\n')}`);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  console.log(`\nEverything took ${secondsSince(startedMs)}.`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * @param {string | boolean | undefined} only
 * @returns {string[]} steps in their order, the ones others need included
 */
function chooseSteps(only) {
  if (typeof only !== 'string') return stepNames;
  const wanted = only.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !stepNames.includes(name));
  if (unknown.length > 0) throw new Problem(`Unknown step ${unknown.join(', ')}. There are: ${stepNames.join(', ')}.`);
  if (wanted.some((name) => needBuild.includes(name))) wanted.push('build');
  return stepNames.filter((name) => wanted.includes(name));
}

/**
 * @param {string[]} chosen
 * @returns {Promise<Result[]>}
 */
async function runSteps(chosen) {
  try {
    await installPackages();
  } catch (error) {
    return [sayFailure(error)];
  }
  const quick = chosen.filter((name) => name in checks).map(runCheck);
  const build = chosen.includes('build') ? await runBuild() : oneCheck(true);
  const results = chosen.includes('build') ? [...(await Promise.all(quick)), build] : await Promise.all(quick);
  if (chosen.includes('unit')) results.push(await runUnitTests());
  if (chosen.includes('journeys')) results.push(build.failed ? withoutPages() : await runJourneys());
  return results;
}

/** @param {string} name */
async function runCheck(name) {
  const startedMs = performance.now();
  const [command, ...args] = /** @type {[string]} */ (checks[name]);
  const { code, output } = await runQuietly(command, args, { env: toolEnvironment() });
  heading(name, startedMs, code === 0);
  if (code !== 0) console.log(output);
  return oneCheck(code === 0);
}

async function runBuild() {
  const startedMs = performance.now();
  try {
    await buildPages();
    heading('build', startedMs, true);
    return oneCheck(true);
  } catch (error) {
    heading('build', startedMs, false);
    return sayFailure(error);
  }
}

async function runUnitTests() {
  const file = path.join(cacheFolder, 'results/unit.json');
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return runTests('unit', ['vitest', 'run', ...reports], file, countUnitTests);
}

async function runJourneys() {
  try {
    const browser = await findBrowser();
    console.log(`\njourneys: the browser is ${browser}`);
    const file = path.join(cacheFolder, 'results/journeys.json');
    return await runTests('journeys', ['playwright', 'test'], file, countJourneys, { CHROMIUM_PATH: browser });
  } catch (error) {
    return sayFailure(error);
  }
}

/**
 * @param {string} name
 * @param {[string, ...string[]]} command
 * @param {string} file where the runner writes its report
 * @param {(report: any) => Result} count
 * @param {Record<string, string>} variables
 */
async function runTests(name, [command, ...args], file, count, variables = {}) {
  const startedMs = performance.now();
  forgetReport(file);
  console.log(`\n${name}`);
  const code = await finished(startChild(command, args, { env: { ...toolEnvironment(), ...variables } }));
  if (isStopping()) process.exit(code);
  const result = readReport(file, count, code);
  heading(name, startedMs, result.failed === 0);
  return result;
}

function withoutPages() {
  console.log('\n✘ journeys: not run, because the build failed');
  return oneCheck(false);
}

/** @param {unknown} error */
function sayFailure(error) {
  console.error(error instanceof Problem ? error.message : error);
  return oneCheck(false);
}

/**
 * @param {string} name
 * @param {number} startedMs
 * @param {boolean} isGood
 */
const heading = (name, startedMs, isGood) => console.log(`${isGood ? '✔' : '✘'} ${name} (${secondsSince(startedMs)})`);

await runMain(test);
