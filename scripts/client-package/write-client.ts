import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { root } from '../lib/project.mjs';
import { writeDeclarations, type Files } from './declarations.ts';
import { packTarball } from './tarball.ts';

/** The client for people who write code: as modules a page loads by their address, and as a package to install. */

/** The name is also what calls say of themselves. A breaking change gets another number. */
const manifest = {
  name: '@intake/client',
  version: '1.0.0',
  description: 'Sign-up, log-in, plans and teams of a site’s members, in its own pages.',
  type: 'module',
  sideEffects: false,
  exports: {
    '.': { types: './types/membership.d.ts', default: './client.js' },
    './react': { types: './types/react.d.ts', default: './react.js' },
  },
  peerDependencies: { react: '>=18' },
  peerDependenciesMeta: { react: { optional: true } },
};

const readme = `# @intake/client

The membership of a site, for its own pages. The documentation is served by the product, under /docs/install.

    import { createMembership } from '@intake/client';
    import { useMember } from '@intake/client/react';
`;

const typesFolder = 'types/';
/** What `npm install` takes, by its address under /widget/v1/. */
const tarball = 'intake-client.tgz';

/**
 * Writes `client.js` and `react.js`, and the package of both with their types.
 *
 * @param files as `packageFiles` makes them
 */
export async function writeClient(folder: string, files: Files): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([
    ...['client.js', 'react.js'].map((name) => writeFile(path.join(folder, name), files.get(name)!)),
    packTarball(files).then((packed) => writeFile(path.join(folder, tarball), packed)),
  ]);
}

/** The package's declarations, by their names. */
export const typesIn = (files: Files): Files =>
  new Map(
    [...files]
      .filter(([name]) => name.startsWith(typesFolder))
      .map(([name, text]) => [name.slice(typesFolder.length), text]),
  );

/** Everything in the package, by its path. */
export async function packageFiles(): Promise<Files> {
  const [client, react, types] = await Promise.all([bundle('membership.ts'), bundle('react.ts'), writeDeclarations()]);
  return new Map([
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['README.md', readme],
    ['client.js', client],
    ['react.js', react],
    ...[...types].map(([name, text]) => [typesFolder + name, text] as const),
  ]);
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: path.join(root, 'client', entry), formats: ['es'] },
      rolldownOptions: { external: ['react'] },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error(`The client’s ${entry} was not bundled.`);
  return output.output[0].code;
}
