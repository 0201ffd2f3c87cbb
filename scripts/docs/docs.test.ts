import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { errors } from '../../contract/errors.ts';
import {
  actionWords,
  authorAttributes,
  contentWords,
  formKinds,
  installAttributes,
  ownAttributes,
  pageEvents,
} from '../../shared/attributes.ts';
import { keptNames } from '../../client/storage.ts';
import { texts as commentTexts } from '../../widget/comments/texts.ts';
import { labels } from '../../widget/modal/labels.ts';
import { codeLabels } from '../../widget/modal/codes/code-labels.ts';
import { newPasswordLabels } from '../../widget/modal/new-password/new-password-labels.ts';
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
/** Every source of the widget. */
const sources = globSync('widget/**/*.{ts,tsx}', { cwd: root }).map((file) =>
  readFileSync(path.join(root, file), 'utf8'),
);

beforeAll(async () => {
  await buildPages();
  const folder = path.join(distFolder, 'docs');
  pages = new Map(
    readdirSync(folder).map((file) => [
      file === 'overview.html' ? '/docs' : `/docs/${file.replace('.html', '')}`,
      readFileSync(path.join(folder, file), 'utf8'),
    ]),
  );
  calls = findCalls(typesInPackage());
});

function typesInPackage(): Map<string, string> {
  const archive = path.join(distFolder, 'widget/intake-client.tgz');
  const read = (name: string) => execFileSync('tar', ['-xzOf', archive, `package/types/${name}`], { encoding: 'utf8' });
  return new Map(
    ['account-calls.d.ts', 'member-calls.d.ts', 'security-calls.d.ts', 'membership.d.ts'].map((name) => [
      name,
      read(name),
    ]),
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

  test('every text of dialogs and comments, with what it says', () => {
    const page = pages.get('/docs/labels')!;
    const keys = Object.keys({
      ...labels,
      ...codeLabels,
      ...profileLabels,
      ...newPasswordLabels,
      ...testCardLabels,
      ...commentTexts,
    });
    expect(keys.filter((key) => !page.includes(`<tr id="${key}">`))).toEqual([]);
    expect(page).toContain(labels.login_to_your_account);
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

test('attributes the widget reads stand in its list, and none stands there in vain', () => {
  const known = [...authorAttributes, ...installAttributes, ...ownAttributes];
  const inCode = sources.join('\n');
  const isUsed = (name: string) => {
    const [word, suffix] = name.split(':');
    const isPutTogether = suffix !== undefined && [`'${word}`, `\`${word}:\${`].some((each) => inCode.includes(each));
    return inCode.includes(`'${name}'`) || isPutTogether || name.endsWith('-creator');
  };
  expect(known.filter((name) => !isUsed(name))).toEqual([]);
});

test('no link leads to a page or a place that is not there', () => {
  const dead = [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/href="([^"]+)"/g)]
      .map((match) => match[1]!)
      .filter((target) => !isThere(page, target))
      .map((target) => `${page} → ${target}`),
  );
  expect(dead).toEqual([]);
});

/** The API's reference has tests of its own; of it only refusals are linked. */
function isThere(page: string, target: string): boolean {
  if (target === 'data:,' || target === '/docs/api' || target === '/docs/api#refusals') return true;
  const refusal = /^\/docs\/api#refusal-(.+)$/.exec(target);
  if (refusal) return Object.hasOwn(errors, refusal[1]!);
  const [where = '', anchor] = target.split('#');
  const address = where === '' ? page : where;
  // Addresses within examples are the reader's own.
  if (!address.startsWith('/docs')) return false;
  return pages.has(address) && (anchor === undefined || idsOn(address).includes(anchor));
}

test('an id stands once on its page', () => {
  for (const page of pages.keys()) expect(idsOn(page)).toEqual([...new Set(idsOn(page))]);
});

test('nothing runs but the install script, and examples carry no style of their own', () => {
  for (const html of pages.values()) {
    expect(
      html.replace(/<!--live--><script src="\/widget\/v1\/intake\.js"[^>]*><\/script><!--\/live-->/, ''),
    ).not.toMatch(/<script|<[^>]+\s(?:on\w+|style)=|javascript:/i);
  }
});

test('a page that tells of a call nobody has is not built', () => {
  const parts = createParts({ types: new Map(), css: '--ms-ink: #000;' });
  expect(() => parts['calls']!(['getEverything'])).toThrow('The client has no call named getEverything.');
});
