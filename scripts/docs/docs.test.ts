import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteEventNames } from '../../contract/site-events.ts';
import {
  actionWords,
  authorAttributes,
  contentWords,
  editParts,
  formKinds,
  installAttributes,
  modalWords,
  ownAttributes,
  pageEvents,
  postParts,
  threadParts,
} from '../../shared/attributes.ts';
import { keptNames } from '../../client/storage.ts';
import { texts as commentTexts } from '../../widget/comments/texts.ts';
import { labels } from '../../widget/modal/labels.ts';
import { codeLabels } from '../../widget/modal/codes/code-labels.ts';
import { newPasswordLabels } from '../../widget/modal/new-password/new-password-labels.ts';
import { factorLabels } from '../../widget/modal/factor/factor-labels.ts';
import { profileLabels } from '../../widget/modal/profile/profile-labels.ts';
import { testCardLabels } from '../../widget/test-mode/test-card-labels.ts';
import { buildPages } from '../lib/build.mjs';
import { distFolder, nodeModules, root } from '../lib/project.mjs';
import { findCalls, type Call } from './client-calls.ts';
import { headingAnchor } from './markdown.ts';
import { createParts } from './parts.ts';

/** Every page as it was built, by its address. */
let pages: Map<string, string>;
let calls: Map<string, Call>;
const standards = 'https://www.rfc-editor.org/rfc/';
/** Anchors of headings that have another name today: links from outside lead to them. */
const earlierAnchors: Record<string, readonly string[]> = {
  '/docs': ['begin', 'look-something-up', 'see-it-at-work'],
  '/docs/gating': ['parts-of-a-page', 'whole-pages', 'what-hiding-can-not-do'],
  '/docs/styling': ['why-your-style-sheet-stays-outside', 'variables', 'parts', 'dark', 'movement'],
  '/docs/api': ['refusals', 'how-a-webhook-is-proved', 'what-arrives-at-a-webhook', 'how-a-window-ends'],
};
/** Every source of the widget, and the one rule of the Inspector that reads an attribute of its own. */
const sources = globSync(['widget/**/*.{ts,tsx}', 'inspection/ignoring.ts'], { cwd: root }).map((file) =>
  readFileSync(path.join(root, file), 'utf8'),
);

beforeAll(async () => {
  await buildPages();
  const folder = path.join(distFolder, 'docs');
  pages = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.html') && file !== 'api.html')
      .map((file) => [
        file === 'overview.html' ? '/docs' : `/docs/${file.replace('.html', '')}`,
        readFileSync(path.join(folder, file), 'utf8'),
      ]),
  );
  pages.set('/docs/api', readFileSync(path.join(folder, 'api.html'), 'utf8'));
  calls = findCalls(typesInPackage());
});

function typesInPackage(): Map<string, string> {
  const archive = path.join(distFolder, 'widget/intake-client.tgz');
  const read = (name: string) => execFileSync('tar', ['-xzOf', archive, `package/types/${name}`], { encoding: 'utf8' });
  return new Map(
    ['account-calls.d.ts', 'member-calls.d.ts', 'second-step-calls.d.ts', 'security-calls.d.ts', 'membership.d.ts'].map(
      (name) => [name, read(name)],
    ),
  );
}

const idsOn = (page: string) => [...pages.get(page)!.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
const valuesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(pattern)].map((match) => match[1]!);

describe('the documentation has a place for', () => {
  test('every attribute that authors write', () => {
    const anchors = new Set([...idsOn('/docs/attributes'), ...idsOn('/docs/install')]);
    const names = [...authorAttributes, ...installAttributes].map((name) => headingAnchor(`data-ms-${name}`));
    expect(names.filter((name) => !anchors.has(name))).toEqual([]);
    expect(anchors).not.toContain('data-ms-no-such-thing');
  });

  test('every condition, every act and every kind of form', () => {
    const page = pages.get('/docs/attributes')!;
    expect([...contentWords, ...actionWords].filter((name) => !page.includes(`<code>${name}</code>`))).toEqual([]);
    expect(formKinds.filter((kind) => !page.includes(`id="data-ms-form-${kind}"`))).toEqual([]);
  });

  test('every dialog, and every part of a comment and of its editing', () => {
    const page = pages.get('/docs/attributes')!;
    const words = [...modalWords, ...postParts, ...threadParts, ...editParts];
    expect(words.filter((name) => !page.includes(`<code>${name}</code>`))).toEqual([]);
  });

  test('every text of dialogs and comments, with what it says', () => {
    const page = pages.get('/docs/labels')!;
    const keys = Object.keys({
      ...labels,
      ...codeLabels,
      ...factorLabels,
      ...profileLabels,
      ...newPasswordLabels,
      ...testCardLabels,
      ...commentTexts,
    });
    expect(keys.filter((key) => !page.includes(`<tr id="${key}">`))).toEqual([]);
    expect(page).toContain(labels.login_to_your_account);
  });

  test('every webhook event, with an example', () => {
    const anchors = new Set(idsOn('/docs/webhooks'));
    expect(siteEventNames.filter((name) => !anchors.has(headingAnchor(name)))).toEqual([]);
    expect(pages.get('/docs/webhooks')).toContain('con_2f9d4k7m1q8s5t0v3w6x9z2b');
  });

  test('every call of the client, with words of what it is for', () => {
    const anchors = idsOn('/docs/methods');
    expect([...calls.keys()].length).toBeGreaterThan(45);
    expect([...calls.values()].filter(({ name, about }) => !about || !anchors.includes(headingAnchor(name)))).toEqual(
      [],
    );
  });

  test('every event the page hears', () => {
    expect(pageEvents.filter((name) => !idsOn('/docs/events').includes(headingAnchor(name)))).toEqual([]);
  });

  test('everything a browser keeps', () => {
    expect(keptNames.filter((name) => !pages.get('/docs/install')!.includes(`<code>${name}</code>`))).toEqual([]);
  });

  test('the rule that keeps parts closed without the script, as the demonstration site has it', () => {
    const [rule] = valuesIn('demo-site/site.css', /^(\[data-ms-content\]:not\([^}]+\})/gm);
    expect(rule).toContain('display: none');
    expect(readFileSync(path.join(root, 'docs/widget/gating.md'), 'utf8')).toContain(rule);
  });

  test('every method of the existing client that is not ours', () => {
    const text = readFileSync(path.join(nodeModules, '@memberstack/dom/lib/index.d.ts'), 'utf8');
    const theirs = [...text.matchAll(/^ {4}(\w+)(?:: \(|\()/gm)].map((match) => match[1]!);
    const ours = new Set([...calls.keys(), ...idsOn('/docs/methods')]);
    const missing = theirs.filter((name) => !ours.has(name) && !ours.has(headingAnchor(name)));
    expect(missing).toContain('destroy');
    expect(missing.filter((name) => !pages.get('/docs/migrate')!.includes(`<code>${name}</code>`))).toEqual([]);
  });
});

test('the list of attributes is exactly what the widget reads', () => {
  const known = [...authorAttributes, ...installAttributes, ...ownAttributes];
  const inCode = sources.join('\n');
  const isUsed = (name: string) => {
    const [word, suffix] = name.split(':');
    const isPutTogether = suffix !== undefined && [`'${word}`, `\`${word}:\${`].some((each) => inCode.includes(each));
    return inCode.includes(`'${name}'`) || isPutTogether || name.endsWith('-creator');
  };
  expect(known.filter((name) => !isUsed(name))).toEqual([]);
});

test('there are no broken links and anchors, the API reference included', () => {
  const dead = [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/href="([^"]+)"/g)]
      .map((match) => match[1]!)
      .filter((target) => !isThere(page, target))
      .map((target) => `${page} → ${target}`),
  );
  expect(dead).toEqual([]);
});

function isThere(page: string, target: string): boolean {
  // Not pages of ours: an empty icon, the front door, the description for programs, standards.
  if (['data:,', '/', '/docs/api/openapi.json'].includes(target) || target.startsWith(standards)) return true;
  if (target.startsWith('/docs/assets/')) return existsSync(path.join(distFolder, target));
  const [where = '', anchor] = target.split('#');
  const address = where === '' ? page : where;
  // Addresses in examples belong to the reader's site.
  if (!address.startsWith('/docs')) return false;
  return pages.has(address) && (anchor === undefined || idsOn(address).includes(anchor));
}

test('a broken link and a broken anchor are found, the negative control', () => {
  expect(isThere('/docs', '/docs/nowhere')).toBe(false);
  expect(isThere('/docs/testing', '/docs/api#no-such-section')).toBe(false);
  expect(isThere('/docs/testing', '#no-such-section')).toBe(false);
  expect(isThere('/docs/testing', '/docs/api#rate-limits')).toBe(true);
});

test('every page is reached from the overview, and earlier anchors still lead somewhere', () => {
  const overview = pages.get('/docs')!.split('<main')[1]!;
  // The playground is not there in production; menus link it where it is.
  expect(
    [...pages.keys()].filter(
      (page) => !['/docs', '/docs/playground'].includes(page) && !overview.includes(`href="${page}"`),
    ),
  ).toEqual([]);
  const lost = Object.entries(earlierAnchors).flatMap(([page, anchors]) =>
    anchors.filter((anchor) => !idsOn(page).includes(anchor)).map((anchor) => `${page}#${anchor}`),
  );
  expect(lost).toEqual([]);
});

test('ids are unique within a page', () => {
  for (const page of pages.keys()) expect(idsOn(page)).toEqual([...new Set(idsOn(page))]);
});

test('no script but ours runs, and examples have no inline styles', () => {
  for (const html of pages.values()) {
    const ours =
      /<script (?:type="module" )?src="\/docs\/assets\/[\w-]+\.js"><\/script>|<!--live--><script src="\/widget\/v1\/intake\.js"[^>]*><\/script><!--\/live-->/g;
    expect(html.replace(ours, '')).not.toMatch(/<script|<[^>]+\s(?:on\w+|style)=|javascript:/i);
  }
});

const writingToFile = /npm run (?!-s )intake -- (?:app show|inspect)[^#\n`]*> ?\w/;

test('a documented command whose output goes into a file keeps the lines of npm out of it', () => {
  const files = globSync(['README.md', 'docs/**/*.md'], { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => writingToFile.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  expect('npm run intake -- app show app_demo > club.yaml').toMatch(writingToFile);
});

describe('what a page loads', () => {
  const assets = path.join(distFolder, 'docs/assets');
  const bytesOf = (names: string[]) =>
    names
      .map((name) => path.join(assets, name))
      .reduce((sum, file) => sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size, 0);
  const named = (pattern: RegExp) => readdirSync(assets).filter((name) => pattern.test(name));

  test('is at most 6 kB of scripts before the search is opened, and 80 kB with the search and all it searches', () => {
    const scripts = named(/^(?:page|theme|try-call|playground)-.*\.js$/);
    expect(scripts).toHaveLength(4);
    expect(bytesOf(scripts)).toBeLessThan(6_000);
    const search = named(/^search-.*\.js(?:on)?$/);
    expect(search).toHaveLength(2);
    expect(bytesOf([...scripts, ...search])).toBeLessThan(80_000);
  });

  test('is one style sheet of at most 5 kB', () => {
    const [style, ...more] = named(/\.css$/);
    expect(more).toEqual([]);
    expect(bytesOf([style!])).toBeLessThan(5_000);
  });

  test('is searched by addresses that exist', () => {
    const [file] = named(/^search-.*\.json$/);
    const sections = JSON.parse(readFileSync(path.join(assets, file!), 'utf8')) as { id: string; title: string }[];
    const reference = readFileSync(path.join(distFolder, 'docs/api.html'), 'utf8');
    const isAnywhere = (id: string) =>
      id.startsWith('/docs/api')
        ? !id.includes('#') || reference.includes(`id="${id.split('#')[1]}"`)
        : isThere('/docs', id);
    expect(sections.length).toBeGreaterThan(300);
    expect(sections.filter(({ id }) => !isAnywhere(id))).toEqual([]);
    expect(sections.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['data-ms-domain', 'Log in with a password']),
    );
  });
});

test('code is highlighted while building, in every language that our pages write', () => {
  expect([...pages.values()].join('')).not.toContain('<code class="language-');
  expect(pages.get('/docs/install')).toContain('<span class="hljs-attr">data-ms-app</span>');
});

test('every page but the first and the last leads to the one before and the one after', () => {
  const install = pages.get('/docs/install')!;
  expect(install).toMatch(/class="previous"><a href="\/docs\/first-site">/);
  expect(install).toMatch(/class="next"><a href="\/docs\/migrate">/);
  expect(pages.get('/docs')).not.toContain('class="previous"');
});

test('a page that names an unknown call fails the build', () => {
  const parts = createParts({ types: new Map(), css: '--ms-ink: #000;' });
  expect(() => parts['calls']!(['getEverything'])).toThrow('The client has no call named getEverything.');
});
