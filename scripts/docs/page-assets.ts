import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, transformWithOxc } from 'vite';
import { ownLook } from '../../server/platform/own-look.ts';
import type { Section } from './search-sections.ts';
import type { Assets } from './shell.ts';

const served = '/docs/assets/';
const sheets = ['frame', 'prose', 'code', 'reference', 'tools', 'playground'];
const sourceOf = (file: string) => new URL(file, import.meta.url);

/**
 * Writes what pages load: one style sheet, the script that sets the colours, the page's script with its later parts,
 * and the sections to search, which are fetched when the reader opens the search.
 */
export async function writeAssets(folder: string, sections: readonly Section[]): Promise<Assets> {
  const styles = await Promise.all(sheets.map((name) => readFile(sourceOf(`style/${name}.css`), 'utf8')));
  const theme = await readFile(sourceOf('browser/set-theme.ts'), 'utf8');
  const themeScript = (await transformWithOxc(theme, 'set-theme.ts')).code;
  const write = async (name: string, ending: string, content: string) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    await writeFile(path.join(folder, `${name}-${hash}.${ending}`), content);
    return `${served}${name}-${hash}.${ending}`;
  };
  return {
    style: await write('docs', 'css', [ownLook, ...styles].join('\n')),
    theme: await write('theme', 'js', themeScript),
    script: await buildScript(folder, await write('search', 'json', JSON.stringify(sections))),
  };
}

async function buildScript(folder: string, searchAddress: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: served,
    define: { SEARCH_ADDRESS: JSON.stringify(searchAddress) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      assetsDir: '.',
      rollupOptions: { input: sourceOf('browser/page.ts').pathname, output: { entryFileNames: '[name]-[hash].js' } },
    },
  });
  const [{ output: files } = { output: [] }] = [output].flat() as {
    output: { fileName: string; isEntry?: boolean }[];
  }[];
  return `${served}${files.find(({ isEntry }) => isEntry)!.fileName}`;
}
