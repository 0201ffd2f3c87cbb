import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './children.mjs';
import { findNode } from './node.mjs';
import { Problem } from './problem.mjs';
import { announce } from './progress.mjs';
import { distFolder, root } from './project.mjs';

/** Says which inputs the pages in `dist` were built from. */
export const buildStampFile = path.join(distFolder, '.stamp');

const inputs = [
  'client',
  'content',
  'contract',
  'docs/widget',
  'inspection',
  'package-lock.json',
  'portal',
  'scripts/build.ts',
  'scripts/build-widget.ts',
  'scripts/client-package',
  'scripts/content-plugin.ts',
  'scripts/docs',
  'scripts/lean-libraries.ts',
  'scripts/outlines',
  'scripts/prerender.ts',
  'server/api-reference/reference-markup.ts',
  'server/api-reference/reference-style.ts',
  'server/docs/docs-style.ts',
  'shared',
  'server/enrolment/catalogue/price-book.ts',
  'server/enrolment/content.ts',
  'server/platform/yaml.ts',
  'tsconfig.json',
  'vite.config.ts',
  'widget',
];

/** @returns {string} a hash over everything the build reads */
export function buildInputHash() {
  const hash = createHash('sha256');
  for (const input of inputs.flatMap((name) => filesBelow(path.join(root, name)))) {
    const content = readFileSync(input);
    hash.update(`${path.relative(root, input)}\0${content.length}\0`).update(content);
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
 * Builds the pages unless they are built from exactly what lies there.
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
