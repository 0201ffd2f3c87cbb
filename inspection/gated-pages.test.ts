import { describe, expect, test } from 'vitest';
import { createInspection } from './inspection.ts';
import { mendedTag } from './page-tree.ts';
import { pageOf, tree } from './testing/changing-page.ts';

/** A page whose script tag says that it is gated, or not, on a site that gates `/rooms.html` and all below `/club/`. */

const groups = [
  { key: 'rooms', urls: [{ url: '/rooms.html', filter: 'EQUALS' as const }] },
  { key: 'club', urls: [{ url: '/club/', filter: 'STARTS' as const }] },
];
const site = { plans: [], customFields: [], contentGroups: groups, authProviders: [] };

/** What is wrong with a page whose script tag has these attributes. */
function wrongWith(attributes: string, options: { address?: string; isGated?: boolean }) {
  const inspection = createInspection(tree, site, options);
  const tag = `<script src="/widget/v1/intake.js" data-ms-app="app_1" data-ms-public-key="pk_1" ${attributes}></script>`;
  inspection.lookAt([pageOf(`<html><head>${tag}</head><body></body></html>`)]);
  return inspection.findings().filter(({ type }) => type !== 'found');
}
const at = (path: string) => `https://club.example${path}`;

describe('a page with data-ms-gated that no content group names', () => {
  test('is an error that names the nearest address', () => {
    expect(wrongWith('data-ms-gated', { address: at('/room.html?a=1'), isGated: false })).toMatchObject([
      {
        id: 'gated-without-group',
        type: 'error',
        attribute: 'data-ms-gated',
        message: 'No content group of your site names /room.html, so everybody may open it. Did you mean /rooms.html?',
      },
    ]);
  });

  test('is an error without a guess where no address is near', () => {
    const [wrong] = wrongWith('data-ms-gated', { address: at('/harbour-lights'), isGated: false });
    expect(wrong!.message).toBe('No content group of your site names /harbour-lights, so everybody may open it.');
    expect(wrongWith('data-ms-gated', { isGated: false })[0]!.message).toContain('names this page, so');
  });

  test('is ignored where its tag says so', () => {
    expect(
      wrongWith('data-ms-gated data-ms-ignore="gated-without-group"', { address: at('/room.html'), isGated: false }),
    ).toEqual([]);
  });
});

test('a gated page without data-ms-gated is a warning with the whole tag to copy', () => {
  const [wrong, ...others] = wrongWith('', { address: at('/rooms.html'), isGated: true });
  expect(others).toEqual([]);
  expect(wrong).toMatchObject({ id: 'gated-page-without-attribute', type: 'warning' });
  expect(mendedTag(tree, wrong!.element!, wrong!.attribute!, wrong!.instead!)).toBe(
    '<script src="/widget/v1/intake.js" data-ms-app="app_1" data-ms-public-key="pk_1" data-ms-gated>',
  );
});

test.each([
  ['is gated and says so', 'data-ms-gated', true],
  ['is gated and says so as pages of another service do', 'data-memberstack-gated', true],
  ['is open and says nothing', '', false],
  ['may be gated, which is not known', 'data-ms-gated', undefined],
  ['may be open, which is not known', '', undefined],
])('nothing is wrong with a page that %s', (_, attributes, isGated) => {
  expect(wrongWith(attributes, { address: at('/rooms.html'), ...(isGated === undefined ? {} : { isGated }) })).toEqual(
    [],
  );
});
