import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from '../client-package/declarations.ts';
import { root } from '../lib/project.mjs';
import { addressOf, docsPage, pageNames, type PageName } from './docs-page.ts';
import { renderMarkdown, type Rendered } from './markdown.ts';
import { createParts } from './parts.ts';

/** Where `[label][name]` leads. */
const places: Record<string, string> = {
  api: '/docs/api',
  refusals: '/docs/api#refusals',
};

/** Writes every page of the documentation from `docs/widget`. */
export async function writeDocs(folder: string, types: Files): Promise<void> {
  const pages = await renderDocs(types);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(pageNames.map((name) => writeFile(path.join(folder, `${name}.html`), docsPage(name, pages))));
}

/**
 * @param types the client's declarations
 * @throws Error for a page that asks for what the code does not have
 */
async function renderDocs(types: Files): Promise<ReadonlyMap<PageName, Rendered>> {
  const sheets = ['widget/modal/modal.css', 'widget/modal/profile/profile.css', 'widget/test-mode/test-card.css'];
  const css = (await Promise.all(sheets.map((sheet) => readFile(path.join(root, sheet), 'utf8')))).join('');
  const parts = createParts({ types, css });
  const sources = await Promise.all(
    pageNames.map((name) => readFile(path.join(root, `docs/widget/${name}.md`), 'utf8')),
  );
  return new Map(pageNames.map((name, at) => [name, renderMarkdown(sources[at]!, { parts, linkTo, places })]));
}

/** Pages name one another by their files, so that the links lead somewhere in the repository, too. */
function linkTo(target: string): string {
  const page = /^([\w-]+)\.md(#.+)?$/.exec(target);
  return page ? addressOf(page[1]!) + (page[2] ?? '') : target;
}
