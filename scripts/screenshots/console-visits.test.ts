import { readFileSync } from 'node:fs';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { routes } from '../../console/routes.tsx';
import { siteParts } from '../../console/shell/site-parts.ts';
import { consoleVisits } from '../../journeys/console-visits.ts';
import { docsPictures } from './take-console.ts';

const addresses = Object.values(consoleVisits).map(({ path }) => path.split(/[?#]/)[0]!);
const patternOf = (address: string) => matchRoutes(routes, address)?.at(-1)?.route;
const leaves = (all: RouteObject[]): RouteObject[] =>
  all.flatMap((each) => (each.children ? leaves(each.children) : [each]));

/** Opened from its list, since its address has an id that differs in each installation. */
const openedFromLists = [
  '/sites/:siteId/members/:memberId',
  '/sites/:siteId/bulk/:bulkJobId',
  '/sites/:siteId/members/import/:importId',
  '/cohorts/:cohortId',
  '/cohorts/:cohortId/roster',
  '/cohorts/:cohortId/cancellation',
  '/cohorts/:cohortId/moved',
  '/matters/:matterId',
  '/requests/:requestId',
  '/mails/:mailId',
];

/** Routes that no visit goes to. */
function unvisited(all: RouteObject[]): string[] {
  const visited = new Set(addresses.map((address) => patternOf(address)?.path ?? 'index'));
  return leaves(all)
    .map(({ path }) => path ?? 'index')
    .filter((path) => !visited.has(path) && !openedFromLists.includes(path));
}

test('every screen of the console is visited by the accessibility journey and in the pictures', () => {
  expect(unvisited(routes)).toEqual([]);
});

test('a screen that nobody visits is found', () => {
  expect(unvisited([...routes, { path: '/forgotten', lazy: async () => ({}) }])).toEqual(['/forgotten']);
});

test('every part of a site is visited', () => {
  const visited = new Set(addresses);
  const paths = siteParts.map(({ path }) => `/sites/app_demo/site${path && `/${path}`}`);
  expect(paths.filter((path) => !visited.has(path))).toEqual([]);
});

test('the pictures of docs/console.md are those that the command takes', () => {
  const paper = readFileSync(new URL('../../docs/console.md', import.meta.url), 'utf8');
  const shown = [...paper.matchAll(/\(pictures\/console\/([\w-]+)\.webp\)/g)].map(([, name]) => name!);
  expect(new Set(shown)).toEqual(new Set(docsPictures));
  expect(docsPictures.filter((name) => consoleVisits[name] === undefined)).toEqual([]);
});
