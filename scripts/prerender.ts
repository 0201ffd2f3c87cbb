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
 * Writes what the server answers at each address of the portal: the built template, with its style inside and its
 * scripts behind everything there is to read, and each page as a visitor or a member sees it first.
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

/** The portal as a program for this machine, built from the same files by the same rules. */
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

/** What is read comes first: the style inside the page, the scripts behind it and without haste. */
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
 * The scripts of a screen and of what it asks for by itself: the browser would learn of each only from the one before.
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
