import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { errors, isError, warnings, type ProblemId } from '../../inspection/problems.ts';
import { allProblems } from '../../inspection/sent-page.ts';
import { sentPageProblems } from '../../inspection/sent-page-problems.ts';
import { inspectPage } from '../../server/inspect/inspect-page.ts';
import { parsePage } from '../../server/inspect/parsed-page.ts';
import { readSiteFacts } from '../../server/inspect/site-facts.ts';
import { readInstalled, type Settings } from '../../server/inspect/site-settings.ts';
import { root } from '../lib/project.mjs';

/** The page's examples are the Inspector's own: each wrong one has exactly the problem it stands under. */

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { facts: site } = readSiteFacts('demo.yaml', read('config/sites/demo.yaml'));
const examples = [
  ...read('docs/widget/inspector.md').matchAll(
    /^<!-- problem: ([\w-]+) -->\n\nWrong:\n\n```html\n([\s\S]+?)\n```\n\nRight:\n\n```html\n([\s\S]+?)\n```$/gm,
  ),
].map(([, id, wrong, right]) => ({ id: id as keyof typeof allProblems, wrong: wrong!, right: right! }));

const install = '<script src="/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>';
const asPage = (example: string) =>
  `<!doctype html><html>${/<head>|data-ms-app/.test(example) ? example : `<head>${install}</head><body>${example}</body>`}</html>`;

function problemsIn(example: string): string[] {
  const parsed = parsePage(asPage(example));
  const { site: named } = readInstalled(parsed, new URL('https://makers.example/'));
  const isUnknownSite = typeof named !== 'string' && named.appId !== 'app_demo';
  const settings: Settings = isUnknownSite
    ? { facts: undefined, because: 'it is unknown', failed: { origin: named.origin, isUnknownSite } }
    : { facts: site, site: 'app_demo', from: 'demo.yaml' };
  const found = inspectPage(parsed, { settings, documentation: '', hasTemplateCode: false });
  return found.map(({ type, id }) => `${type} ${id}`);
}

test('every problem has an example of it, in the order of the tables, the specification’s as many as ever', () => {
  expect([Object.keys(errors), Object.keys(warnings)].map(({ length }) => length)).toEqual([20, 4]);
  expect(examples.map(({ id }) => id)).toEqual(Object.keys(allProblems));
});

describe('the wrong example has this problem and no other, the right one has none', () => {
  test.for(examples)('$id', ({ id, wrong, right }) => {
    expect(problemsIn(wrong)).toEqual([
      `${isError(id as ProblemId) || id in sentPageProblems ? 'error' : 'warning'} ${id}`,
    ]);
    expect(problemsIn(right)).toEqual([]);
  });
});

test('every problem is helped with, in words', () => {
  for (const { title, description, help } of Object.values(allProblems)) {
    expect(help.length).toBeGreaterThan(0);
    for (const words of [title, description, ...help.flatMap((item) => [item.title, item.description])])
      expect(words.trim().length).toBeGreaterThan(5);
  }
});

test.for([
  ['redirects', 'How redirects work'],
  ['plans', 'How plans work'],
  ['social sign-in', 'How social sign-in works'],
  ['the customer portal', 'Changing and ending a subscription'],
])('help speaks of %s', ([, title]) => {
  const titles = Object.values(allProblems).flatMap(({ help }) => help.map((item) => item.title));
  expect(titles).toContain(title);
});
