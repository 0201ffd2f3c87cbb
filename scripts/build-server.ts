import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown, type OutputAsset, type OutputChunk, type Plugin, type RolldownLog } from 'rolldown';
import { viteDynamicImportVarsPlugin, viteImportGlobPlugin } from 'rolldown/experimental';
import { root } from './lib/project.mjs';

/** Loaded from `node_modules` as ever: binaries, and `pg-native`, which `pg` tries and we do not have. */
const external = [/^@node-rs\//, 'pg-native'];

/** What is run, and names all other files: it is replaced last, and at once. */
const entryName = 'main.js';
/** The list of the files of the last build. */
const manifestName = 'files.json';

/**
 * Bundles the server with its packages (decisions 0095 and 0096): a start reads some forty files where it read 2,242.
 * Migrations, workers and data are still read from their place in the sources.
 *
 * @param outDir where it goes; `main.js` there is what `npm start` runs. A build that fails or is ended leaves it as it was
 * @throws Error with what the bundler warns of, such as an import that it does not find: it would fail when it is needed
 */
export async function buildServer(outDir: string): Promise<void> {
  const warnings: string[] = [];
  await using bundle = await rolldown({
    cwd: root,
    input: { main: 'server/main.ts' },
    platform: 'node',
    external,
    // The last two make an import of each file that a template may name.
    plugins: [pathsOfSources(outDir), viteDynamicImportVarsPlugin(), viteImportGlobPlugin({ root })],
    // A package names its functions by it.
    checks: { eval: false },
    onLog: (level, { message }: RolldownLog) => void (level === 'warn' && warnings.push(message)),
  });
  const { output } = await bundle.generate({
    dir: outDir,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  await writeFiles(outDir, output);
  await removeEarlier(
    outDir,
    output.map(({ fileName }) => fileName),
  );
}

async function writeFiles(outDir: string, output: readonly (OutputChunk | OutputAsset)[]): Promise<void> {
  const contentOf = (file: OutputChunk | OutputAsset) => ('code' in file ? file.code : file.source);
  const write = (file: OutputChunk | OutputAsset, name = file.fileName) =>
    writeFile(path.join(outDir, name), contentOf(file));
  const isEntry = ({ fileName }: { fileName: string }) => fileName === entryName;
  await Promise.all(output.filter((file) => !isEntry(file)).map((file) => write(file)));
  const unfinished = `${entryName}.new`;
  await write(output.find(isEntry)!, unfinished);
  await rename(path.join(outDir, unfinished), path.join(outDir, entryName));
}

/** Leaves the files of the build before: a product that runs from them loads the rest of its own later. */
async function removeEarlier(outDir: string, files: readonly string[]): Promise<void> {
  const manifest = path.join(outDir, manifestName);
  const before: string[] = existsSync(manifest) ? JSON.parse(await readFile(manifest, 'utf8')) : [];
  // Built anew without a change: the files before are those that stand beside them still.
  if (files.every((name) => before.includes(name))) return;
  const kept = new Set([...files, ...before, manifestName]);
  for (const name of await readdir(outDir)) if (!kept.has(name)) await rm(path.join(outDir, name));
  await writeFile(manifest, JSON.stringify(files));
}

const pathModule = '\0path-of-source';
const pathCode = `
  import { fileURLToPath } from 'node:url';
  export const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));`;

/**
 * Lets each module know its path in the sources, by which it finds the files beside it: `import.meta.url`, and `__dirname` and
 * `__filename` of CommonJS. Relative to the bundle, so that a folder can be moved after the build.
 */
function pathsOfSources(outDir: string): Plugin {
  const fromBundle = (id: string) => JSON.stringify(path.relative(outDir, id).replaceAll(path.sep, '/'));
  return {
    name: 'paths-of-sources',
    resolveId: (id) => (id === pathModule ? id : undefined),
    load: (id) => (id === pathModule ? pathCode : undefined),
    transform(code, id) {
      // A module of a plugin or of the bundler has no file.
      if (id.startsWith('\0')) return undefined;
      if (/\bimport\.meta\.(?:dirname|filename)\b/.test(code)) this.error(`${id} needs its path by import.meta.url.`);
      if (/\bimport\.meta\.url\b/.test(code))
        return code.replaceAll(/\bimport\.meta\.url\b/g, `new URL(${fromBundle(id)}, import.meta.url).href`);
      if (!/\b__(?:dirname|filename)\b/.test(code)) return undefined;
      const ownPath = `require(${JSON.stringify(pathModule)}).pathOf(${fromBundle(id)})`;
      return `const __filename = ${ownPath}, __dirname = require('node:path').dirname(__filename); ${code}`;
    },
  };
}
