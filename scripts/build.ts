import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { buildInputHash, buildStampFile } from './lib/build.mjs';
import { distFolder } from './lib/project.mjs';

/** Builds the pages into `dist` and compresses once what would otherwise be compressed at every request. */

const brotli = promisify(brotliCompress);
const compressible = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/;
/** Below this many bytes the headers outweigh the saving. */
const smallestBytes = 256;

async function compressBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(folder, file).startsWith('.'));
  await Promise.all(files.map(compress));
}

async function compress(file: string) {
  const content = await readFile(file);
  if (content.length < smallestBytes) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    writeFile(`${file}.br`, await brotli(content, quality)),
    writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })),
  ]);
}

// The hash is taken first: a file changed during the build makes the next start build again.
const hash = buildInputHash();
process.env.NODE_ENV = 'production';
await rm(buildStampFile, { force: true });
await build({ logLevel: 'warn' });
await compressBelow(path.join(distFolder, 'portal'));
await mkdir(distFolder, { recursive: true });
await writeFile(buildStampFile, hash);
