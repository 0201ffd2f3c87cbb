import { expect, test } from 'vitest';
import { preapproved } from './people.ts';
import { plainScreens, screens, writtenScreens } from './screens.ts';

test('a page without a described state is shown as it opens, to a person it opens to', () => {
  const without = (...pages: unknown[]) => plainScreens(writtenScreens.filter(({ page }) => !pages.includes(page)));
  expect(without('faq', 'terms')).toContainEqual({ name: 'faq', page: 'faq', as: preapproved });
  expect(without('faq', 'terms')).toContainEqual({ name: 'terms', page: 'terms' });
  expect(without()).not.toContainEqual({ name: 'terms', page: 'terms' });
});

test('no two screens have the same name', () => {
  const names = screens.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
