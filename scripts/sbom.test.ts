import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runQuietly } from './lib/children.mjs';
import { root } from './lib/project.mjs';

interface Bill {
  bomFormat: string;
  metadata: { component: { name: string; version: string; type: string } };
  components: { name: string; purl: string; hashes?: { alg: string; content: string }[] }[];
}
interface Locked {
  /** Of a package that is installed under another name. */
  name?: string;
  version: string;
}

const read = <T>(file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as T;
const manifest = read<{ name: string; version: string; scripts: Record<string, string> }>('package.json');

/** Packages of the lock file that a bill does not name. */
function missingIn({ components }: Pick<Bill, 'components'>): string[] {
  const named = new Set(components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))));
  const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, { name, version }]) => `${name ?? place.split('node_modules/').at(-1)}@${version}`)
    .filter((each) => !named.has(each));
}

test('the bill names every package of the lock file, each with its hash', async () => {
  const { code, output } = await runQuietly(process.execPath, ['scripts/sbom.mjs'], { cwd: root });
  expect([code, output]).toEqual([0, expect.stringMatching(/\.cdx\.json names \d+ packages\./)]);
  const bill = read<Bill>(`dist/${manifest.name}-${manifest.version}.cdx.json`);
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: manifest.name, version: manifest.version, type: 'application' } },
  });
  expect(missingIn(bill)).toEqual([]);
  expect(bill.components.filter(({ hashes = [] }) => hashes.length === 0).map(({ name }) => name)).toEqual([]);
  expect(missingIn({ components: bill.components.slice(1) })).toHaveLength(1);
});

test('a release writes the bill', () => {
  expect(manifest.scripts['version']).toContain('npm run sbom');
});
