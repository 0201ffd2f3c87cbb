import { describe, expect, test } from 'vitest';
import type { SiteFacts } from './finding.ts';
import { problemsIn, wholePage } from './testing/changing-page.ts';
import { mistakesInBody, mistakesInHead } from './testing/obvious-mistakes.ts';

const site: SiteFacts = {
  plans: [
    { id: 'pln_free', name: 'Friend', prices: [] },
    { id: 'pln_paid', name: 'Maker', prices: [{ id: 'prc_month' }] },
  ],
  customFields: [{ key: 'first-name', visibility: 'PUBLIC' }],
  contentGroups: [{ key: 'workshop-plans', urls: [] }],
  authProviders: [{ provider: 'google' }],
};

const pages = [
  ...mistakesInBody.map(([wrong, body]) => ({ wrong, html: wholePage(body) })),
  ...mistakesInHead.map(([wrong, head]) => ({ wrong, html: `<html><head>${head}</head><body></body></html>` })),
];

describe('obvious mistakes', () => {
  test('there are forty, each of its own', () => {
    expect(new Set(pages.map(({ html }) => html)).size).toBe(40);
  });

  test.for(pages)('$wrong is reported', ({ html }) => {
    expect(problemsIn(html, site, { address: 'https://club.example/page' })).not.toEqual([]);
  });

  test('without them a page has no problem', () => {
    expect(problemsIn(wholePage('<p data-ms-content="members">Hello</p>'), site)).toEqual([]);
  });
});
