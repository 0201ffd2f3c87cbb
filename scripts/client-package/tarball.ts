import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from '../lib/install.mjs';
import { cacheFolder } from '../lib/project.mjs';
import type { Files } from './declarations.ts';

/**
 * Packs files, `package.json` among them, as `npm publish` would. The same files give the same bytes.
 *
 * @throws Error with npm's own words when it fails
 */
export async function packTarball(files: Files): Promise<Buffer> {
  await mkdir(cacheFolder, { recursive: true });
  const folder = await mkdtemp(path.join(cacheFolder, 'package-'));
  try {
    const content = path.join(folder, 'content');
    for (const [name, text] of files) {
      await mkdir(path.dirname(path.join(content, name)), { recursive: true });
      await writeFile(path.join(content, name), text);
    }
    // Nothing is asked of a registry, and scripts of ours there are none.
    const { code, output } = await npm([
      'pack',
      content,
      '--pack-destination',
      folder,
      '--ignore-scripts',
      '--offline',
    ]);
    if (code !== 0) throw new Error(`${output}\nnpm could not pack the client (it ended with ${code}).`);
    return await readFile(path.join(folder, tarballName(files.get('package.json')!)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What npm calls the tarball: `@scope/name` becomes `scope-name`. */
function tarballName(manifest: string): string {
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}
