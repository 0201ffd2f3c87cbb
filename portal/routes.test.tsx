import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { portalPages, screenNames } from '../shared/portal-pages.ts';
import { screens } from './pages.ts';
import { routes } from './routes.tsx';

const flatten = (all: RouteObject[]): RouteObject[] => all.flatMap((each) => [each, ...flatten(each.children ?? [])]);

/** Routes that open without a question, by their path. */
const unguarded = (all: RouteObject[]) =>
  flatten(all)
    .filter(({ lazy, loader }) => lazy && !loader)
    .map(({ path }) => path);

test('nothing opens without a guard but what says that there is no such page', () => {
  expect(unguarded(routes)).toEqual(['*']);
});

test('a route without a guard is found', () => {
  expect(unguarded([...routes, { path: 'forgotten', lazy: async () => ({}) }])).toContain('forgotten');
});

test('every page of the table has its route, and no two have the same address', () => {
  const paths = flatten(routes).map(({ path }) => path);
  for (const name of screenNames) expect(paths.filter((path) => path === portalPages[name].path)).toHaveLength(1);
});

/** Pages that call `usePageTitle`, because their name changes as the member goes on or stands in their heading. */
const namingThemselves = ['outlineForm', 'eligibility', 'enrol', 'paymentSuccess', 'paymentCancel'];

test('every page has a title for the tab, or names itself', () => {
  const untitled = screenNames.filter((name) => screens[name].title === undefined);
  expect(
    untitled.toSorted(),
    'give the page a title in portal/pages.ts, or let it call usePageTitle and list it here',
  ).toEqual(namingThemselves.toSorted());
});
