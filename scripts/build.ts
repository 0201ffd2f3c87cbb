import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { buildInputHash, buildStampFile } from './lib/build.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { distFolder } from './lib/project.mjs';
import { buildConsole } from './build-console.ts';
import { buildWidget } from './build-widget.ts';
import { packageFiles, typesIn, writeClient } from './client-package/write-client.ts';
import { writeDocs } from './docs/write-docs.ts';
import { writeOutlines } from './write-outlines.ts';
import { prerender } from './prerender.ts';

/** Builds pages, console, widget, documentation and course outlines into `dist`, and precompresses static files. */
async function main() {
  // Hashed before the build, so that a file changed during it makes the next start build again.
  const hash = buildInputHash();
  process.env.NODE_ENV = 'production';
  await mkdir(distFolder, { recursive: true });
  await rm(buildStampFile, { force: true });
  const widgetFolder = path.join(distFolder, 'widget');
  try {
    const [client] = await Promise.all([
      packageFiles(),
      buildPortal(),
      buildConsole(path.join(distFolder, 'console')),
      writeOutlines(path.join(distFolder, 'outlines')),
      buildWidget(widgetFolder),
    ]);
    await Promise.all([writeClient(widgetFolder, client), writeDocs(path.join(distFolder, 'docs'), typesIn(client))]);
  } catch (error) {
    throw new Problem(stripVTControlCharacters((error as Error).message));
  }
  for (const folder of ['portal', 'console', 'widget', 'docs']) await compressBelow(path.join(distFolder, folder));
  await writeFile(buildStampFile, hash);
  return 0;
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
