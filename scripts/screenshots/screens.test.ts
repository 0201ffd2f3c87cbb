import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { portalPaths, type PortalPath } from '../../contract/portal-paths.ts';
import { root } from '../lib/project.mjs';
import { screens } from './screens.ts';

const routes = readFileSync(path.join(root, 'portal/routes.tsx'), 'utf8');
const routed = [...routes.matchAll(/^ {2}\[paths\.(\w+)\]:/gm)].map(([, name]) => name as PortalPath);

const withoutScreen = (pages: readonly PortalPath[]) =>
  routed.filter((page) => !pages.includes(page)).map((page) => portalPaths[page]);
const shown = screens.flatMap(({ page }) => page ?? []);

test('every route of the portal has a screen', () => {
  expect(new Set(routed)).toEqual(new Set(Object.keys(portalPaths).filter((name) => name !== 'home')));
  expect(withoutScreen(shown)).toEqual([]);
});

test('a route without a screen is found', () => {
  expect(withoutScreen(shown.filter((page) => page !== 'faq'))).toEqual(['faq']);
});

test('no two screens have the same name', () => {
  const names = screens.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
