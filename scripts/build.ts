import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { buildInputHash, buildStampFile, builds, type Build } from './lib/build.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { compiledFolder, distFolder } from './lib/project.mjs';
import { buildConsole } from './build-console.ts';
import { buildServer } from './build-server.ts';
import { buildWidget } from './build-widget.ts';
import { packageFiles, typesIn, writeClient } from './client-package/write-client.ts';
import { writeDocs } from './docs/write-docs.ts';
import { writeOutlines } from './write-outlines.ts';
import { prerender } from './prerender.ts';

const names = Object.keys(builds) as Build[];

const help = `npm run build

Builds what the product runs from into dist: the pages with widget and documentation, and the server as a few files.
\`npm start\` and \`npm test\` do that by themselves where something has changed.

Options:
  --only ${names.join(',')}
      only these, separated by commas`;

async function main() {
  const options = readOptions('npm run build', { only: { type: 'string' } });
  if (options['help']) {
    console.log(help);
    return 0;
  }
  const chosen = chooseBuilds(options['only'] as string | undefined);
  process.env.NODE_ENV = 'production';
  await Promise.all(chosen.map(buildStamped));
  return 0;
}

function chooseBuilds(only = names.join(',')): Build[] {
  const words = only.split(',').map((word) => word.trim());
  const unknown = words.filter((word) => !(word in builds));
  if (unknown.length > 0) throw new Problem(`Unknown build ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  return names.filter((name) => words.includes(name));
}

async function buildStamped(name: Build) {
  const { folder } = builds[name];
  // Hashed before the build, so that a file changed during it makes the next start build again.
  const hash = buildInputHash(name);
  await mkdir(folder, { recursive: true });
  await rm(buildStampFile(name), { force: true });
  try {
    if (name === 'server') {
      await buildServer(folder);
      // By the names of files that each build changes: it would grow with every build.
      await rm(compiledFolder, { recursive: true, force: true });
    } else await buildPages();
  } catch (error) {
    throw new Problem(stripVTControlCharacters((error as Error).message));
  }
  await writeFile(buildStampFile(name), hash);
}

/** Builds portal, console, widget, documentation and course outlines, and precompresses static files. */
async function buildPages() {
  const widgetFolder = path.join(distFolder, 'widget');
  const [client] = await Promise.all([
    packageFiles(),
    buildPortal(),
    buildConsole(path.join(distFolder, 'console')),
    writeOutlines(path.join(distFolder, 'outlines')),
    buildWidget(widgetFolder),
  ]);
  await Promise.all([writeClient(widgetFolder, client), writeDocs(path.join(distFolder, 'docs'), typesIn(client))]);
  for (const folder of ['portal', 'console', 'widget', 'docs']) await compressBelow(path.join(distFolder, folder));
}

async function buildPortal() {
  await build({ logLevel: 'error' });
  await prerender();
}

const compressible = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/;
/** Bytes below which compression does not pay for its header. */
const smallestBytes = 256;

async function compressBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(folder, file).startsWith('.'));
  await Promise.all(files.map(compress));
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file: string) {
  const content = await readFile(file);
  if (content.length < smallestBytes) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    writeFile(`${file}.br`, await brotli(content, quality)),
    writeFile(`${file}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION })),
  ]);
}

await runMain(main);
