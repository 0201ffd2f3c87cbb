import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { distFolder, root } from './lib/project.mjs';

const help = `npm run sbom

Writes the bill of materials of this version to dist/: every package of the lock file with its version, hash and
licence, as CycloneDX. Packages of development alone are marked so. It runs at each release (\`npm version\`), and asks
nothing of a registry.`;

/** @returns {Promise<number>} 0 */
async function writeBill() {
  if (readOptions('npm run sbom')['help']) {
    console.log(help);
    return 0;
  }
  const { name, version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const bill = await readBill();
  // npm takes the folder's name for ours.
  bill.metadata.component.name = name;
  const file = path.join(distFolder, `${name}-${version}.cdx.json`);
  await mkdir(distFolder, { recursive: true });
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${path.relative(root, file)} names ${bill.components.length} packages.`);
  return 0;
}

/** @throws {Problem} with npm's own words when it fails */
async function readBill() {
  const { code, output } = await npm([
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
    '--loglevel=silent',
    '--offline',
  ]);
  if (code !== 0) throw new Problem(`${output}\nnpm could not write the bill (it ended with ${code}).`);
  return JSON.parse(output);
}

await runMain(writeBill);
