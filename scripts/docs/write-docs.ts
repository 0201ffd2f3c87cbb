import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callGroups } from '../../server/api-reference/call-groups.ts';
import { renderReference } from '../../server/api-reference/reference-page.ts';
import type { Files } from '../client-package/declarations.ts';
import { nodeModules, root } from '../lib/project.mjs';
import { highlightCode } from './code.ts';
import { addressOf, docsPage, pageNames, type PageName } from './docs-page.ts';
import { lastEdits } from './last-edits.ts';
import { renderMarkdown, type Picture, type Rendered } from './markdown.ts';
import { writePictures } from './pictures.ts';
import { writeAssets } from './page-assets.ts';
import { createParts } from './parts.ts';
import { playgroundPage } from './playground-page.ts';
import { sectionsOf } from './search-sections.ts';
import { shell } from './shell.ts';

/** Where `[label][name]` leads. */
const places: Record<string, string> = {
  api: '/docs/api',
  refusals: '/docs/api#refusals',
  errors: '/docs/api#refusals',
  authentication: '/docs/api#authentication',
  'rate-limits': '/docs/api#rate-limits',
};

/** Pages whose file stands in `docs/` itself; all others stand in `docs/widget/`. */
const inDocs: ReadonlySet<PageName> = new Set(['console', 'sites', 'providers', 'webhooks']);
const sourceOf = (name: PageName) => `docs/${inDocs.has(name) ? '' : 'widget/'}${name}.md`;

const interFile = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Writes every page of the documentation from `docs/`, and what the pages load. */
export async function writeDocs(folder: string, types: Files): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const assetFolder = path.join(folder, 'assets');
  await mkdir(assetFolder, { recursive: true });
  const pages = await renderDocs(types, await writePictures(assetFolder));
  const reference = renderReference(callGroups, '{intake}');
  const sections = [
    ...pageNames.flatMap((name) => sectionsOf(addressOf(name), pages.get(name)!.title, pages.get(name)!.html)),
    ...sectionsOf('/docs/api', 'API reference', reference.main),
  ];
  const assets = await writeAssets(assetFolder, sections);
  await copyFile(path.join(nodeModules, interFile), path.join(assetFolder, 'inter.woff2'));
  const edits = await lastEdits('docs');
  const write = (name: string, html: string) => writeFile(path.join(folder, `${name}.html`), highlightCode(html));
  await Promise.all([
    ...pageNames.map((name) =>
      write(name, docsPage(name, { ...pages.get(name)!, editedOn: edits.get(sourceOf(name)) }, assets)),
    ),
    write('playground', playgroundPage(assets)),
    write(
      'api',
      shell({
        title: 'API reference',
        about:
          'Every call of the API with its fields, limits and refusals, an example in curl and JavaScript, and a form to try it.',
        current: '/docs/api',
        menu: { label: 'Subjects and calls', entries: reference.menu },
        main: `<div class="reference">${reference.main}</div>`,
        assets,
      }),
    ),
  ]);
}

/**
 * @param types the client's declarations
 * @throws Error for a placeholder that the code cannot fill
 */
async function renderDocs(
  types: Files,
  pictures: Readonly<Record<string, Picture>>,
): Promise<ReadonlyMap<PageName, Rendered>> {
  const sheets = [
    'modal/variables.css',
    'modal/fields.css',
    'modal/modal.css',
    'modal/profile/profile.css',
    'test-mode/test-card.css',
  ];
  const css = (await Promise.all(sheets.map((sheet) => readFile(path.join(root, 'widget', sheet), 'utf8')))).join('');
  const parts = createParts({ types, css });
  const sources = await Promise.all(pageNames.map((name) => readFile(path.join(root, sourceOf(name)), 'utf8')));
  return new Map(
    pageNames.map((name, at) => [name, renderMarkdown(sources[at]!, { parts, linkTo, places, pictures })]),
  );
}

/** Resolves links between pages, which are written as file names so that they also work in the repository. */
function linkTo(target: string): string {
  const page = /^(?:\.\.\/|widget\/)?([\w-]+)\.md(#.+)?$/.exec(target);
  return page ? addressOf(page[1]!) + (page[2] ?? '') : target;
}
