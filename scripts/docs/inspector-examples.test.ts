import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createInspection } from '../../inspection/inspection.ts';
import { errors, problems, warnings, type ProblemId } from '../../inspection/problems.ts';
import { parsedTree, parsePage } from '../../server/inspect/parsed-page.ts';
import { readSiteFacts } from '../../server/inspect/site-facts.ts';
import { root } from '../lib/project.mjs';

/** The page's examples are the Inspector's own: each wrong one has exactly the problem it stands under. */

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { facts: site } = readSiteFacts('demo.yaml', read('config/sites/demo.yaml'));
const examples = [
  ...read('docs/widget/inspector.md').matchAll(
    /^<!-- problem: ([\w-]+) -->\n\nWrong:\n\n```html\n([\s\S]+?)\n```\n\nRight:\n\n```html\n([\s\S]+?)\n```$/gm,
  ),
].map(([, id, wrong, right]) => ({ id: id as ProblemId, wrong: wrong!, right: right! }));

const install = '<script src="/widget/v1/intake.js" data-ms-app="app_demo" data-ms-public-key="pk_sb_demo"></script>';
const asPage = (example: string) =>
  `<!doctype html><html>${example.includes('data-ms-app') ? example : `<head>${install}</head><body>${example}</body>`}</html>`;

function problemsIn(example: string): string[] {
  const inspection = createInspection(parsedTree, site);
  inspection.lookAt([parsePage(asPage(example))]);
  inspection.lookLate();
  return inspection
    .findings()
    .filter(({ type }) => type !== 'found')
    .map(({ type, id }) => `${type} ${id}`);
}

test('every problem has an example of it, and the errors stand before the warnings', () => {
  expect([Object.keys(errors), Object.keys(warnings)].map(({ length }) => length)).toEqual([20, 4]);
  expect(examples.map(({ id }) => id)).toEqual(Object.keys(problems));
});

describe('the wrong example has this problem and no other, the right one has none', () => {
  test.for(examples)('$id', ({ id, wrong, right }) => {
    expect(problemsIn(wrong)).toEqual([`${Object.hasOwn(errors, id) ? 'error' : 'warning'} ${id}`]);
    expect(problemsIn(right)).toEqual([]);
  });
});

test('every problem is helped with, in words', () => {
  for (const { title, description, help } of Object.values(problems)) {
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
  const titles = Object.values(problems).flatMap(({ help }) => help.map((item) => item.title));
  expect(titles).toContain(title);
});
