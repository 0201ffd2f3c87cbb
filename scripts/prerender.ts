import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import type * as Program from '../portal/prerender.tsx';
import type { BuiltPages } from '../server/web/page-template.ts';
import { cacheFolder, distFolder } from './lib/project.mjs';

const portalFolder = path.join(distFolder, 'portal');
const programFolder = path.join(cacheFolder, 'prerender');

/**
 * Prerenders the portal: the built template with inlined style and deferred scripts, and each page's first screen for
 * visitors or members.
 */
export async function prerender(): Promise<void> {
  const { renderPages } = await buildProgram();
  const manifest = JSON.parse(await readFile(path.join(portalFolder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const template = await arrange(await readFile(path.join(portalFolder, 'index.html'), 'utf8'));
  const pages: BuiltPages['pages'] = {};
  for (const { path: address, file, later, ...page } of await renderPages()) {
    const preloads = preloadsOf(manifest, file, later).filter((url) => !template.includes(url));
    pages[address] = { ...page, preloads };
  }
  await writeFile(path.join(portalFolder, 'pages.json'), JSON.stringify({ template, pages } satisfies BuiltPages));
}

/** Builds the portal for server-side rendering, from the same files by the same configuration. */
async function buildProgram(): Promise<typeof Program> {
  await rm(programFolder, { recursive: true, force: true });
  await build({
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: 'prerender.tsx', outDir: programFolder, manifest: false, minify: false },
  });
  return import(pathToFileURL(path.join(programFolder, 'prerender.js')).href);
}

const scripts = /\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g;
const styles = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;

/** Inlines the style, and moves the scripts behind the content at low priority. */
async function arrange(html: string): Promise<string> {
  const moved = (html.match(scripts) ?? []).map((tag) => tag.trim().replace(/ (?=src|href)/, ' fetchpriority="low" '));
  const sheet = styles.exec(html)?.[1];
  if (moved.length === 0 || !sheet) throw new Error('The built page has no script or no style.');
  const css = await readFile(path.join(portalFolder, sheet), 'utf8');
  return html
    .replace(scripts, '')
    .replace(styles, () => `<style>${css.trim()}</style>`)
    .replace('%preloads%', () => [...moved, '%preloads%'].join('\n    '));
}

/**
 * The scripts of a screen and of its lazy imports, to preload: otherwise the browser discovers them in a waterfall.
 *
 * @param later modules the screen asks for only once its first part is being read
 */
function preloadsOf(manifest: Manifest, file: string | undefined, later: readonly string[]): string[] {
  if (file === undefined) return [];
  if (!manifest[file]) throw new Error(`The build has no script of ${file}.`);
  const asked = manifest[file].dynamicImports ?? [];
  const unknown = later.filter((name) => !asked.includes(name));
  if (unknown.length > 0) throw new Error(`${file} does not load ${unknown.join(', ')} later.`);
  const chunks = [file, ...asked.filter((name) => !later.includes(name))].flatMap((name) => closureOf(manifest, name));
  return [...new Set(chunks)].map((chunk) => `/${chunk}`);
}

function closureOf(manifest: Manifest, name: string): string[] {
  const chunk = manifest[name];
  return chunk ? [chunk.file, ...(chunk.imports ?? []).flatMap((each) => closureOf(manifest, each))] : [];
}
