import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './children.mjs';
import { findNode } from './node.mjs';
import { Problem } from './problem.mjs';
import { announce } from './progress.mjs';
import { distFolder, root } from './project.mjs';

/** Holds the hash of the inputs that `dist` was built from. */
export const buildStampFile = path.join(distFolder, '.stamp');

const inputs = [
  'client',
  'console',
  'content',
  'contract',
  // Some pages of the documentation stand outside docs/widget/.
  'docs',
  'inspection',
  'package-lock.json',
  'portal',
  'scripts/build.ts',
  'scripts/build-console.ts',
  'scripts/build-widget.ts',
  'scripts/client-package',
  'scripts/content-plugin.ts',
  'scripts/docs',
  'scripts/lean-libraries.ts',
  'scripts/prerender.ts',
  'scripts/write-outlines.ts',
  'server/api-reference',
  'server/platform/html.ts',
  'server/platform/own-look.ts',
  'shared',
  'server/enrolment/catalogue/price-book.ts',
  'server/enrolment/content.ts',
  'server/enrolment/outlines',
  'server/platform/pdf',
  'server/platform/yaml.ts',
  'tsconfig.json',
  'ui',
  'vite.config.ts',
  'widget',
];

/**
 * @param {string} [folder] the project's
 * @returns {string} a hash over everything the build reads
 */
export function buildInputHash(folder = root) {
  const hash = createHash('sha256');
  for (const input of inputs.flatMap((name) => filesBelow(path.join(folder, name)))) {
    const content = readFileSync(input);
    hash.update(`${path.relative(folder, input)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} target a file or a folder, which may be missing
 * @returns {string[]} the file, or every file below the folder in a stable order; tests are left out
 */
function filesBelow(target) {
  if (!existsSync(target) || /\.test\.tsx?$/.test(target)) return [];
  if (!statSync(target).isDirectory()) return [target];
  return readdirSync(target)
    .toSorted()
    .flatMap((name) => filesBelow(path.join(target, name)));
}

const isBuilt = () => existsSync(buildStampFile) && readFileSync(buildStampFile, 'utf8') === buildInputHash();

/**
 * Builds the pages unless `dist` is up to date.
 *
 * @throws {Problem} with the build's own words when it fails
 */
export async function buildPages() {
  if (isBuilt()) return;
  const done = announce('Building the pages (a few seconds)…');
  const { code, output } = await runQuietly(findNode(), ['scripts/build.ts']);
  if (code !== 0) throw new Problem(`${output}\nThe pages could not be built; the reason is above.`);
  done('Pages built');
}
