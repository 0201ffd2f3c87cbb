import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cacheFolder } from '../lib/project.mjs';
import { packTarball } from './tarball.ts';

const files = new Map([
  ['package.json', '{ "name": "@somebody/client", "version": "1.2.3" }\n'],
  ['README.md', '# A client\n'],
  ['client.js', 'export {};\n'],
  ['types/client.d.ts', 'export {};\n'],
]);

test('the tarball has every file and no other, and the same bytes each time', async () => {
  const packed = await packTarball(files);
  const tar = (...options: string[]) => execFileSync('tar', options, { input: packed, encoding: 'utf8' });
  const names = tar('-tz').trim().split('\n');
  expect(names.toSorted()).toEqual([...files.keys()].map((name) => `package/${name}`).toSorted());
  for (const [name, text] of files) expect(tar('-xzO', `package/${name}`)).toBe(text);
  expect(await packTarball(files)).toEqual(packed);
});

test('what npm does not pack is an error in its words, and leaves nothing behind', async () => {
  const nameless = new Map([...files, ['package.json', '{ "version": "1.2.3" }\n']]);
  mkdirSync(cacheFolder, { recursive: true });
  const folders = () => readdirSync(cacheFolder).filter((name) => name.startsWith('package-'));
  const before = folders();
  await expect(packTarball(nameless)).rejects.toThrow(/npm error[\s\S]*could not pack/);
  expect(folders()).toEqual(before);
});
