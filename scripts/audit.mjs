import { dayOf, judge, known } from './lib/advisories.mjs';
import { npm } from './lib/install.mjs';
import { nodeLine } from './lib/node.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';

const help = `npm run audit

Asks the package registry what is known against the packages of the lock file, and whether our line of Node is still
mended. Ends with 1 when something has to be mended first, or when the registry does not say. It runs before a
release (\`npm version\`) and is no part of \`npm test\`: what others publish must not fail a change of ours.

What cannot be mended at once is written down in scripts/lib/advisories.mjs with the day we learned of it. It may
then wait: 7 days when it is high or critical, 30 days when it is moderate.`;

/** @returns {Promise<number>} 0 when nothing is due */
async function audit() {
  if (readOptions('npm run audit')['help']) {
    console.log(help);
    return 0;
  }
  const today = dayOf(new Date());
  const isNodeMended = today <= nodeLine.mendedUntil;
  console.log(`${isNodeMended ? '✔' : '✘'} Node ${nodeLine.major} is mended until ${nodeLine.mendedUntil}`);
  const findings = judge(await askRegistry(), { since: known, today });
  for (const finding of findings) console.log(sentenceOf(finding));
  const due = findings.filter(({ isDue }) => isDue).length + (isNodeMended ? 0 : 1);
  console.log(due === 0 ? 'Nothing has to be mended first.' : `${due} to be mended first.`);
  return due === 0 ? 0 : 1;
}

/**
 * @returns {Promise<import('./lib/advisories.mjs').Report>}
 * @throws {Problem} when the registry does not answer, or not this question
 */
async function askRegistry() {
  const { output } = await npm([
    'audit',
    '--json',
    '--package-lock-only',
    '--loglevel=silent',
    '--fetch-retries=1',
    '--fetch-timeout=10000',
  ]);
  const report = readJson(output);
  if (report?.vulnerabilities) return report;
  throw new Problem(
    `The registry does not say what is known against our packages: ${report?.message ?? report?.error?.summary ?? output}\n` +
      'Nothing has been checked. Ask again, or ask a registry that answers `npm audit` (npm_config_registry=…).',
  );
}

/** @param {string} text */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {import('./lib/advisories.mjs').Finding} finding */
function sentenceOf({ isDue, mendBy, severity, name, title, url }) {
  const when = mendBy === undefined ? 'not written down yet' : `to be mended by ${mendBy}`;
  return `${isDue ? '✘' : '–'} ${severity}, ${when}: ${name}, ${title} (${url})`;
}

await runMain(audit);
