import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { describePages, screens } from '../portal/pages.ts';
import { buildPages } from './lib/build.mjs';
import { distFolder } from './lib/project.mjs';

/** Budget per page: all scripts needed before it works, as sent (brotli), in kB of 1,000 bytes. */
const budgets: Record<string, number> = {
  login: 118,
  enrol: 112,
  'cyber-security': 100,
  'data-science': 100,
  'software-engineering': 100,
};
const otherPageBudget = 125;
const styleBudget = 12;

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

const portalFolder = path.join(distFolder, 'portal');
const consoleFolder = path.join(distFolder, 'console');
/** Of the console: what its first screen fetches before it works, scripts and style as sent (brotli), in kB. */
const consoleBudget = 200;

/** The files of a chunk and of everything it imports, each once. */
function closureOf(manifest: Manifest, names: string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  names.forEach(add);
  return files;
}

/** Files too small to be compressed go out as they are. */
function sentBytes(file: string, folder = portalFolder) {
  const full = path.join(folder, file);
  return statSync(existsSync(`${full}.br`) ? `${full}.br` : full).size;
}

const kilobytes = (files: Iterable<string>, folder = portalFolder) =>
  [...files].reduce((sum, file) => sum + sentBytes(file, folder), 0) / 1_000;

/** Every page of the portal by its name, with what it weighs and may weigh. */
function weighPages(manifest: Manifest) {
  const entry = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  return Object.keys(manifest)
    .filter((name) => name.endsWith('.page.tsx') && manifest[name]?.isDynamicEntry)
    .map((name) => {
      const page = path.basename(name, '.page.tsx');
      const kB = kilobytes(closureOf(manifest, [...entry, name]));
      return { page, kB, budget: budgets[page] ?? otherPageBudget };
    });
}

describe('the built pages', () => {
  let manifest: Manifest = {};

  beforeAll(async () => {
    await buildPages();
    manifest = JSON.parse(readFileSync(path.join(portalFolder, '.vite/manifest.json'), 'utf8')) as Manifest;
  });

  test('keep to their budgets', () => {
    const pages = weighPages(manifest);
    console.table(pages.map(({ kB, ...row }) => ({ ...row, kB: kB.toFixed(1) })));
    expect(pages.map(({ page }) => page)).toEqual(expect.arrayContaining(Object.keys(budgets)));
    expect(
      pages.filter(({ kB, budget }) => kB > budget),
      'fetch what these pages do not show at once later, with import(); raise a budget only with a decision',
    ).toEqual([]);
  });

  test('carry titles, and nothing that the build alone needs to know of a page', () => {
    const scripts = new Set(Object.values(manifest).map(({ file }) => file));
    const sent = [...scripts].map((file) => readFileSync(path.join(portalFolder, file), 'utf8')).join('\n');
    const isSent = (text: string) => sent.includes(text);
    expect(
      Object.values(screens)
        .flatMap(({ title }) => title ?? [])
        .filter((title) => !isSent(title)),
    ).toEqual([]);
    expect(Object.values(describePages()).filter(({ description }) => isSent(description))).toEqual([]);
    expect(isSent('{partner}: what you learn')).toBe(false);
  });

  test('share style sheets within their budget', () => {
    const sheets = new Set(Object.values(manifest).map(({ file }) => file));
    const styles = [...sheets].filter((file) => file.endsWith('.css'));
    expect(styles).not.toEqual([]);
    expect(kilobytes(styles)).toBeLessThanOrEqual(styleBudget);
  });
});

describe('the built console', () => {
  beforeAll(async () => buildPages());

  test('has a first screen within its budget, whichever that is', () => {
    const manifest = JSON.parse(readFileSync(path.join(consoleFolder, '.vite/manifest.json'), 'utf8')) as Manifest;
    const entry = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
    const styles = [...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))].filter(
      (file) => file.endsWith('.css'),
    );
    expect(styles).not.toEqual([]);
    const weights = Object.keys(manifest)
      .filter((name) => name.endsWith('.page.tsx') && manifest[name]?.isDynamicEntry)
      .map((name) => ({
        screen: path.basename(name, '.page.tsx'),
        kB: kilobytes([...closureOf(manifest, [...entry, name]), ...styles], consoleFolder),
      }));
    console.table(weights.map(({ screen, kB }) => ({ screen, kB: kB.toFixed(1) })));
    expect(weights.map(({ screen }) => screen)).toEqual(
      expect.arrayContaining(['sign-in', 'home', 'members', 'member']),
    );
    expect(weights.filter(({ kB }) => kB > consoleBudget)).toEqual([]);
  });
});

describe('the built widget', () => {
  /**
   * Bytes as sent (brotli), in KB of 1,024: what every page fetches, all scripts of the first dialog with it, and the
   * Inspector's own file, which pages of a site in test mode alone fetch.
   */
  const most = {
    script: 9 * 1_024,
    firstDialog: 75 * 1_024,
    actingPage: 18 * 1_024,
    comments: 10 * 1_024,
    inspector: 28 * 1_024,
  };
  const widgetFolder = path.join(distFolder, 'widget');
  const sentOf = (file: string) => sentBytes(file, widgetFolder);

  beforeAll(async () => buildPages());

  const filesOf = (part: string) => {
    const script = readFileSync(path.join(widgetFolder, 'intake.js'), 'utf8');
    return [...new RegExp(`\\b${part}:\\[([^\\]]*)\\]`).exec(script)![1]!.matchAll(/[\w-]+\.js/g)].map(String);
  };

  test('keeps its script small, and what a first dialog needs', () => {
    const dialog = new Set(['intake.js', ...filesOf('shell'), ...filesOf('modal')]);
    expect(dialog.size).toBeGreaterThan(3);
    expect([...dialog].filter((file) => sentOf(file) < 1_024)).toEqual([]);
    expect(sentOf('intake.js')).toBeLessThanOrEqual(most.script);
    const sum = (files: Iterable<string>) => [...files].reduce((bytes, file) => bytes + sentOf(file), 0);
    expect(sum(dialog)).toBeLessThanOrEqual(most.firstDialog);
    // A page with a form; one with openers alone is weighed in a browser (journeys/widget-intent.journey.ts).
    expect(sum(new Set(['intake.js', ...filesOf('acts')]))).toBeLessThanOrEqual(most.actingPage);
  });

  test('sends the lists of attributes to the Inspector alone', () => {
    const isSent = (part: string) =>
      filesOf(part).some((file) => readFileSync(path.join(widgetFolder, file), 'utf8').includes('channel-presence'));
    expect(['acts', 'inspector'].filter(isSent)).toEqual(['inspector']);
  });

  test('shows comments without React, and fetches what only some pages need when it is needed', () => {
    const files = filesOf('comments');
    expect(files.join()).toMatch(/^comments-/);
    expect(files.join()).not.toMatch(/react|live|edit-section/);
    expect(files.reduce((sum, file) => sum + sentOf(file), 0)).toBeLessThanOrEqual(most.comments);
  });

  test('keeps the Inspector within its budget: its rules and texts are the larger part', () => {
    const files = readdirSync(widgetFolder).filter((file) => /^inspector-[\w-]+\.js$/.test(file));
    expect(files).toHaveLength(1);
    expect(sentOf(files[0]!)).toBeLessThanOrEqual(most.inspector);
  });
});

test('a page weighs everything it imports, shared parts once, and nothing it may load later', () => {
  const manifest = {
    'main.tsx': { file: 'main.js', isEntry: true, imports: ['shared'] },
    'a.page.tsx': { file: 'a.js', imports: ['shared', 'deep'] },
    'later.tsx': { file: 'later.js', isDynamicEntry: true },
    shared: { file: 'shared.js', imports: ['deep'] },
    deep: { file: 'deep.js', imports: ['main.tsx'] },
  };
  expect([...closureOf(manifest, ['main.tsx', 'a.page.tsx'])]).toEqual(['main.js', 'shared.js', 'deep.js', 'a.js']);
});
