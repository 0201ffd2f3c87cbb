import path from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { buildProduct } from './lib/build.mjs';
import { finished, isStopping, runQuietly, startChild, stopWithNpm } from './lib/children.mjs';
import { installClusterPackages, missingPackages } from './lib/debian.mjs';
import { installPackages } from './lib/install.mjs';
import { toolEnvironment } from './lib/node.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { secondsSince } from './lib/progress.mjs';
import { cacheFolder } from './lib/project.mjs';
import {
  countJourneys,
  countReport,
  countUnitTests,
  failedStep,
  forgetReport,
  listFailures,
  passedStep,
  readReport,
} from './lib/results.mjs';
import { journeysAgain, unitTestsAgain } from './lib/second-try.mjs';

/** @typedef {import('./lib/results.mjs').Result} Result */

/** @type {Record<string, [string, ...string[]]>} */
const checks = {
  types: ['tsc', '-p', 'tsconfig.json'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt', '--check', '.'],
  'dead-code': ['knip'],
};
const stepNames = [...Object.keys(checks), 'build', 'unit', 'journeys'];
/** Runs when it is asked for: it takes the machine for itself, and Debian's packages. */
const cluster = 'cluster';
/** They read the built pages. */
const needBuild = ['unit', 'journeys', cluster];

const help = `npm test

Checks everything: types, lint, format, dead code, build, unit and HTTP tests on a real database, journeys in a
real browser. What is missing is installed first. The last line is "N passed, M failed".

Options:
  --only ${[...stepNames, cluster].join(',')}
      only these steps, separated by commas
  --with ${cluster}
      kills the parts of a cluster under load besides, if this machine can run one: as root on Debian, a quarter of an
      hour. "npm run test:cluster" does that alone.
  --database pgbouncer
      the embedded PostgreSQL behind PgBouncer in transaction mode, as production has it (Debian's package pgbouncer)
  --database 15
      an installed PostgreSQL of that version (Debian's package postgresql-15); the embedded one is 18

Environment, all optional:
  DATABASE_URL         a PostgreSQL in which a superuser may make databases; unset: an embedded one
  DATABASE_DIRECT_URL  the PostgreSQL itself, where DATABASE_URL leads to a pooler in transaction mode. The pooler
                       must know any database and account: "*" in [databases], and auth_query
  CHROMIUM_PATH        the browser for the journeys; unset: one is looked for, then fetched
  TEST_SEED            what tests with random inputs begin with, a whole number; unset: the same one in each run
  CLUSTER_ROUNDS       how often each fault of a cluster comes at most, while a fact is being worked on: up to 50 times
  CLUSTER_MEMBERS      how many members the database has that is backed up and restored: none`;

/** @returns {Promise<number>} 0 when nothing failed */
async function test() {
  const options = readOptions('npm test', {
    only: { type: 'string' },
    with: { type: 'string' },
    database: { type: 'string' },
  });
  const { help: wantsHelp, only, with: beside, database } = options;
  if (wantsHelp) {
    console.log(help);
    return 0;
  }
  if (beside !== undefined && beside !== cluster)
    throw new Problem(`Only "${cluster}" can be added: --with ${cluster}.`);
  const isAdded = beside === cluster;
  const chosen = chooseSteps(only, isAdded ? [cluster] : []);
  if (database !== undefined) chooseDatabase(String(database));
  stopWithNpm();
  const startedMs = performance.now();
  const results = await runSteps(chosen, (error) => (isAdded ? leaveOut(error) : sayFailure(cluster, error)));
  const skipped = results.flatMap((result) => result.skipped);
  if (skipped.length > 0) console.log(`\nNot run:\n${skipped.map((title) => `  ${title}`).join('\n')}`);
  const retried = results.flatMap((result) => result.retried ?? []);
  if (retried.length > 0)
    console.log(`\nPassed at the second try only; look at why:\n${retried.map((name) => `  ${name}`).join('\n')}`);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const missing = missingPackages();
  if (missing.length > 0 && !chosen.includes(cluster))
    console.log(
      `\nTests of a cluster are separate: "npm run test:cluster" installs ${missing.join(', ')} (as root on Debian) and runs them.`,
    );
  // Last, because a build machine may show the last lines alone.
  if (failed > 0) console.log(`\n${listFailures(results)}`);
  console.log(`\nEverything took ${secondsSince(startedMs)}.`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * What `server/testing/test-server.ts` starts for unit tests and journeys.
 *
 * @param {string} wanted
 */
function chooseDatabase(wanted) {
  if (!/^(?:pgbouncer|\d+)$/.test(wanted))
    throw new Problem(`--database takes "pgbouncer" or the version of an installed PostgreSQL, not "${wanted}".`);
  if (process.env.DATABASE_URL) throw new Problem('DATABASE_URL names a database already: unset it, or --database.');
  process.env.INTAKE_TEST_DATABASE = wanted;
}

/**
 * @param {string | boolean | undefined} only
 * @param {string[]} added
 * @returns {string[]} steps in their order, the ones others need included
 */
function chooseSteps(only, added) {
  if (typeof only !== 'string') return [...stepNames, ...added];
  const wanted = [...only.split(',').map((name) => name.trim()), ...added];
  const all = [...stepNames, cluster];
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Problem(`Unknown step ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  if (wanted.some((name) => needBuild.includes(name))) wanted.push('build');
  return all.filter((name) => wanted.includes(name));
}

/**
 * @param {string[]} chosen
 * @param {(error: unknown) => Result} withoutCluster what it counts as when this machine cannot run a cluster
 * @returns {Promise<Result[]>}
 */
async function runSteps(chosen, withoutCluster) {
  try {
    await installPackages();
  } catch (error) {
    return [sayFailure('packages', error)];
  }
  const quick = chosen.filter((name) => name in checks).map(runCheck);
  const build = chosen.includes('build') ? await runBuild() : passedStep();
  const results = chosen.includes('build') ? [...(await Promise.all(quick)), build] : await Promise.all(quick);
  if (chosen.includes('unit')) results.push(await runUnitTests());
  if (chosen.includes('journeys')) results.push(build.failed ? withoutPages('journeys') : await runJourneys());
  if (chosen.includes(cluster))
    results.push(build.failed ? withoutPages(cluster) : await runClusterFacts().catch(withoutCluster));
  return results;
}

/** @param {string} name */
async function runCheck(name) {
  const startedMs = performance.now();
  const [command, ...args] = /** @type {[string]} */ (checks[name]);
  const { code, output } = await runQuietly(command, args, { env: toolEnvironment() });
  heading(name, startedMs, code === 0);
  if (code !== 0) console.log(output);
  return code === 0 ? passedStep() : failedStep(name, output);
}

async function runBuild() {
  const startedMs = performance.now();
  try {
    await buildProduct();
    heading('build', startedMs, true);
    return passedStep();
  } catch (error) {
    heading('build', startedMs, false);
    return sayFailure('build', error);
  }
}

const runUnitTests = () =>
  runTests('unit', {
    ...withVitest('unit'),
    count: countUnitTests,
    again: unitTestsAgain,
  });

async function runJourneys() {
  try {
    const browser = await findBrowser();
    console.log(`\njourneys: the browser is ${browser}`);
    const result = await runTests('journeys', {
      command: ['playwright', 'test'],
      file: path.join(cacheFolder, 'results/journeys.json'),
      variables: { CHROMIUM_PATH: browser },
      count: countJourneys,
      again: journeysAgain,
    });
    if (result.failed > 0)
      result.failures.push('The product wrote .cache/results/journeys-product*.log meanwhile, one for each start.');
    return result;
  } catch (error) {
    return sayFailure('journeys', error);
  }
}

/** @throws {Problem} where this machine cannot run a cluster */
async function runClusterFacts() {
  await installClusterPackages();
  const words = ['--config', 'scripts/cluster/vitest.config.ts', '--disable-console-intercept'];
  return runTests(cluster, { ...withVitest('cluster', words), count: countUnitTests });
}

/**
 * @param {string} name of the report
 * @param {string[]} words further arguments
 * @returns {Pick<Runner, 'command' | 'file'>}
 */
function withVitest(name, words = []) {
  const file = path.join(cacheFolder, `results/${name}.json`);
  const reports = ['--reporter=default', '--reporter=./scripts/unit-report.ts', `--outputFile=${file}`];
  return { command: ['vitest', 'run', ...words, ...reports], file };
}

/**
 * @param {unknown} error
 * @returns {Result} of facts that this machine cannot show
 */
function leaveOut(error) {
  if (!(error instanceof Problem)) throw error;
  return { passed: 0, failed: 0, skipped: [`the facts about a cluster: ${error.message}`], failures: [] };
}

/**
 * A test runner: its command, where it writes its report, and how that is counted. `again` is how it runs a second time what
 * failed; without it nothing is run again.
 *
 * @typedef {{
 *   command: [string, ...string[]],
 *   file: string,
 *   variables?: Record<string, string>,
 *   count: (report: any) => Result,
 *   again?: import('./lib/second-try.mjs').SecondTry<any>,
 * }} Runner
 */

/**
 * @param {string} name
 * @param {Runner} runner
 * @returns {Promise<Result>}
 */
async function runTests(name, runner) {
  const startedMs = performance.now();
  console.log(`\n${name}`);
  const first = await runOnce(runner, []);
  const chosen = first.report === undefined ? [] : (runner.again?.choose(first.report) ?? []);
  const result = countReport(name, first.report, runner.count, first.code);
  heading(name, startedMs, result.failed === 0);
  return chosen.length === 0 ? result : runAgain(name, runner, { ...first, result, chosen });
}

/**
 * @param {string} name
 * @param {Runner} runner
 * @param {{ report: any, result: Result, chosen: string[] }} first
 * @returns {Promise<Result>} of both runs
 */
async function runAgain(name, runner, first) {
  const startedMs = performance.now();
  console.log(`\n${name}: what failed, once more and alone`);
  const { code, report } = await runOnce(runner, first.chosen);
  const joined = report === undefined ? undefined : runner.again?.join(first.report, report);
  const result = countReport(name, joined, runner.count, code);
  heading(`${name}, once more`, startedMs, result.failed === 0);
  if (result.failed === 0) return { ...result, retried: first.result.failures };
  const atSecond = result.failures.map((failure) => `at the second try, alone: ${failure}`);
  return { ...result, failures: [...first.result.failures, ...atSecond] };
}

/**
 * @param {Runner} runner
 * @param {string[]} words further arguments
 */
async function runOnce({ command: [command, ...args], file, variables }, words) {
  forgetReport(file);
  const environment = { ...toolEnvironment(), ...variables };
  const code = await finished(startChild(command, [...args, ...words], { env: environment }));
  if (isStopping()) process.exit(code);
  return { code, report: readReport(file) };
}

/** @param {string} name */
function withoutPages(name) {
  const reason = `${name}: not run, because the build failed`;
  console.log(`\n✘ ${reason}`);
  return failedStep(reason, '');
}

/**
 * @param {string} name of the step
 * @param {unknown} error
 */
function sayFailure(name, error) {
  console.error(error instanceof Problem ? error.message : error);
  return failedStep(name, error instanceof Error ? error.message : String(error));
}

/**
 * @param {string} name
 * @param {number} startedMs
 * @param {boolean} isGood
 */
const heading = (name, startedMs, isGood) => console.log(`${isGood ? '✔' : '✘'} ${name} (${secondsSince(startedMs)})`);

await runMain(test);
