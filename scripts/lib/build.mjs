import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './children.mjs';
import { findNode } from './node.mjs';
import { Problem } from './problem.mjs';
import { announce } from './progress.mjs';
import { distFolder, root } from './project.mjs';

/** @typedef {'pages' | 'server'} Build */

/**
 * What is built: the folder it stands in, and everything its build reads.
 *
 * @type {Record<Build, { folder: string, inputs: string[] }>}
 */
export const builds = {
  pages: {
    folder: distFolder,
    inputs: [
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
    ],
  },
  server: {
    folder: path.join(distFolder, 'server'),
    inputs: [
      'contract',
      'inspection',
      'package-lock.json',
      'scripts/build.ts',
      'scripts/build-server.ts',
      'server',
      'shared',
      'tsconfig.json',
    ],
  },
};

/**
 * @param {Build} name
 * @returns {string} the file with the hash of the inputs that it was built from
 */
export const buildStampFile = (name) => path.join(builds[name].folder, 'built-from.sha256');

/**
 * @param {Build} name
 * @param {string} [folder] the project's
 * @returns {string} a hash over everything the build reads
 */
export function buildInputHash(name, folder = root) {
  const hash = createHash('sha256');
  for (const file of builds[name].inputs.flatMap((input) => filesBelow(path.join(folder, input)))) {
    const content = readFileSync(file);
    hash.update(`${path.relative(folder, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} target a file or a folder, which may be missing
 * @returns {string[]} the file, or every file below the folder in a stable order; tests and what helps them are left out
 */
function filesBelow(target) {
  if (!existsSync(target) || /\.test\.tsx?$|\/testing$/.test(target)) return [];
  if (!statSync(target).isDirectory()) return [target];
  return readdirSync(target)
    .toSorted()
    .flatMap((name) => filesBelow(path.join(target, name)));
}

/**
 * @param {Build} name
 * @returns {boolean} whether what is built is of the present sources
 */
function isBuilt(name) {
  const stamp = buildStampFile(name);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === buildInputHash(name);
}

/**
 * Builds the pages and the server unless they are up to date.
 *
 * @throws {Problem} with the build's own words when it fails
 */
export const buildProduct = () => build(['pages', 'server']);

/**
 * Builds the pages alone, for a server that runs from its sources.
 *
 * @throws {Problem} with the build's own words when it fails
 */
export const buildPages = () => build(['pages']);

/** @param {Build[]} names */
async function build(names) {
  const stale = names.filter((name) => !isBuilt(name));
  if (stale.length === 0) return;
  const what = stale.join(' and ');
  const done = announce(`Building ${what} (a few seconds)…`);
  const { code, output } = await runQuietly(findNode(), ['scripts/build.ts', '--only', stale.join(',')]);
  if (code !== 0) throw new Problem(`${output}\nThe build of ${what} failed; the reason is above.`);
  done(`Built ${what}`);
}
