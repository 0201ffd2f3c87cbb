import { expect, type Console } from './console.ts';
import type { ConsoleVisit } from './console-visit.ts';

const site = '/sites/app_demo/site';

/** Settings of a site, in the states that a builder meets. */
export const siteVisits: Record<string, ConsoleVisit> = {
  'site-new': { path: '/sites/new' },
  'site-new-errors': {
    path: '/sites/new',
    async act(owner) {
      await owner.presses('Create the site');
      await expect(owner.page.getByText('There is a problem')).toBeVisible();
    },
  },
  'site-overview': { path: site },
  'site-page-check-error': {
    path: site,
    async act(owner) {
      await owner.presses('Check the page');
      await expect(owner.page.getByText('Write the address of a page')).toBeVisible();
    },
  },
  'site-branding': {
    path: `${site}/branding`,
    act: ({ page }) => expect(page.frameLocator('iframe').getByRole('dialog').getByLabel('Email')).toBeVisible(),
  },
  'site-texts': { path: `${site}/texts` },
  'site-fields': { path: `${site}/fields`, act: openEntries },
  'site-plans': { path: `${site}/plans` },
  'site-plans-open': { path: `${site}/plans`, act: openEntries },
  'site-difference': {
    path: `${site}/comments`,
    isFold: true,
    async act(owner) {
      await owner.page.getByLabel('Blocked words').fill('watches\nlottery');
      await owner.presses('Review and save');
      await expect(owner.page.getByRole('dialog')).toBeVisible();
    },
  },
  'site-save-errors': {
    path: `${site}/access`,
    async act(owner) {
      await owner.page.getByLabel('Origins of the pages').fill('not an address');
      await owner.presses('Review and save');
      await expect(owner.page.getByText('There is a problem')).toBeVisible();
    },
  },
  'site-content': { path: `${site}/content`, act: openEntries },
  'site-access': { path: `${site}/access` },
  'site-providers': { path: `${site}/providers`, act: openEntries },
  'site-comments': { path: `${site}/comments` },
  'site-webhooks': { path: `${site}/webhooks` },
  'site-keys': { path: `${site}/keys` },
  'site-views': { path: `${site}/views` },
  'site-unknown-part': { path: `${site}/nowhere` },
};

/** Shows every part that can be opened. */
async function openEntries({ page }: Console): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}
