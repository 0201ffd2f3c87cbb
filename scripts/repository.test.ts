import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Variables } from '../server/platform/env-variables.ts';
import { secretVariables as secretsOfServer } from '../server/platform/secret-files.ts';
import { environment, secretVariables } from './lib/environment.mjs';
import { root } from './lib/project.mjs';
import { longFiles } from './longest-first.ts';

/** Generated folders; the list's source is .gitignore. */
const made = [
  '.git',
  ...readFileSync(path.join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace('/', '')),
];

const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !made.includes(name))
  .flatMap((entry) => (entry.isDirectory() ? filesBelow(entry.name) : [entry.name]));

function filesBelow(folder: string) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Patterns of machine-specific hosts and paths. */
const ofOneMachine = [
  /registry\.(?:npmjs|yarnpkg|npmmirror)\b/,
  /\b(?:artifactory|verdaccio|npm\.pkg\.github\.com)\b/i,
  /(?<![\w.-])\/(?:home|root|Users|work)\/\w/,
  /\b[A-Z]:\\Users\\/,
];
const findsOfOneMachine = (text: string) => ofOneMachine.filter((pattern) => pattern.test(text));

test('no file names a registry host or a path of one machine', () => {
  const others = files.filter((file) => file !== 'scripts/repository.test.ts');
  expect(others.filter((file) => findsOfOneMachine(textOf(file)).length > 0)).toEqual([]);
});

test('a registry host or a path of one machine is found', () => {
  const samples = [['https://registry', 'npmjs', 'org/zod'].join('.'), ['', 'home', 'ada', 'intake'].join('/')];
  for (const sample of samples) expect(findsOfOneMachine(`see ${sample}`)).toHaveLength(1);
});

test('every link in the documents leads to a file', () => {
  const broken = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => linksOf(file).filter((target) => !existsSync(path.join(root, path.dirname(file), target))));
  expect(broken).toEqual([]);
});

const linksOf = (file: string) =>
  [...textOf(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map((link) => link[1]!);

test('every file that the tests begin with is there', () => {
  expect(longFiles.filter((file) => !files.includes(file))).toEqual([]);
});

/** Decisions that code names: `decision 0018`, `Decisions 0011 and 0016`. */
const decisionsIn = (text: string) =>
  [...text.matchAll(/\bdecisions? (\d{4})(?: and (\d{4}))?/gi)].flatMap(([, ...numbers]) => numbers.filter(Boolean));
const decisions = readdirSync(path.join(root, 'docs/decisions')).map((file) => file.slice(0, 4));

test('every decision that code names is written down', () => {
  const sources = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && file !== 'scripts/repository.test.ts');
  const named = sources.flatMap((file) => decisionsIn(textOf(file)));
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter((number) => !decisions.includes(number)),
    'write these down in docs/decisions/, or name the decision that is meant',
  ).toEqual([]);
});

test('a decision that is not written down is found', () => {
  expect(decisionsIn('// Decisions 9998 and 9999: no.').filter((number) => !decisions.includes(number))).toEqual([
    '9998',
    '9999',
  ]);
});

/** Ways to leave a unit test out that give `npm test` no reason. */
const leavesOut = (text: string) => /\b(?:test|describe|context)\.(?:skip|skipIf|runIf|todo)\b/.test(text);

test('unit tests and facts are left out by `skipUnless` alone, which takes a reason', () => {
  const others = files.filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('journeys/') && file !== 'scripts/repository.test.ts',
  );
  expect(others.filter((file) => leavesOut(textOf(file)))).toEqual(['server/testing/skip-unless.ts']);
});

test('a unit test that is left out without a reason is found', () => {
  expect(leavesOut("test.skipIf(!mayMount())('on a full disk', () => {});")).toBe(true);
  expect(leavesOut("test('on a full disk', (context) => context.skip());")).toBe(true);
});

/** Words that the glossary defines more than once, by themselves or in a row with others. */
const defineTwice = (glossary: string) => {
  const words = [...glossary.matchAll(/^\| (?!Word \|)(.+?) \|/gm)].flatMap(([, cell]) =>
    cell!.split(', ').filter((word) => !word.startsWith('*') && !word.startsWith('in ')),
  );
  return words.filter((word, at) => words.indexOf(word) < at);
};

test('the glossary gives every word one meaning', () => {
  expect(defineTwice(textOf('docs/language.md')), 'one row for each word of docs/language.md').toEqual([]);
});

test('a word with two meanings is found', () => {
  expect(defineTwice('| Word | Means |\n| plan, price | a |\n| ticket | b |\n| price | c |')).toEqual(['price']);
});

test('the help explains every environment variable the server reads, and no other', () => {
  expect(new Set(Object.keys(environment))).toEqual(new Set(Object.keys(Variables.shape)));
});

test('the help names every variable that may be given as a file', () => {
  expect(secretVariables).toEqual(secretsOfServer);
});

/** The linter's limits, which do not cover style sheets. */
const lint = JSON.parse(textOf('.oxlintrc.json').replaceAll(/^ *\/\/.*$/gm, '')) as {
  rules: { 'max-lines': [string, { max: number }] };
};
const mostLines = lint.rules['max-lines'][1].max;
const isLong = (text: string) => text.trimEnd().split('\n').length > mostLines;

test('no style sheet is longer than code may be', () => {
  const sheets = files.filter((file) => file.endsWith('.css'));
  expect(sheets).toContain('widget/modal/modal.css');
  expect(
    sheets.filter((file) => isLong(textOf(file))),
    `split these by what they style: ${mostLines} lines at most, as for code`,
  ).toEqual([]);
});

test('a style sheet that has become too long is found', () => {
  expect(isLong('a {}\n'.repeat(mostLines))).toBe(false);
  expect(isLong('a {}\n'.repeat(mostLines + 1))).toBe(true);
});
