import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/project.mjs';

interface LockedPackage {
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, LockedPackage>;

const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Packages };

/** Optional platform packages missing in the lock file, which `npm ci` refuses on some platform. */
function missingOptionals(all: Packages) {
  return Object.entries(all).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(all, from, name))
      .map((name) => `${name} of ${from}`),
  );
}

/** Node's module resolution: nested `node_modules` first, then each parent folder. */
function isLocked(all: Packages, from: string, name: string): boolean {
  if (`${from ? `${from}/` : ''}node_modules/${name}` in all) return true;
  return from !== '' && isLocked(all, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

test('the lock file names every platform package', () => {
  expect(missingOptionals(packages)).toEqual([]);
});

test('a platform package that is not locked is found', () => {
  const asks = { optionalDependencies: { '@tool/darwin': '1.0.0' } };
  expect(missingOptionals({ 'node_modules/tool': asks })).toEqual(['@tool/darwin of node_modules/tool']);
  expect(missingOptionals({ 'node_modules/a/node_modules/tool': asks, 'node_modules/@tool/darwin': {} })).toEqual([]);
});

test('the lock file names no registry', () => {
  const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
  expect(named.map(([name]) => name)).toEqual([]);
});

test('every package is locked by its hash', () => {
  const unlocked = Object.entries(packages).filter(([name, { integrity }]) => name !== '' && !integrity);
  expect(unlocked.map(([name]) => name)).toEqual([]);
});
